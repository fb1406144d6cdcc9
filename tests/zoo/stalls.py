"""Thinks for ever once the board is half open."""

from __future__ import annotations

import numpy as np

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        while (np.count_nonzero(views.cells >= 0, axis=(1, 2)) > views.level.area // 2).any():
            pass
        return super().choose(views)
