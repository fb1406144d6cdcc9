"""Whether what an agent returned has the shape that the contract asks for."""

from __future__ import annotations

import numpy as np

from hazard.core.errors import DecisionError
from hazard.dice.views import Decisions, Views


def bare(answer: object, views: Views) -> Decisions:
    """What a match needs of the answer: no values, no reasons; raises DecisionError as `checked` does."""
    given = checked(answer, views)
    return Decisions(given.commands, account=given.account)


def checked(answer: object, views: Views) -> Decisions:
    """The answer, one decision for each view; raises DecisionError where it is something else."""
    if not isinstance(answer, Decisions):
        raise DecisionError(f"choose returned {type(answer).__name__}; it must return Decisions")
    if len(answer) != len(views):
        raise DecisionError(f"choose returned {len(answer)} decisions for {len(views)} views")
    if answer.values is not None:
        if answer.values.shape != views.neighbours.shape:
            raise DecisionError(
                f"Decisions.values has shape {list(answer.values.shape)}; "
                f"it must be {list(views.neighbours.shape)}, an entry for each neighbour of each area"
            )
        if np.isinf(answer.values).any():
            raise DecisionError("Decisions.values holds an infinite value; use nan where nothing is said")
    return answer
