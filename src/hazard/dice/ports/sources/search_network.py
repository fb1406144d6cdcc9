"""Who will win: a small network, the same for every player, makes one number of what a player holds."""

from math import exp, log
from operator import mul

from .search_weights import ABOVE, BELOW, BIAS, FIRST, SECOND, SHIFT

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
    """The chance to win of the first player, who ends its turn, against the others who are alive."""
    strengths = [strength(traits) for traits in all_traits]
    chance = 1 / sum(exp(other - strengths[0]) for other in strengths)
    if not 0 < chance < 1:
        return chance
    logit = log(chance / (1 - chance))
    return 1 / (1 + exp(-SHIFT - (BELOW if logit < 0 else ABOVE) * logit))
