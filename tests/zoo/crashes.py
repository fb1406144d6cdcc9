"""Follows a null pointer."""

from __future__ import annotations

import ctypes

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        if (views.moves >= 2).any():
            ctypes.string_at(0)
        return super().choose(views)
