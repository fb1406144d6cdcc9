"""What a Minesweeper agent is, and the base class that turns a one-position agent into one."""

from __future__ import annotations

import operator
from typing import Protocol, cast

from hazard.core.errors import DecisionError
from hazard.mines.views import Action, Actions, Decisions, View, Views


class MinesAgent(Protocol):
    """`hazard.core.agent` states what it must obey."""

    def choose(self, views: Views) -> Decisions | Actions:
        """Cells to open in each view; or, from an agent that flags and chords, a list of actions a view."""
        ...


class PositionAgent:
    """Base class of agents that think about one position at a time: they only write `choose_one`."""

    def choose_one(self, view: View) -> int | list[int] | list[Action]:
        """A cell to open (row * cols + col), several in order, or actions: [("flag", 3), ("chord", 4)]."""
        raise NotImplementedError(f"{type(self).__name__} has no choose_one(view)")

    def choose(self, views: Views) -> Decisions | Actions:
        """One decision for each view."""
        answers = [self.choose_one(view) for view in views]
        if any(isinstance(answer, list) and answer and isinstance(answer[0], tuple) for answer in answers):
            return [as_actions(answer) for answer in answers]
        return Decisions.from_lists([as_cells(answer) for answer in answers])


def as_cells(answer: object) -> list[int]:
    """An answer of cells as a list."""
    cells = cast("list[int]", answer if isinstance(answer, list) else [answer])
    try:
        return [operator.index(cell) for cell in cells]
    except TypeError:
        raise DecisionError(
            f"choose_one returned {answer!r}; it must return a cell or a list of cells"
        ) from None


def as_actions(answer: object) -> list[Action]:
    """An answer of either kind as actions."""
    if isinstance(answer, list):
        items = cast("list[object]", answer)
        if all(isinstance(item, tuple) for item in items):
            return cast("list[Action]", items)
    return [("open", cell) for cell in as_cells(cast(object, answer))]
