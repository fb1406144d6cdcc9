"""Has no value for one covered cell."""

from __future__ import annotations

import numpy as np

from hazard.mines.agents.random import Random
from hazard.mines.views import COVERED, Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        values = np.where(views.cells == COVERED, 0.5, np.nan).astype(np.float32)
        values[:, -1, -1] = np.nan
        return Decisions(super().choose(views).cells, values, "risk")
