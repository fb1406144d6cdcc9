"""Fits 9x9 boards, and fails on others by accident."""

from __future__ import annotations

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        views.cells.reshape(len(views), 81)
        return super().choose(views)
