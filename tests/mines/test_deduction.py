"""The counting rules and the linear system: sound, and each finds what it should."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.mines.around import around, sum_around
from hazard.mines.deduction import MINE, SAFE, counting_rules, equations
from hazard.mines.inference import analyse_many
from hazard.mines.position import Position


def decided(method: object, text: str) -> list[list[int]]:
    certain = method(Position.parse(text).cells[np.newaxis])  # pyright: ignore[reportCallIssue]
    return certain[0].tolist()


@pytest.mark.parametrize("method", [counting_rules, equations])
def test_a_satisfied_number_frees_its_neighbours_and_a_full_one_fills_them(method: object) -> None:
    # 1 at (0, 0) has one covered neighbour: a mine. With it the 1 at (0, 2) is satisfied, so (0, 3) is safe.
    assert decided(method, "4x1x1\n1H1H") == [[0, MINE, 0, SAFE]]


def test_only_the_equations_see_one_number_inside_another() -> None:
    # The classic 1-1 at an edge: the second 1 sees one cell more, which is safe.
    assert decided(counting_rules, "3x3x2\nHHH\n111\n000")[0] == [0, 0, 0]
    assert decided(equations, "3x3x2\nHHH\n111\n000")[0] == [SAFE, MINE, SAFE]


def test_flags_count_as_covered_cells() -> None:
    assert decided(counting_rules, "3x1x1\n1FH") == [[0, MINE, 0]]


def positions_of_play(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Random openings of random layouts: cells and layouts, [n, 9, 9]."""
    rng = np.random.default_rng(seed)
    mines = rng.random((300, 9, 9)) < 0.17
    opened = (rng.random((300, 9, 9)) < rng.random((300, 1, 1))) & ~mines
    return np.where(opened, sum_around(mines), -1).astype(np.int8), mines


def test_both_are_sound_and_the_equations_find_at_least_as_much() -> None:
    cells, mines = positions_of_play(1)
    rules, system = counting_rules(cells), equations(cells, threads=2)
    for certain in (rules, system):
        assert not mines[certain == SAFE].any()
        assert mines[certain == MINE].all()
        assert not certain[cells >= 0].any()
    assert (system[rules > 0] == rules[rules > 0]).all()
    assert (system > 0).sum() > (rules > 0).sum()


def test_inference_knows_all_that_they_know() -> None:
    cells, mines = positions_of_play(2)
    system = equations(cells)
    for row in range(50):
        exact = analyse_many(cells[row : row + 1], int(mines[row].sum())).certain[0]
        assert (exact[system[row] > 0] == system[row][system[row] > 0]).all()


def test_sums_around_leave_the_cell_itself_out() -> None:
    rng = np.random.default_rng(3)
    boards = rng.random((4, 5, 7)) < 0.4
    sums = sum_around(boards)
    for board in range(4):
        for row in range(5):
            for col in range(7):
                expected = sum(bool(boards[board, r, c]) for r, c in around(row, col, 5, 7))
                assert sums[board, row, col] == expected
