"""Who will win: a small network, the same for every player, makes one number of what a player holds."""

from math import exp
from operator import mul

from .search_weights import BIAS, FIRST, SECOND

ROWS = [list(row) for row in zip(*FIRST)]  # by hidden unit
UNITS = list(zip(ROWS, BIAS, SECOND))


def strength(traits):
    """Of one player; only differences mean something."""
    total = 0.0
    for row, bias, weight in UNITS:
        hidden = sum(map(mul, row, traits), bias)
        if hidden > 0:
            total += weight * hidden
    return total


def chance_of_first(all_traits):
    """The first player's chance to win, against the others who are alive."""
    strengths = [strength(traits) for traits in all_traits]
    return 1 / sum(exp(other - strengths[0]) for other in strengths)
