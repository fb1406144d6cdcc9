"""Which games a seed names: a stream for each purpose, and for each agent its own."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

Seeds = tuple[int, int, int, int]
"""Of board, ownership, dice and rolls; the last is also that of reinforcement."""


def table_seeds(match_seed: int, number: int, rotation: int, players: int) -> NDArray[np.uint64]:
    """The seeds of one game, uint64[4 + players]: board, ownership, dice, rolls, then one for each seat.

    Rotations of one map share the first three. All come from a cryptographic hash, so that no agent can
    compute a roll from the seed that it is given.
    """
    board = numbers(f"hazard/{match_seed}/dice/{number}", 3)
    return np.concatenate([board, numbers(f"hazard/{match_seed}/dice/{number}/{rotation}", 1 + players)])


def numbers(text: str, count: int) -> NDArray[np.uint64]:
    """Unrelated numbers of 64 bits: uint64[count]."""
    blocks = (blake2b(f"{text}#{block}".encode(), digest_size=64).digest() for block in range(-(-count // 8)))
    return np.frombuffer(b"".join(blocks), "<u8").astype(np.uint64)[:count]
