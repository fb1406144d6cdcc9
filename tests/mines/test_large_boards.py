"""Exact inference stays exact on boards whose layouts no double can count."""

from __future__ import annotations

from fractions import Fraction
from math import comb, fsum

import numpy as np
import pytest
from numpy.typing import NDArray

from hazard.core.errors import TooWide
from hazard.mines.around import sum_around
from hazard.mines.deduction import MINE, SAFE
from hazard.mines.inference import CONTRADICTORY, FINE, TOO_WIDE, analyse, analyse_many
from hazard.mines.level import Level
from hazard.mines.position import Position
from tests.mines.brute_force import EveryLayout
from tests.mines.exactness import check_risk
from tests.mines.transfer import ThinBoard
from tests.oracles.positions import LARGE, half_open, large_positions

Cell = tuple[int, int]


def layouts_with_a_mine(position: Position, cell: Cell) -> int:
    flagged = position.with_cell(*cell, -2)
    verdict = analyse_many(flagged.cells[np.newaxis], flagged.mines).verdict[0]
    return 0 if verdict == CONTRADICTORY else analyse(flagged).layouts


def some_covered(position: Position, count: int) -> list[Cell]:
    """A few covered cells, half of them beside numbers."""
    rng = np.random.default_rng(position.cells.size)
    covered = position.cells == -1
    beside = covered & (sum_around(position.cells >= 0) > 0)
    kinds = [np.argwhere(kind) for kind in (beside, covered & ~beside) if kind.any()]
    picked = [rng.choice(kind, size=min(len(kind), count // len(kinds)), replace=False) for kind in kinds]
    return [(row, col) for row, col in np.concatenate(picked).tolist()]


@pytest.mark.parametrize("number", range(6))
def test_risks_are_the_fractions_of_layouts_with_a_mine_there(number: int) -> None:
    position = large_positions(6)[number]
    analysis = analyse(position)
    for cell in some_covered(position, 30):
        check_risk(analysis, cell, Fraction(layouts_with_a_mine(position, cell), analysis.layouts))


@pytest.mark.parametrize("number", range(6))
def test_risks_add_up_to_the_mines(number: int) -> None:
    analysis = analyse(large_positions(6)[number])
    risks = analysis.mine_probability[analysis.position.cells < 0]
    assert fsum(risks) == pytest.approx(2000, rel=1e-12)  # as each risk


@pytest.mark.parametrize("number", range(6))
def test_samples_fit_large_boards(number: int) -> None:
    position = large_positions(6)[number]
    layouts = analyse(position).sample(20, seed=number)
    opened = position.cells >= 0
    assert (layouts.sum(axis=(1, 2)) == position.mines).all()
    assert not layouts[:, opened].any()
    assert (sum_around(layouts)[:, opened] == position.cells[opened]).all()


@pytest.mark.parametrize("number", [1, 2])
def test_samples_of_large_boards_have_mines_as_often_as_the_risks_say(number: int) -> None:
    analysis = analyse(large_positions(6)[number])
    drawn = 2000
    often = analysis.sample(drawn, seed=1).mean(axis=0)
    doubtful = np.abs(analysis.mine_probability - 0.5) < 0.45  # rarer ones have longer tails
    risk = analysis.mine_probability[doubtful]
    deviation = (often[doubtful] - risk) / np.sqrt(risk * (1 - risk) / drawn)
    # The worst of up to 10,000 binomials: beyond 7 standard deviations comes one of 100,000 seeds.
    assert np.abs(deviation).max() < 7
    assert (often[analysis.certain == MINE] == 1).all()
    assert (often[analysis.certain == SAFE] == 0).all()


def test_the_golden_large_board() -> None:
    """Its layouts were counted by pysdd; test_sdd.py does it again."""
    analysis = analyse(half_open(seed=1))
    digits = str(analysis.layouts)
    assert (len(digits), digits[:20], digits[-20:]) == (1004, "57543517549117785696", "40018386598105907200")
    assert (len(analysis.safe), len(analysis.mine), len(analysis.dead)) == (121, 1019, 19)


@pytest.mark.parametrize("cells", [1000, 1020, 1024, 1030, 1100, 10_000])
def test_a_number_in_the_corner_of_a_large_sea(cells: int) -> None:
    # Up to 10^301 and 10^308 layouts, beyond what doubles hold, and far beyond.
    rows = 10 if cells < 10_000 else 100
    cols, mines = cells // rows, cells // 2
    sea = rows * cols - 4
    position = Position.covered(Level(rows, cols, mines, "any")).with_cell(0, 0, 1)
    analysis = analyse(position)
    assert analysis.layouts == 3 * comb(sea, mines - 1)
    check_risk(analysis, (0, 1), Fraction(1, 3))
    check_risk(analysis, (5, 5), Fraction(mines - 1, sea))
    # The far corner has three neighbours, all in the sea.
    [shows] = analysis.value_probabilities([(rows - 1, cols - 1)])
    for number in range(4):
        ways = comb(3, number) * comb(sea - 4, mines - 1 - number)
        assert shows[number] == pytest.approx(float(Fraction(ways, comb(sea, mines - 1))), rel=1e-12)
    assert (shows[4:] == 0).all()


def thin_position(seed: int, rows: int, cols: int) -> Position:
    """Random openings and flags of a random layout."""
    rng = np.random.default_rng(seed)
    mines = rng.random((rows, cols)) < rng.uniform(0.2, 0.5)
    opened = ~mines & (rng.random((rows, cols)) < rng.uniform(0.3, 0.9))
    flagged = mines & (rng.random((rows, cols)) < 0.1)
    cells = np.where(opened, sum_around(mines), np.where(flagged, -2, -1))
    return Position(rows, cols, int(mines.sum()), cells.astype(np.int8))


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(("rows", "cols"), [(1, 255), (1, 60), (2, 255), (3, 40)])
def test_thin_boards_of_any_length(rows: int, cols: int, turned: bool) -> None:
    lying = thin_position(seed=rows * cols, rows=rows, cols=cols)
    reference = ThinBoard(lying)
    position = Position(cols, rows, lying.mines, lying.cells.T) if turned else lying
    analysis = analyse(position)
    layouts = reference.layouts()
    assert analysis.layouts == layouts
    for row, col in some_covered(lying, 30):
        cell = (col, row) if turned else (row, col)
        check_risk(analysis, cell, Fraction(reference.layouts(mined=(row, col)), layouts))


def test_cells_are_certain_by_counting_and_not_by_rounding() -> None:
    # Eight 1s around a covered cell, in a wide sea with few mines. Either that cell is a mine and three lie
    # in the sea, or four of the ring around the 1s are mines and the sea has none: a risk of some 1e-14.
    star = Position.parse("5x5x4\nHHHHH\nH111H\nH1H1H\nH111H\nHHHHH")
    cells = np.full((250, 250), -1, np.int8)
    cells[100:105, 100:105] = star.cells
    analysis = analyse(Position(250, 250, 4, cells))
    every = EveryLayout(star, count_mines=False)
    sea = 250 * 250 - 25
    ways = [comb(sea, 4 - mines) if mines <= 4 else 0 for mines in np.bitwise_count(every.fits).tolist()]
    assert analysis.layouts == sum(ways)
    for row, col in every.hidden:
        mined = sum(way for way, mine in zip(ways, every.is_mine((row, col)), strict=True) if mine)
        risk = Fraction(mined, sum(ways))
        assert risk > 1 - 1e-12 if (row, col) == (2, 2) else risk < 1e-12
        check_risk(analysis, (100 + row, 100 + col), risk)


def random_cells(seed: int, side: int, mines: int) -> tuple[NDArray[np.bool_], NDArray[np.int8]]:
    """A random layout of a square board, and what its cells show."""
    layout = np.random.default_rng(seed).permutation(side * side).reshape(side, side) < mines
    return layout, sum_around(layout).astype(np.int8)


def test_numbers_that_hang_together_all_over_the_board_are_refused() -> None:
    layout, cells = random_cells(1, 100, 2000)
    cells[layout] = cells[1::2] = cells[:, 1::2] = -1
    with pytest.raises(TooWide, match="too wide for exact inference"):
        analyse(Position(100, 100, 2000, cells))
    lone = Position.covered(LARGE).with_cell(50, 50, 3).cells
    many = analyse_many(np.stack([cells, lone]), 2000)
    assert many.verdict.tolist() == [TOO_WIDE, FINE]
    assert many.mine_probability[1, 49, 49] == pytest.approx(3 / 8, rel=1e-12)


def test_the_largest_board_is_told_as_far_as_numbers_hold_its_layouts() -> None:
    layout, cells = random_cells(1, 255, 13_000)
    with pytest.raises(TooWide, match=r"more layouts than about 10\^4900"):
        analyse(Position(255, 255, 13_000, np.full_like(cells, -1)))
    cells[layout | (np.random.default_rng(2).random(cells.shape) < 0.1)] = -1
    position = Position(255, 255, 13_000, cells)
    analysis = analyse(position)
    assert fsum(analysis.mine_probability[cells < 0]) == pytest.approx(13_000, rel=1e-12)
    assert not layout[analysis.certain == SAFE].any()
    assert layout[analysis.certain == MINE].all()
    for cell in some_covered(position, 30):
        check_risk(analysis, cell, Fraction(layouts_with_a_mine(position, cell), analysis.layouts))
