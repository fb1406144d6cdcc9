"""Thinks nan of the last legal attack."""

from __future__ import annotations

import numpy as np

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        values = np.zeros(views.neighbours.shape, np.float32)
        for view, source, k in np.argwhere(views.masks()[0]):
            values[view, source, k] = np.nan
        return Decisions(super().choose(views).commands, values)
