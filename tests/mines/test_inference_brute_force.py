"""Exact inference says of small positions what trying every layout says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hazard.core.errors import Contradiction
from hazard.mines.around import sum_around
from hazard.mines.deduction import UNKNOWN
from hazard.mines.inference import CONTRADICTORY, FINE, analyse, analyse_many
from hazard.mines.position import Position
from tests.mines.brute_force import Cell, EveryLayout
from tests.mines.exactness import check_risk, is_exact

MOST_COVERED = 18

# Of a cell's two sides, what is there and what is seen.
OPEN, COVERED, HIDDEN_MINE, FLAGGED_MINE = range(4)


@st.composite
def true_positions(draw: st.DrawFn) -> Position:
    """What can be seen of a real layout on a board of up to 5x5."""
    side = st.sampled_from([1, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 5])  # small boards have little to say
    rows, cols = draw(side), draw(side)
    sides = st.sampled_from([OPEN] * 4 + [COVERED] * 5 + [HIDDEN_MINE] * 3 + [FLAGGED_MINE])
    board = np.array(draw(st.lists(sides, min_size=rows * cols, max_size=rows * cols)))
    board[np.flatnonzero(board != OPEN)[MOST_COVERED:]] = OPEN
    board = board.reshape(rows, cols)
    mines = board >= HIDDEN_MINE
    seen = sum_around(mines).astype(np.int8)
    seen[board != OPEN] = -1
    seen[board == FLAGGED_MINE] = -2
    return Position(rows, cols, int(mines.sum()), seen)


@st.composite
def any_positions(draw: st.DrawFn, least_changes: int = 0) -> Position:
    """A true position, or one with up to two wrong numbers, flags or mine counts."""
    position = draw(true_positions())
    cells, mines = position.cells.copy(), position.mines
    for _ in range(draw(st.integers(least_changes, 2))):
        cell = draw(st.integers(-1, cells.size - 1))
        if cell < 0:
            mines = min(cells.size, max(0, mines + draw(st.integers(-2, 2))))
        else:
            code = cells.flat[cell]
            cells.flat[cell] = draw(st.integers(0, 8) if code >= 0 else st.integers(-2, -1))
    return Position(position.rows, position.cols, mines, cells)


def covered(position: Position) -> list[Cell]:
    return [(row, col) for row, col in np.argwhere(position.cells < 0).tolist()]


def numbers(position: Position) -> list[Cell]:
    return [(row, col) for row, col in np.argwhere(position.cells >= 0).tolist()]


@pytest.mark.parametrize("trust_flags", [True, False])
@given(position=any_positions())
@settings(max_examples=1000)
def test_counts_risks_and_certain_cells_are_exact(trust_flags: bool, position: Position) -> None:
    every = EveryLayout(position, trust_flags=trust_flags)
    if every.count == 0:
        with pytest.raises(Contradiction):
            analyse(position, trust_flags=trust_flags)
        return
    analysis = analyse(position, trust_flags=trust_flags)
    assert analysis.layouts == every.count
    assert np.array_equal(np.isnan(analysis.mine_probability), position.cells >= 0)
    for cell in covered(position):
        check_risk(analysis, cell, every.risk(cell))
    assert (analysis.certain[position.cells >= 0] == UNKNOWN).all()


@pytest.mark.parametrize("trust_flags", [True, False])
@given(position=true_positions())
@settings(max_examples=300)
def test_the_numbers_that_cells_can_show_and_dead_cells_are_exact(
    trust_flags: bool, position: Position
) -> None:
    every = EveryLayout(position, trust_flags=trust_flags)
    analysis = analyse(position, trust_flags=trust_flags)
    board = analysis.value_probabilities()
    assert np.isnan(board[position.cells >= 0]).all()
    for cell in covered(position):
        shows = every.shows(cell)
        for number in range(9):
            assert is_exact(board[cell][number], shows.get(number, Fraction(0))), (cell, number)
    some = covered(position)[::-2]
    assert np.array_equal(
        analysis.value_probabilities(some), np.array([board[c] for c in some]).reshape(-1, 9)
    )
    assert analysis.dead == [cell for cell in covered(position) if every.is_dead(cell)]


@given(position=true_positions(), seed=st.integers(0, 2**64 - 1))
@settings(max_examples=300)
def test_samples_fit(position: Position, seed: int) -> None:
    every = EveryLayout(position)
    assert set(layout_numbers(every, analyse(position).sample(20, seed))) <= set(every.fits.tolist())


def layout_numbers(every: EveryLayout, samples: NDArray[np.bool_]) -> Iterator[int]:
    """Sampled boards as EveryLayout numbers them; every flag must be a mine, and no open cell."""
    bits = {cell: 1 << bit for bit, cell in enumerate(every.hidden)}
    for sample in samples:
        mines = {(row, col) for row, col in np.argwhere(sample).tolist()}
        assert every.flags <= mines <= every.flags | bits.keys()
        yield sum(bits[cell] for cell in mines - every.flags)


# Few layouts of unequal parts: sea and frontier, boxes of several cells, two components, flags.
UNEQUAL = [
    "6x2x3\nHHHHHH\n122HHH",
    "8x1x2\nH1H1HHHH",
    "5x4x4\nHHHHH\n22322\nHH1HH\nHH1HH",
    "7x2x4\nHHHHHHH\nH1HHH2H",
    "6x4x9\nHHHHFH\nHHH33H\nHHHHHH\n12HHF1",
]


@pytest.mark.parametrize("text", UNEQUAL)
def test_samples_are_uniform(text: str) -> None:
    position = Position.parse(text)
    every = EveryLayout(position)
    assert 1 < every.count <= 400
    each = 200
    drawn = Counter(layout_numbers(every, analyse(position).sample(each * every.count, seed=2)))
    assert drawn.keys() <= set(every.fits.tolist())
    times = np.array([drawn[layout] for layout in every.fits.tolist()])
    chi_square = ((times - each) ** 2 / each).sum()
    # Wilson and Hilferty: the cube root of chi square over its degrees of freedom is nearly normal. Beyond
    # 4.5 standard deviations comes one of 300,000 seeds.
    freedom = every.count - 1
    deviation = ((chi_square / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / (2 / (9 * freedom)) ** 0.5
    assert deviation < 4.5


def test_samples_are_a_function_of_the_seed() -> None:
    analysis = analyse(Position.parse(UNEQUAL[2]))
    first, again, other = (analysis.sample(50, seed) for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@given(position=any_positions(least_changes=1))
@settings(max_examples=1000)
def test_clashing_numbers_clash_and_each_is_needed(position: Position) -> None:
    try:
        analyse(position)
        return
    except Contradiction as error:
        clash = error

    def fits(kept: tuple[Cell, ...]) -> bool:
        return EveryLayout(position, numbers=kept, count_mines=clash.uses_mine_count).count > 0

    cells = clash.cells
    assert list(cells) == sorted(set(cells))
    assert not fits(cells)
    for cell in cells:
        assert fits(tuple(other for other in cells if other != cell)), f"{cell} is not needed"
    if clash.uses_mine_count:
        assert EveryLayout(position, count_mines=False).count > 0 or not cells
    if clash.smallest and cells:
        assert all(map(fits, combinations(numbers(position), len(cells) - 1)))


@given(positions=st.lists(any_positions(), min_size=1, max_size=8), threads=st.integers(1, 3))
@settings(max_examples=300)
def test_a_batch_says_the_same_as_one_at_a_time(positions: list[Position], threads: int) -> None:
    cells = np.full((len(positions), 5, 5), 0, np.int8)
    for board, position in zip(cells, positions, strict=True):
        board[: position.rows, : position.cols] = position.cells
    mines = positions[0].mines
    many = analyse_many(cells, mines, threads=threads)
    for board, verdict, probability, certain in zip(
        cells, many.verdict, many.mine_probability, many.certain, strict=True
    ):
        if verdict == CONTRADICTORY:
            with pytest.raises(Contradiction):
                analyse(Position(5, 5, mines, board))
            continue
        assert verdict == FINE
        analysis = analyse(Position(5, 5, mines, board))
        assert np.array_equal(analysis.mine_probability, probability, equal_nan=True)
        assert np.array_equal(analysis.certain, certain)
