"""Exact numbers of layouts: components and sea combined in whole numbers of any size."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

Counts = Sequence[int]  # number of layouts with 0, 1, 2, ... mines


def total_layouts(components: Sequence[Counts], sea: int, mines: int) -> int:
    """The layouts of independent components and `sea` untouched cells that have `mines` mines together."""
    frontier = product([list(component) for component in components])
    total = 0
    rest = mines - len(frontier) + 1
    ways = comb(sea, rest) if rest >= 0 else 0
    for count in reversed(frontier):  # from the most mines in the frontier, so that the sea's part grows
        total += count * ways
        rest += 1
        # C(sea, rest) from C(sea, rest - 1), exactly
        ways = ways * (sea - rest + 1) // rest if rest > 0 else int(rest == 0)
    return total


def product(factors: list[list[int]]) -> list[int]:
    """The product of polynomials with coefficients >= 0: pairs first, so that both sides grow alike."""
    if not factors:
        return [1]
    while len(factors) > 1:
        pairs = [multiply(a, b) for a, b in zip(factors[::2], factors[1::2], strict=False)]
        factors = pairs + factors[len(pairs) * 2 :]
    return factors[0]


def multiply(a: list[int], b: list[int]) -> list[int]:
    """Kronecker's substitution: each polynomial as one big number; Python multiplies those fast."""
    size = (sum(a).bit_length() + sum(b).bit_length()) // 8 + 1  # no coefficient of the product is longer
    product_number = pack(a, size) * pack(b, size)
    length = len(a) + len(b) - 1
    data = product_number.to_bytes(length * size, "little")
    return [int.from_bytes(data[i * size : (i + 1) * size], "little") for i in range(length)]


def pack(coefficients: list[int], size: int) -> int:
    """The coefficients as digits of `size` bytes, the first lowest."""
    return int.from_bytes(b"".join(number.to_bytes(size, "little") for number in coefficients), "little")
