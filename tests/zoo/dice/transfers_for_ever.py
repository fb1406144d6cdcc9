"""Moves dice to and fro, also when no transfer is left."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Command, transfer
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        own = view.areas_of(view.player)
        pairs = [(one, to) for one in own for to in view.around(one) if to in own]
        able = [(one, to) for one, to in pairs if view.dice[one] > 1 and view.dice[to] < 8]
        return transfer(*able[0]) if able else END
