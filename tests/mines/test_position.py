"""A position is a value: it compares, hashes, pickles, prints, and never changes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from hazard.core.errors import CellError, PositionError
from hazard.mines.level import Level
from hazard.mines.position import Position

TEXT = "4x2x3\n01HH\n1FH8\n"


def test_equal_contents_are_equal_positions_with_equal_hashes() -> None:
    one, other = Position.parse(TEXT), Position.parse(TEXT)
    assert one == other
    assert hash(one) == hash(other)
    assert one != other.with_cell(0, 2, 3)
    assert one != Position(2, 4, 4, one.cells)
    assert one != TEXT


def test_a_position_keeps_its_own_cells_and_they_cannot_be_written_to() -> None:
    cells = np.full((2, 2), -1, np.int8)
    position = Position(2, 2, 1, cells)
    cells[0, 0] = 5
    assert position.cells[0, 0] == -1
    for value in (position, pickle.loads(pickle.dumps(position))):
        with pytest.raises(ValueError, match="read-only"):
            value.cells[0, 0] = 5


def test_printing_and_parsing_are_inverse() -> None:
    assert str(Position.parse(TEXT)) == TEXT
    assert repr(Position.parse(TEXT)) == "<Position 2x4/3, 4 of 8 cells open>"


def test_with_cell_changes_one_cell_of_a_copy() -> None:
    position = Position.parse(TEXT)
    assert str(position.with_cell(1, 2, -2)) == "4x2x3\n01HH\n1FF8\n"
    assert str(position) == TEXT
    with pytest.raises(CellError, match=r"cell \(2, 0\) is outside the 2x4 board"):
        position.with_cell(2, 0, 1)
    with pytest.raises(PositionError, match=r"cell \(0, 0\) has code 9"):
        position.with_cell(0, 0, 9)


def test_a_position_can_be_shown_to_an_agent() -> None:
    views = Position.parse(TEXT).views(moves=4, seed=2**64 - 1)
    assert len(views) == 1
    view = views[0]
    assert (view.level, view.moves, view.seed) == (Level(2, 4, 3, "any"), 4, 2**64 - 1)
    assert view.cells.tolist() == [[0, 1, -1, -1], [1, -2, -1, 8]]


def test_a_covered_board() -> None:
    assert str(Position.covered(Level.parse("2x3/1", "any"))) == "3x2x1\nHHH\nHHH\n"


@pytest.mark.parametrize(
    ("rows", "cols", "mines", "cells", "message"),
    [
        (0, 3, 0, np.zeros((0, 3)), "each side must be 1 to 255"),
        (2, 2, 5, np.zeros((2, 2), np.int8), "5 mines on 2x2 = 4 cells"),
        (2, 2, -1, np.zeros((2, 2), np.int8), "-1 mines on 2x2"),
        (2, 2, 1, np.zeros((2, 3), np.int8), r"cells is int8\[2, 3\]; it must be int8\[2, 2\]"),
        (2, 2, 1, np.zeros((2, 2)), r"cells is float64"),
        (2, 2, 1, np.array([[0, 0], [0, 99]]), r"cell \(1, 1\) has code 99; -2 is flagged"),
    ],
)
def test_what_is_no_position_is_refused(
    rows: int, cols: int, mines: int, cells: np.ndarray, message: str
) -> None:
    with pytest.raises(PositionError, match=message):
        Position(rows, cols, mines, cells)
