"""Attacks with areas that have one die."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Command, attack
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        weak = [area for area in view.areas_of(view.player) if view.dice[area] == 1]
        pairs = [(one, to) for one in weak for to in view.around(one) if view.owners[to] != view.player]
        return attack(*pairs[0]) if pairs else next(iter(view.attacks()), END)
