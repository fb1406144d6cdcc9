"""Attacks with other players' dice."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import Command, attack
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        foreign = next(area for area in range(view.rules.areas) if view.owners[area] not in (-1, view.player))
        return attack(foreign, view.around(foreign)[0])
