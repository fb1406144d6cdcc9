"""Attacks what does not touch."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Command, attack
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        own = view.areas_of(view.player)[0]
        far = [area for area in range(view.rules.areas) if area != own and area not in view.around(own)]
        return attack(own, far[0]) if far else END
