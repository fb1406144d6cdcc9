"""A position that no layout fits is told with numbers that clash: an irreducible set of them."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from hazard.core.errors import Contradiction, TooWide
from hazard.mines.around import around, sum_around
from hazard.mines.clash import Region, components_of
from hazard.mines.contradiction import explain, irreducible
from hazard.mines.inference import analyse
from hazard.mines.position import Position
from tests.mines.reference import neighbours

Cell = tuple[int, int]


def fits(position: Position, kept: set[Cell], count_too: bool) -> bool:
    """Brute force over all layouts: can these numbers be true together, and with the mine count?"""
    codes = position.cells.ravel().tolist()
    covered = [cell for cell, code in enumerate(codes) if code == -1]
    flags = {cell for cell, code in enumerate(codes) if code == -2}
    numbers = [(row * position.cols + col) for row, col in kept]
    around = {number: set(neighbours(position.rows, position.cols, number)) for number in numbers}
    for choice in product([False, True], repeat=len(covered)):
        mines = flags | {cell for cell, mined in zip(covered, choice, strict=True) if mined}
        if count_too and len(mines) != position.mines:
            continue
        if all(len(mines & around[number]) == codes[number] for number in numbers):
            return True
    return False


def check(position: Position, clash: Contradiction) -> None:
    """The promises of the error, by brute force."""
    cells, count = set(clash.cells), clash.uses_mine_count
    assert "\n" not in str(clash)
    assert not fits(position, cells, count)
    for cell in cells:
        assert fits(position, cells - {cell}, count), f"{cell} is not needed"
    if count and cells:
        numbers = {(row, col) for row, col in np.argwhere(position.cells >= 0).tolist()}
        assert fits(position, numbers, count_too=False), "the mine count is not needed"
    if clash.smallest and len(cells) > 1:
        numbers = [(row, col) for row, col in np.argwhere(position.cells >= 0).tolist()]
        for smaller in combinations(numbers, len(cells) - 1):
            assert fits(position, set(smaller), count)


@given(
    cells=arrays.arrays(
        np.int8, st.tuples(st.integers(1, 3), st.integers(1, 4)), elements=st.integers(-2, 4)
    ),
    mines=st.integers(0, 12),
)
@settings(max_examples=300)
def test_what_is_named_clashes_and_nothing_of_it_can_be_dropped(cells: np.ndarray, mines: int) -> None:
    rows, cols = cells.shape
    position = Position(rows, cols, min(mines, cells.size), cells)
    numbers = {(row, col) for row, col in np.argwhere(cells >= 0).tolist()}
    if fits(position, numbers, count_too=True):
        analyse(position)
        return
    with pytest.raises(Contradiction) as caught:
        analyse(position)
    check(position, caught.value)


@pytest.mark.parametrize(
    ("text", "message", "cells", "count"),
    [
        (
            "3x1x1\nH2H",
            "with 1 mine in all, the number 2 at (0, 1) cannot be true: it needs more",
            {(0, 1)},
            True,
        ),
        ("3x1x1\n03H", "the number 3 at (0, 1) cannot be true", {(0, 1)}, False),
        (
            "5x1x2\n1H0H1",
            "the numbers at (0, 0) and (0, 2) cannot both be true",
            {(0, 0), (0, 2)},
            False,
        ),
        (
            "3x1x2\n0HH",
            "with 2 mines in all, the number 0 at (0, 0) cannot be true: it leaves room for fewer",
            {(0, 0)},
            True,
        ),
        ("2x2x3\nHH\nF5", "the number 5 at (1, 1) cannot be true", {(1, 1)}, False),
        ("3x1x1\nFFH", "2 flags, but only 1 mine", set[Cell](), True),
        (
            "3x3x6\n000\n000\nHHH",
            "no room for 6 mines in 3 covered cells, whatever the numbers say",
            set[Cell](),
            True,
        ),
    ],
)
def test_clashes_are_told_in_plain_words(text: str, message: str, cells: set[Cell], count: bool) -> None:
    position = Position.parse(text)
    with pytest.raises(Contradiction) as caught:
        analyse(position)
    assert str(caught.value) == message
    assert (set(caught.value.cells), caught.value.uses_mine_count) == (cells, count)
    assert caught.value.smallest


def test_flags_that_are_not_trusted_are_covered_cells() -> None:
    position = Position.parse("3x1x1\n1FH")
    assert analyse(position, trust_flags=False).layouts == 1
    wrong = Position.parse("3x1x1\n0FH")
    assert analyse(wrong, trust_flags=False).mine == [(0, 2)]
    with pytest.raises(Contradiction, match=r"the number 0 at \(0, 0\)"):
        analyse(wrong)


def test_many_numbers_are_counted_and_not_all_printed() -> None:
    # 30 separate pairs "1H1" need 30 mines, there are 20: any 21 of them clash with the count.
    cells = np.array([[1, -1, 1, 0] * 30], np.int8)
    clash = explain(Position(1, 120, 20, cells))
    assert len(clash.cells) == 21
    assert clash.uses_mine_count
    assert "and 9 more cannot all be true: they need more" in str(clash)


def test_a_total_between_the_possible_ones_is_told() -> None:
    # The middle cell is a mine, or the three corners are: 1 mine or 3 beside the 18 flags, never 2.
    position = Position.parse("5x5x20\nHFFFH\nF7F7F\nFFHFF\nF7FFF\nHFFFF\n")
    clash = explain(position)
    check(position, clash)
    assert clash.cells == ((1, 1), (1, 3), (3, 1))
    assert str(clash) == (
        "with 20 mines in all, the numbers at (1, 1), (1, 3) and (3, 1) cannot all be true: "
        "they leave other totals only"
    )
    assert clash.smallest


@pytest.mark.parametrize("seed", range(6))
def test_a_large_position_with_one_wrong_number_is_told_irreducibly(seed: int) -> None:
    rng = np.random.default_rng(seed)
    mines = rng.random((40, 40)) < 0.2
    cells = np.where(mines | (rng.random((40, 40)) < 0.1), -1, sum_around(mines)).astype(np.int8)
    row, col = np.argwhere((cells >= 1) & (cells < 7))[100]
    cells[row, col] += 2
    with pytest.raises(Contradiction) as caught:
        analyse(Position(40, 40, int(mines.sum()), cells))
    kept = list(caught.value.cells)
    region = Region(cells)
    assert (row, col) in kept
    assert not caught.value.uses_mine_count
    assert not region.fits(kept)
    for cell in kept:
        assert region.fits([other for other in kept if other != cell])


@given(st.sets(st.integers(0, 30), min_size=1), st.integers(0, 2**31))
def test_halving_finds_an_irreducible_set_whatever_clashes(culprits: set[int], seed: int) -> None:
    # A made-up clash: a set clashes when it holds one of two given sets.
    numbers = [(0, col) for col in range(31)]
    rng = np.random.default_rng(seed)
    other = set(rng.choice(31, size=4, replace=False).tolist())

    def clashes(kept: list[Cell]) -> bool:
        cols = {col for _, col in kept}
        return culprits <= cols or other <= cols

    found = irreducible(numbers, clashes)
    assert clashes(found)
    for cell in found:
        assert not clashes([kept for kept in found if kept != cell])


def share(cells: np.ndarray, a: Cell, b: Cell) -> bool:
    """Whether two numbers see the same covered cell."""
    seen = set(around(*a, *cells.shape)) & set(around(*b, *cells.shape))
    return any(cells[cell] == -1 for cell in seen)


def test_connected_sets_are_listed_once_each_and_completely() -> None:
    cells = np.array([[1, -1, 1, -1, 1, -1, 1], [0, 0, 0, 0, 0, 0, 0]], np.int8)
    region = Region(cells)
    listed = [frozenset(some) for some in region.connected_sets(3)]
    assert len(listed) == len(set(listed))
    beside = {(a, b) for a in region.numbers for b in region.numbers if a != b and share(cells, a, b)}

    def connected(some: frozenset[Cell]) -> bool:
        reached = {min(some)}
        while more := {b for a, b in beside if a in reached and b in some} - reached:
            reached |= more
        return reached == some

    for size in (2, 3):
        assert {some for some in listed if len(some) == size} == {
            frozenset(some) for some in combinations(region.numbers, size) if connected(frozenset(some))
        }


def test_a_clash_is_named_where_the_rest_hangs_together_too_widely() -> None:
    # Numbers on every second row and column of a covered board: too wide to count, but two of them clash.
    cells = np.full((81, 81), -1, np.int8)
    cells[1::2, 1::2] = 3
    with pytest.raises(TooWide, match="too wide for exact inference"):
        analyse(Position(81, 81, 2200, cells))
    cells[1, 1], cells[1, 2], cells[1, 3] = 0, 5, 3
    cells[0, 1:4] = cells[2, 1:4] = 1
    clash = explain(Position(81, 81, 2200, cells))
    assert clash.cells
    assert len(clash.cells) <= 8
    assert not clash.uses_mine_count
    kept = list(clash.cells)
    region = Region(cells)
    assert not region.part(kept).fits(kept)
    for cell in kept:
        fewer = [other for other in kept if other != cell]
        assert not fewer or region.part(fewer).fits(fewer)


def test_components_share_no_covered_cell() -> None:
    cells = Position.parse("7x1x2\n1H1H0H1").cells.copy()
    assert components_of(cells) == [[(0, 0), (0, 2), (0, 4), (0, 6)]]
    cells = Position.parse("8x1x2\n1H10H100").cells.copy()
    assert components_of(cells) == [[(0, 0), (0, 2)], [(0, 3), (0, 5)], [(0, 6)], [(0, 7)]]
    region = Region(cells).part([(0, 3), (0, 5)])
    assert (region.cells.tolist(), region.origin) == ([[9, 0, -1, 1, 9]], (0, 2))


@pytest.mark.parametrize("side", [30, 170, 255])
def test_one_wrong_number_is_found_on_a_board_of_any_size(side: int) -> None:
    mine = np.zeros((side, side), np.bool_)
    mine[::2, ::7] = True
    shown = np.zeros_like(mine)
    shown[1::3] = True
    shown[:, 1] = True
    shown &= ~mine
    cells = np.where(shown, sum_around(mine), -1).astype(np.int8)
    cells[1, 20] += 1
    with pytest.raises(Contradiction) as caught:
        analyse(Position(side, side, int(mine.sum()), cells))
    assert caught.value.cells
    assert all(abs(row - 1) <= 4 and abs(col - 20) <= 8 for row, col in caught.value.cells)


def test_a_region_knows_the_mines_that_its_numbers_allow() -> None:
    region = Region(
        Position.parse("5x1x2\n1H1HH").cells.copy()
    )  # one mine next to the numbers, one free cell
    both = [(0, 0), (0, 2)]
    possible = [region.fits(both, mines, mines) for mines in range(4)]
    assert possible == [False, True, True, False]
    assert region.fits(both, 0, 1)
    assert not region.fits(both, 0, 0)
    assert region.fits([], 3, 3)
