"""Talks."""

from __future__ import annotations

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        print(f"thinking about {len(views)}")
        return super().choose(views)
