"""Leaves without a word."""

from __future__ import annotations

import os

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        if (views.moves >= 2).any():
            os._exit(3)
        return super().choose(views)
