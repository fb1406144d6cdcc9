"""The shape of land on the grid of hexes: its outline, and where its label stands.

A hex is wider than its row is high, with a corner at the top. Corners are whole numbers in units of half a
hex's width and half a side: the middle of hex (x, y) is (x, 3 y), and neighbours name a corner alike.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from hazard.dice.map import Hex

Corner = tuple[int, int]

# Around a hex from its upper right, clockwise: what lies across a side, and the side's two corners.
NEIGHBOURS: tuple[Hex, ...] = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
CORNERS: tuple[Corner, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
SIDES = tuple(zip(NEIGHBOURS, pairwise((*CORNERS, CORNERS[0])), strict=True))


def outline(hexes: Collection[Hex]) -> list[list[Corner]]:
    """The closed lines around some hexes: corners in order, clockwise outside, the other way around holes."""
    inside = set(hexes)
    following: dict[Corner, Corner] = {}  # three hexes meet in a corner, so one line at most leaves it
    for x, y in hexes:
        for (dx, dy), ((ax, ay), (bx, by)) in SIDES:
            if (x + dx, y + dy) not in inside:
                following[x + ax, 3 * y + ay] = (x + bx, 3 * y + by)
    loops: list[list[Corner]] = []
    while following:
        first, here = following.popitem()
        loop = [first]
        while here != first:
            loop.append(here)
            here = following.pop(here)
        loops.append(loop)
    return loops


def label_place(hexes: Collection[Hex]) -> Hex:
    """The left one of two hexes side by side that lie deepest inside; where there are no such two, any hex.

    Between equals the one nearest to the middle of all hexes.
    """
    inside = set(hexes)
    pairs = [(x, y) for x, y in hexes if (x + 2, y) in inside] or list(hexes)
    shore = rim(hexes)
    middle = sum(x for x, _ in hexes) / len(inside), sum(y for _, y in hexes) / len(inside)

    def fitness(place: Hex) -> tuple[float, float, Hex]:
        centre = place[0] + 1, place[1]
        depth = min(distance(centre, hexagon) for hexagon in shore)
        return -depth, distance(centre, middle), place

    return min(pairs, key=fitness)


def rim(hexes: Iterable[Hex]) -> set[Hex]:
    """The hexes around some, not of them."""
    inside = set(hexes)
    return {(x + dx, y + dy) for x, y in inside for dx, dy in NEIGHBOURS} - inside


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Squared, in halves of a hex's width."""
    return (one[0] - other[0]) ** 2 + 3 * (one[1] - other[1]) ** 2
