"""Thinks for too long."""

from __future__ import annotations

import time

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        if (views.moves >= 10).any():
            time.sleep(60)
        return super().choose(views)
