"""Counts its calls."""

from __future__ import annotations

from hazard.mines.choice import random_cell
from hazard.mines.views import COVERED, Decisions, Views


class Bot:
    calls = 0

    def choose(self, views: Views) -> Decisions:
        self.calls += 1
        later = Views(views.level, views.cells, views.moves + self.calls, views.seeds)
        return Decisions(random_cell(later, views.cells == COVERED))
