"""How decisions came about, where each game has a process of its own: times, overruns, who is given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hazard.dice.refusal import Refusal


@dataclass(frozen=True, slots=True, eq=False)
class Account:
    """Of the decisions about n views."""

    seconds: NDArray[np.float64]  # [n] that the agent's own code took
    overruns: NDArray[np.bool_]  # [n] its clock ran out, so the turn ended
    refusals: Mapping[int, Refusal] = field(default_factory=dict[int, Refusal])
    """By place among the views; its command then means nothing."""

    def first(self) -> Refusal | None:
        """Of the refusals."""
        return next(iter(self.refusals.values()), None)


@dataclass(frozen=True, slots=True)
class Births:
    """Games that begin, for an agent that keeps something for each of its seats."""

    seats: tuple[tuple[int, int, int], ...]
    """The seed of the seat, its number, and the place of its game below."""
    positions: tuple[object, ...]
    """hazard.dice.position.Position; pickled once for all seats of a game."""
