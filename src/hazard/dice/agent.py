"""What a Dicewars agent is, and the base class that turns a one-position agent into one."""

from __future__ import annotations

from typing import Protocol

from hazard.core.errors import DecisionError
from hazard.dice.command import Command
from hazard.dice.views import Decisions, View, Views


class DiceAgent(Protocol):
    """`hazard.core.agent` states what it must obey."""

    def choose(self, views: Views) -> Decisions:
        """One command for each view: attack, transfer, or end of the turn."""
        ...


class PositionAgent:
    """Base class of agents that think about one position at a time: they only write `choose_one`."""

    def choose_one(self, view: View) -> Command:
        """`attack(3, 7)`, `transfer(2, 3)` or `END`, of `hazard.dice.command`."""
        raise NotImplementedError(f"{type(self).__name__} has no choose_one(view)")

    def choose(self, views: Views) -> Decisions:
        """One decision for each view."""
        answers = [self.choose_one(view) for view in views]
        for answer in answers:
            if not (isinstance(answer, tuple) and len(answer) == 3):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise DecisionError(
                    f"choose_one returned {answer!r}; it must return attack(source, target), "
                    "transfer(source, target) or END"
                )
        return Decisions.of(answers)
