"""Attacks at every second question only."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Command
from hazard.dice.views import View


class Bot(PositionAgent):
    def __init__(self) -> None:
        self.asked = 0

    def choose_one(self, view: View) -> Command:
        self.asked += 1
        return next(iter(view.attacks()), END) if self.asked % 2 else END
