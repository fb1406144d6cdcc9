"""Randomness as a function of seeds: the mixing function, the seeds of a match's games, an agent's pick."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

GAMMA = 0x9E3779B97F4A7C15  # 2^64 / golden ratio, the increment of splitmix64
FIRST_FACTOR = 0xBF58476D1CE4E5B9
SECOND_FACTOR = 0x94D049BB133111EB
MASK = (1 << 64) - 1


def mix64(z: int) -> int:
    """The finaliser of splitmix64, a bijection of 64-bit numbers."""
    z &= MASK
    z = ((z ^ (z >> 30)) * FIRST_FACTOR) & MASK
    z = ((z ^ (z >> 27)) * SECOND_FACTOR) & MASK
    return z ^ (z >> 31)


def mix(seed: int, salt: int) -> int:
    """An independent 64-bit number for each (seed, salt)."""
    return mix64(seed + GAMMA * (salt + 1))


def game_seeds(match_seed: int, start: int, count: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Layout seeds and agent seeds of games start .. start+count-1 of a match: two uint64[count].

    Both come from one cryptographic hash, so that no agent can compute a layout from the seed that it is
    given.
    """
    digests = b"".join(
        blake2b(f"hazard/{match_seed}/{game}".encode(), digest_size=16).digest()
        for game in range(start, start + count)
    )
    seeds = np.frombuffer(digests, dtype="<u8").astype(np.uint64).reshape(count, 2)
    return seeds[:, 0].copy(), seeds[:, 1].copy()


def mix_many(seeds: NDArray[np.uint64], salts: NDArray[np.integer]) -> NDArray[np.uint64]:
    """mix() for arrays of the same shape: uint64[n]."""
    with np.errstate(over="ignore"):  # arithmetic modulo 2^64 is the point
        z = seeds + np.uint64(GAMMA) * (salts.astype(np.uint64) + np.uint64(1))
        z = (z ^ (z >> np.uint64(30))) * np.uint64(FIRST_FACTOR)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(SECOND_FACTOR)
        return z ^ (z >> np.uint64(31))


def pick(
    seeds: NDArray[np.uint64], moves: NDArray[np.integer], counts: NDArray[np.integer]
) -> NDArray[np.int64]:
    """A uniform index below counts[i] for each (seeds[i], moves[i]): int64[n]."""
    high = mix_many(seeds, moves) >> np.uint64(32)
    return ((high * counts.astype(np.uint64)) >> np.uint64(32)).astype(np.int64)
