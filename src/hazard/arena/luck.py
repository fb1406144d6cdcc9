"""Whether a player is luckier than its risks allow: what no honest player is, however it plays."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log, log1p

WEIGHT = 2.0


def evidence(risks: Iterable[tuple[float, bool]], weight: float = WEIGHT) -> float:
    """Decimal digits of evidence that mines were avoided by knowing where they are, or rolls by knowing them.

    `risks` are the cells that were opened: exact mine probability given all that was visible, and whether it
    was a mine; or attacks: the exact chance to lose, and whether it was lost. For whoever sees no more than
    that, prod exp(-weight * hit) / (1 - p + p exp(-weight)) has the expectation 1 at every moment. So by
    Ville's inequality it ever reaches 10^d with a probability of at most 10^-d, whatever the player chooses
    and whenever the counting stops.
    """
    total = 0.0
    for risk, hit in risks:
        total -= weight * hit + log1p(-risk * (1 - exp(-weight)))
    return total / log(10)
