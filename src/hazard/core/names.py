"""Names that somebody typed: which they may have meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(text: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """The known names that look most like it, two at most."""
    return get_close_matches(text, list(known), n=2, cutoff=cutoff)


def meant(text: str, known: Iterable[str], otherwise: str, prefix: str = "", cutoff: float = 0.6) -> str:
    """ "did you mean X or Y?" for the nearest known names; `otherwise` where none is near."""
    near = nearest(text, known, cutoff)
    return f"did you mean {' or '.join(prefix + name for name in near)}?" if near else otherwise
