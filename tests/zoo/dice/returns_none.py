"""Answers nothing about a position."""

from __future__ import annotations

from hazard.dice.agent import PositionAgent
from hazard.dice.command import Command
from hazard.dice.views import View


class Bot(PositionAgent):
    def choose_one(self, view: View) -> Command:
        return None  # pyright: ignore[reportReturnType]
