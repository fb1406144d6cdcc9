"""Marks in the view what it wants to open."""

from __future__ import annotations

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        decisions = super().choose(views)
        views.cells[0, 0, 0] = 9
        return decisions
