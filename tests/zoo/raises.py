"""Raises from the third decision on."""

from __future__ import annotations

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        if (views.moves >= 2).any():
            raise RuntimeError("I am lost")
        return super().choose(views)
