"""Makes the view writeable first."""

from __future__ import annotations

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        decisions = super().choose(views)
        views.dice.flags.writeable = True
        views.dice[0, 0] = 9
        return decisions
