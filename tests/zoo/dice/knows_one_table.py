"""Has weights for 34 areas."""

from __future__ import annotations

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        views.dice.reshape(-1, 34)
        return super().choose(views)
