"""Attacks its own areas."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Command, attack
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        own = view.areas_of(view.player)
        pairs = [(one, other) for one in own for other in view.around(one) if other in own]
        return attack(*pairs[0]) if pairs else END
