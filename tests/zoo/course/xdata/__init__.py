from .ai import AI

__all__ = ["AI"]
