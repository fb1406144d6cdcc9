"""Whether what an agent returned has the shape that the contract asks for."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import cast, get_args

import numpy as np

from hazard.core.errors import DecisionError
from hazard.mines.views import Action, ActionKind, Decisions, Views

KINDS = get_args(ActionKind)

Answer = Decisions | list[list[Action]]


def bare(answer: object, views: Views) -> Answer:
    """What a match needs of the answer: no values, no reasons; raises DecisionError as `checked` does."""
    decisions = checked(answer, views)
    return Decisions(decisions.cells) if isinstance(decisions, Decisions) else decisions


def checked(answer: object, views: Views) -> Answer:
    """The answer, one decision for each view; raises DecisionError where it is something else."""
    if isinstance(answer, Decisions):
        check_decisions(answer, views)
        return answer
    if not isinstance(answer, list | tuple):
        raise DecisionError(
            f"choose returned {type(answer).__name__}; it must return Decisions, or a list of actions a view"
        )
    games = cast(Sequence[object], answer)
    if len(games) != len(views):
        raise DecisionError(f"choose returned {len(games)} lists of actions for {len(views)} views")
    return [checked_actions(actions) for actions in games]


def check_decisions(decisions: Decisions, views: Views) -> None:
    """Raise DecisionError where the arrays do not fit the views."""
    level, n = views.level, len(views)
    if len(decisions) != n:
        raise DecisionError(f"choose returned {len(decisions)} decisions for {n} views")
    if decisions.values is not None:
        if decisions.values.shape != (n, level.rows, level.cols):
            shape = list(decisions.values.shape)
            raise DecisionError(
                f"Decisions.values has shape {shape}; it must be {[n, level.rows, level.cols]}"
            )
        if np.isinf(decisions.values).any():
            raise DecisionError("Decisions.values holds an infinite value; use nan where nothing is said")


def checked_actions(actions: object) -> list[Action]:
    """One game's list of (kind, cell)."""
    if not isinstance(actions, list | tuple):
        raise DecisionError(
            f"actions of a game are {type(actions).__name__}; they must be a list of (kind, cell)"
        )
    return [checked_action(action) for action in cast(Sequence[object], actions)]


def checked_action(action: object) -> Action:
    """One (kind, cell) with a whole number for the cell."""
    try:
        kind, cell = cast(tuple[object, int], action)
        if kind in KINDS:
            return cast(ActionKind, kind), operator.index(cell)
    except (TypeError, ValueError):
        pass
    raise DecisionError(
        f"action {action!r} is not one of {', '.join(KINDS)} with a cell, such as ('open', 12)"
    )
