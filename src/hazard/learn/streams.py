"""The streams of randomness of a training, the same for every learner: salts of the recipe's seed."""

from __future__ import annotations

import numpy as np

from hazard.core.seeds import mix

GAMES, TESTS, WEIGHTS, DRAWS = 0, 1, 2, 3  # what is played and tested on, first weights, orders and the like


def draws(seed: int, number: int) -> np.random.Generator:
    """What a session, or a generation, draws: its number says which."""
    return np.random.default_rng([mix(seed, DRAWS), number])


def layer_seed(seed: int, number: int) -> int:
    """What torch's own generator begins a session with, for layers that draw."""
    return mix(mix(seed, DRAWS), number) >> 1
