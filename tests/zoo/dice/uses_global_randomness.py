"""Draws with the global generator."""

from __future__ import annotations

import random

from hazard.dice.agent import PositionAgent
from hazard.dice.command import END, Command
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        return random.choice([END, *view.attacks()])
