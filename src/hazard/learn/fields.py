"""Fields that the recipes of several learners have: which games, and which cell they open first."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from hazard.core.errors import BadInput
from hazard.mines.first import fixed_cell
from hazard.mines.level import Level, Rule

LevelName = Annotated[str, Meta(description="a level's name, or ROWSxCOLS/MINES")]
FirstRule = Annotated[Rule, Meta(description="what protects the first cell")]
FirstCell = Annotated[str, Meta(description="the cell opened first: default, corner, R,C or random")]


def check_first(first: str, level: Level, key: str = "first") -> None:
    """Raise BadInput where the player would have to choose the first cell, or there is no such cell."""
    if first.strip().lower() != "random" and fixed_cell(first, level) < 0:
        raise BadInput(f"{key}: the player cannot choose the first cell; want default, corner, R,C or random")
