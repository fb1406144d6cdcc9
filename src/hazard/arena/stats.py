"""The statistics of a match, as small pure functions that name their theorem."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple


class Interval(NamedTuple):
    """A closed interval of a rate: 0 <= low <= high <= 1."""

    low: float
    high: float


def wilson(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval of a success rate, without continuity correction.

    Theorem (Wilson 1927): the rates p for which |successes/n - p| <= z * sqrt(p * (1 - p) / n) form the
    interval (p̂ + z²/2n ± z * sqrt(p̂(1 - p̂)/n + z²/4n²)) / (1 + z²/n), where z is the normal quantile of
    (1 + confidence) / 2. It covers near its nominal rate also where p̂ is close to 0 or 1. No trials tell
    nothing: [0, 1].
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} trials: want 0 <= successes <= trials")
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} must lie between 0 and 1")
    if n == 0:
        return Interval(0.0, 1.0)
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = successes / n
    spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    middle, scale = rate + z * z / (2 * n), 1 + z * z / n
    low = 0.0 if successes == 0 else (middle - spread) / scale
    high = 1.0 if successes == n else (middle + spread) / scale
    return Interval(low, high)
