"""`--until lo,hi`: a match of two agents that ends as soon as a sequential test is sure enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hazard.arena.mines.pairs import Pair, only_one_won
from hazard.arena.mines.standing import Tally
from hazard.arena.stats import Hypothesis, SequentialTest
from hazard.core.errors import BadInput


@dataclass(frozen=True, slots=True)
class Until:
    """H0 "a is at most `low` points better than b" against H1 "at least `high` points"; a point is 1 %."""

    low: float
    high: float

    @classmethod
    def parse(cls, text: str) -> Until:
        """`0,1`: two differences in points, the lower one first."""
        try:
            low, high = (float(part) for part in text.split(","))
            if not -100 < low < high < 100:
                raise ValueError
        except ValueError:
            raise BadInput(
                f"--until {text!r}: want two differences in points, the lower first, such as 0,1"
            ) from None
        return cls(low, high)

    @property
    def test(self) -> SequentialTest:
        """Both error rates are 5 %."""
        return SequentialTest(self.low / 100, self.high / 100)

    def __str__(self) -> str:
        return f"{self.low:g},{self.high:g}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the test stands after the games of `pair`; `accepted` is None while it is not sure."""

    until: Until
    pair: Pair
    ratio: float
    accepted: Hypothesis | None

    def to_json(self) -> dict[str, Any]:
        """a, b, low, high (points), accepted ("H0", "H1", null), games, log_likelihood_ratio."""
        return {
            "a": self.pair.a,
            "b": self.pair.b,
            "low": self.until.low,
            "high": self.until.high,
            "accepted": self.accepted,
            "games": self.pair.games,
            "log_likelihood_ratio": self.ratio,
        }


class Watch:
    """Looks at the test after each block, in the order of the blocks, whoever finished first.

    So the verdict does not depend on workers, nor on how often the match was interrupted.
    """

    def __init__(self, until: Until, a: Tally, b: Tally, starts: Iterable[int]) -> None:
        self.until, self.a, self.b = until, a, b
        self.starts = list(starts)
        self.looked = 0
        self.counts = (0, 0, 0)  # a_only, b_only, games

    def look(self) -> Verdict:
        """Go on to the first block at which a hypothesis is accepted, or that both have not played yet."""
        verdict = self.verdict()
        while verdict.accepted is None and self.looked < len(self.starts):
            start = self.starts[self.looked]
            if start not in self.a.blocks or start not in self.b.blocks:
                break
            a_only, b_only = only_one_won(self.a.blocks[start].status, self.b.blocks[start].status)
            before = self.counts
            self.counts = before[0] + a_only, before[1] + b_only, before[2] + len(self.a.blocks[start])
            self.looked += 1
            verdict = self.verdict()
        return verdict

    def verdict(self) -> Verdict:
        """After the blocks that were looked at."""
        test, pair = self.until.test, Pair(self.a.agent, self.b.agent, *self.counts)
        return Verdict(self.until, pair, test.log_likelihood_ratio(*self.counts), test.accepted(*self.counts))
