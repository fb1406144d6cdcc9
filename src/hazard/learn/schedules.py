"""How a learning rate goes from its first to its last value."""

from __future__ import annotations

from math import cos, pi
from typing import Literal

Schedule = Literal["constant", "linear", "cosine"]


def scheduled(schedule: Schedule, first: float, last: float, done: float) -> float:
    """The rate after this share of the training; what comes after its end is as at its end."""
    done = min(done, 1.0)
    match schedule:
        case "constant":
            return first
        case "linear":
            return first + (last - first) * done
        case "cosine":
            return last + (first - last) * (1 + cos(pi * done)) / 2
