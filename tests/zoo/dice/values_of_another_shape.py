"""Gives a value to each area."""

from __future__ import annotations

import numpy as np

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        return Decisions(super().choose(views).commands, np.zeros((*views.owners.shape, 1), np.float32))
