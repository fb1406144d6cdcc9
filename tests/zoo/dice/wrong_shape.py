"""Answers about no view."""

from __future__ import annotations

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        return Decisions(super().choose(views).commands[:0])
