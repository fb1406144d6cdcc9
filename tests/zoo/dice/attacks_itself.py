"""Attacks from an area on itself."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import Command, attack
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        return attack(view.areas_of(view.player)[0], view.areas_of(view.player)[0])
