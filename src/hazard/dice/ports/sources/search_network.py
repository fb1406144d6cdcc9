"""Who will win: a small network, the same for every player, makes one number of what a player holds."""

import json
from math import exp, log
from operator import mul
from os.path import abspath, dirname, join

with open(join(dirname(abspath(__file__)), "search_network.json")) as file:
    NUMBERS = json.load(
        file
    )  # fitted to who won games of its own; first[i][k]: from trait i to hidden unit k
ROWS = [list(row) for row in zip(*NUMBERS["first"])]  # by hidden unit
UNITS = list(zip(ROWS, NUMBERS["bias"], NUMBERS["second"]))


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
    slope = NUMBERS["below"] if logit < 0 else NUMBERS["above"]
    return 1 / (1 + exp(-NUMBERS["shift"] - slope * logit))
