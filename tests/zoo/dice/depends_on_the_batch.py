"""The first view of a batch attacks, the others do not."""

from __future__ import annotations

from hazard.dice.agents.references import Rand
from hazard.dice.views import Decisions, Views


class Bot(Rand):
    def choose(self, views: Views) -> Decisions:
        commands = super().choose(views).commands.copy()
        commands[1:] = 0
        return Decisions(commands)
