"""From components and sea to the board, in whole numbers: plain sums over how many mines lie where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb

Counts = Sequence[int]  # number of layouts with 0, 1, 2, ... mines

choose = cache(comb)  # of thousands of cells it takes a while, and is asked for again and again


def joined(parts: Sequence[Counts]) -> list[int]:
    """The layouts of independent parts taken together."""
    whole = [1]
    for part in parts:
        longer = [0] * (len(whole) + len(part) - 1)
        for i, ways in enumerate(whole):
            for j, more in enumerate(part):
                longer[i + j] += ways * more
        whole = longer
    return whole


def on_the_board(parts: Sequence[Counts], sea: int, mines: int) -> int:
    """The layouts of the parts and of `sea` cells that no number sees, with `mines` mines in all."""
    return sum(
        ways * choose(sea, mines - count) for count, ways in enumerate(joined(parts)) if count <= mines
    )
