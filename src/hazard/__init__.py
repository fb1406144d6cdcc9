"""Hazard: a laboratory and a coach for playing well under uncertainty (Minesweeper, Dicewars)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hazard.core.errors import Contradiction as Contradiction
    from hazard.core.errors import HazardError as HazardError
    from hazard.core.errors import TooWide as TooWide
    from hazard.core.status import Status as Status
    from hazard.mines.boards import Boards as Boards
    from hazard.mines.game import Game as Game
    from hazard.mines.inference import Analysis as Analysis
    from hazard.mines.inference import analyse as analyse
    from hazard.mines.inference import analyse_many as analyse_many
    from hazard.mines.layout import Layout as Layout
    from hazard.mines.level import Level as Level
    from hazard.mines.position import Position as Position

__version__ = "0.1.0"

_HOME = {
    "Contradiction": "hazard.core.errors",
    "HazardError": "hazard.core.errors",
    "TooWide": "hazard.core.errors",
    "Status": "hazard.core.status",
    "Boards": "hazard.mines.boards",
    "Game": "hazard.mines.game",
    "Analysis": "hazard.mines.inference",
    "analyse": "hazard.mines.inference",
    "analyse_many": "hazard.mines.inference",
    "Layout": "hazard.mines.layout",
    "Level": "hazard.mines.level",
    "Position": "hazard.mines.position",
}


def __getattr__(name: str) -> Any:
    """Import on first use, so that `import hazard` and `hazard --help` stay fast."""
    if name not in _HOME:
        raise AttributeError(f"module 'hazard' has no attribute {name!r}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOME])
