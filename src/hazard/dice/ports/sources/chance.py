"""What is left to chance: the numbers are those of Python's `random`."""

import random


def random_attack(position):
    """Any attack (source, target), or None where there is none."""
    attacks = position.attacks()
    return random.choice(attacks) if attacks else None
