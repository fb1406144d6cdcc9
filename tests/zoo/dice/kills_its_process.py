"""Leaves in the middle of the game."""

from __future__ import annotations

import os

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        if (views.moves >= 10).any():
            os._exit(3)
        return super().choose(views)
