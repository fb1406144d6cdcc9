"""Has a function instead of a class."""

from __future__ import annotations

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


def choose(views: Views) -> Decisions:
    return Random().choose(views)
