"""Outlines go once around land and holes; labels stand inside, away from the shore."""

from __future__ import annotations

import pytest

from hazard.dice.map import Map
from hazard.dice.shape import NEIGHBOURS, label_place, outline

RING = {(x, y) for x, y in NEIGHBOURS}


def area(loop: list[tuple[int, int]]) -> float:
    """Signed, in units of corners; a hex has 6."""
    around = zip(loop, [*loop[1:], loop[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in around) / 2


def test_one_hex_has_six_corners() -> None:
    ((*corners,),) = outline([(4, 2)])
    assert len(corners) == 6
    assert area(corners) == 6


def test_a_ring_has_an_outline_and_a_hole_that_goes_the_other_way() -> None:
    loops = sorted(outline(RING), key=len)
    assert [len(loop) for loop in loops] == [6, 18]
    assert [area(loop) for loop in loops] == [-6, 42]


@pytest.mark.parametrize("seed", range(20))
def test_an_outline_holds_exactly_its_hexes(seed: int) -> None:
    for hexes in Map.grow(seed=seed).hexes:
        assert sum(area(loop) for loop in outline(hexes)) == 6 * len(hexes)


@pytest.mark.parametrize("seed", range(20))
def test_a_label_has_two_hexes_of_its_area(seed: int) -> None:
    for hexes in Map.grow(seed=seed).hexes:
        x, y = label_place(hexes)
        assert {(x, y), (x + 2, y)} <= set(hexes)


def test_a_label_stands_where_the_land_is_widest() -> None:
    tail = [(x, 0) for x in range(10, 30, 2)]
    assert label_place([*RING, (0, 0), (2, 0), (4, 0), *tail, (3, 1), (3, -1), (5, 1), (5, -1)])[0] in (0, 2)


def test_land_without_two_hexes_side_by_side_has_a_label_too() -> None:
    assert label_place([(0, 0), (1, 1)]) in {(0, 0), (1, 1)}
