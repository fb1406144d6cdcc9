"""Raises in the middle of the game."""

from __future__ import annotations

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        if (views.moves >= 10).any():
            raise RuntimeError("I am lost")
        return super().choose(views)
