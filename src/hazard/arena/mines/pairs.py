"""Two agents on the same layouts: who won where the other did not, and what that proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.arena.mines.standing import Tally
from hazard.arena.stats import Interval, mcnemar, paired_difference
from hazard.core.status import Status


@dataclass(frozen=True, slots=True)
class Pair:
    """Agents a and b, counted over the `games` layouts that both have played."""

    a: str
    b: str
    a_only: int
    b_only: int
    games: int

    @property
    def difference(self) -> float | None:
        """Win rate of a less that of b; None before the first game of both."""
        return (self.a_only - self.b_only) / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """Tango's 95 % interval of the difference."""
        return paired_difference(self.a_only, self.b_only, self.games)

    @property
    def p(self) -> float:
        """McNemar's exact two-sided p of "both win equally often"."""
        return mcnemar(self.a_only, self.b_only)

    def turned(self) -> Pair:
        """The same, told from the side of b."""
        return Pair(self.b, self.a, self.b_only, self.a_only, self.games)

    def to_json(self) -> dict[str, Any]:
        """a, b, a_only, b_only, difference, low, high, p; difference and interval from -1 to 1."""
        low, high = self.interval
        return {
            "a": self.a,
            "b": self.b,
            "a_only": self.a_only,
            "b_only": self.b_only,
            "difference": self.difference,
            "low": low,
            "high": high,
            "p": self.p,
        }


def pairs_of(tallies: Sequence[Tally]) -> tuple[Pair, ...]:
    """Each agent with each that was named after it."""
    return tuple(pair_of(a, b) for a, b in combinations(tallies, 2))


def pair_of(a: Tally, b: Tally) -> Pair:
    """Over the blocks that both have played; every status but WON is no win."""
    both = a.blocks.keys() & b.blocks.keys()
    counts = [only_one_won(a.blocks[start].status, b.blocks[start].status) for start in both]
    a_only, b_only = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0)
    return Pair(a.agent, b.agent, a_only, b_only, sum(len(a.blocks[start]) for start in both))


def only_one_won(of_a: NDArray[np.uint8], of_b: NDArray[np.uint8]) -> tuple[int, int]:
    """How many games A alone won, and B alone; uint8[k] `hazard.Status` of the same layouts."""
    a_won, b_won = of_a == Status.WON, of_b == Status.WON
    return int((a_won & ~b_won).sum()), int((b_won & ~a_won).sum())
