"""The counting rules and the linear system find what a slow reference in fractions finds, cell by cell."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from hazard.mines.around import sum_around
from hazard.mines.deduction import MINE, SAFE, UNKNOWN, counting_rules, equations
from hazard.mines.inference import analyse_many
from tests.oracles.positions import expert_positions

Cell = tuple[int, int]
Row = list[Fraction]


class Reference:
    """What is known of one position; written from the definitions, with nothing clever."""

    def __init__(self, cells: NDArray[np.int8]) -> None:
        self.codes = {(row, col): int(code) for (row, col), code in np.ndenumerate(cells)}
        self.known: dict[Cell, int] = {}  # SAFE or MINE
        self.shape = cells.shape

    def around(self, cell: Cell) -> list[Cell]:
        row, col = cell
        block = [(r, c) for r in (row - 1, row, row + 1) for c in (col - 1, col, col + 1)]
        return [other for other in block if other in self.codes and other != cell]

    def equation(self, number: Cell) -> tuple[list[Cell], int]:
        """The cells around a number of which nothing is known, and how many of them are mines."""
        around = self.around(number)
        unknown = [cell for cell in around if self.codes[cell] < 0 and cell not in self.known]
        return unknown, self.codes[number] - sum(self.known.get(cell) == MINE for cell in around)

    def equations(self) -> list[tuple[list[Cell], int]]:
        return [self.equation(cell) for cell, code in self.codes.items() if code >= 0]

    def apply_rules(self) -> None:
        """The two counting rules, until neither finds anything."""
        before = -1
        while before < len(self.known):
            before = len(self.known)
            for number in (cell for cell, code in self.codes.items() if code >= 0):
                unknown, mines = self.equation(number)
                if mines == 0:
                    self.known |= dict.fromkeys(unknown, SAFE)
                elif mines == len(unknown):
                    self.known |= dict.fromkeys(unknown, MINE)

    def apply_system(self) -> None:
        """Rules and linear system in turns, until neither finds anything."""
        before = -1
        while before < len(self.known):
            before = len(self.known)
            self.apply_rules()
            equations = [(cells, mines) for cells, mines in self.equations() if cells]
            columns = sorted({cell for cells, _ in equations for cell in cells})
            rows = [[Fraction(cell in cells) for cell in columns] + [Fraction(m)] for cells, m in equations]
            for row in reduced(rows, len(columns)):
                self.known |= decided(row, columns)

    @property
    def certain(self) -> NDArray[np.uint8]:
        board = np.full(self.shape, UNKNOWN, np.uint8)
        for cell, fate in self.known.items():
            board[cell] = fate
        return board


def reduced(rows: list[Row], columns: int) -> list[Row]:
    """Reduced row echelon form, columns from the left."""
    rows, done = [list(row) for row in rows], 0
    for column in range(columns):
        pivot = next((i for i in range(done, len(rows)) if rows[i][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        head = rows[done] = [entry / rows[done][column] for entry in rows[done]]
        for i, row in enumerate(rows):
            if i != done and row[column]:
                factor = row[column]
                rows[i] = [a - factor * b if b else a for a, b in zip(row, head, strict=True)]
        done += 1
    return rows


def decided(row: Row, columns: list[Cell]) -> dict[Cell, int]:
    """All cells of a row whose sum is the least or the greatest that its left side can be."""
    terms = [(cell, factor) for cell, factor in zip(columns, row[:-1], strict=True) if factor]
    least = sum(factor for _, factor in terms if factor < 0)
    most = sum(factor for _, factor in terms if factor > 0)
    if row[-1] == least:
        return {cell: MINE if factor < 0 else SAFE for cell, factor in terms}
    if row[-1] == most:
        return {cell: MINE if factor > 0 else SAFE for cell, factor in terms}
    return {}


def random_positions(seed: int, count: int, rows: int, cols: int) -> tuple[NDArray[np.int8], int]:
    """Random openings of random layouts of one mine count, some cells flagged: int8[count, rows, cols]."""
    rng = np.random.default_rng(seed)
    total = int(rows * cols * rng.uniform(0.12, 0.3))
    mines = np.zeros((count, rows * cols), np.bool_)
    mines[:, :total] = True
    mines = rng.permuted(mines, axis=1).reshape(count, rows, cols)
    opened = ~mines & (rng.random(mines.shape) < rng.uniform(0.3, 0.9, (count, 1, 1)))
    flagged = ~opened & (rng.random(mines.shape) < 0.05)  # true or wrong: neither method looks at flags
    return np.where(opened, sum_around(mines), np.where(flagged, -2, -1)).astype(np.int8), total


BOARDS = [(seed, 100, 6, 7) for seed in range(8)] + [(8, 30, 12, 12), (9, 100, 1, 20), (10, 5, 30, 30)]


@pytest.mark.parametrize(("seed", "count", "rows", "cols"), BOARDS)
def test_both_methods_find_what_the_reference_finds(seed: int, count: int, rows: int, cols: int) -> None:
    cells, mines = random_positions(seed, count, rows, cols)
    by_rules, by_system = counting_rules(cells), equations(cells)
    exact = analyse_many(cells, mines, trust_flags=False).certain
    for place in range(count):
        reference = Reference(cells[place])
        reference.apply_rules()
        assert by_rules[place].tolist() == reference.certain.tolist()
        reference.apply_system()
        assert by_system[place].tolist() == reference.certain.tolist()
        found = by_system[place] != UNKNOWN
        assert (exact[place][found] == by_system[place][found]).all()


def test_the_boards_tell_the_methods_apart() -> None:
    more, most = 0, 0
    for board in BOARDS:
        cells, mines = random_positions(*board)
        by_rules, by_system = counting_rules(cells), equations(cells)
        exact = analyse_many(cells, mines, trust_flags=False).certain
        more += int(((by_system > 0) & (by_rules == 0)).any(axis=(1, 2)).sum())
        most += int(((exact > 0) & (by_system == 0)).any(axis=(1, 2)).sum())
    assert more > 50
    assert most > 50


@pytest.mark.parametrize("number", range(40))
def test_both_methods_find_what_the_reference_finds_in_expert_games(number: int) -> None:
    position = expert_positions(40)[number]
    cells = position.cells[np.newaxis]
    reference = Reference(position.cells)
    reference.apply_rules()
    assert counting_rules(cells)[0].tolist() == reference.certain.tolist()
    reference.apply_system()
    assert equations(cells)[0].tolist() == reference.certain.tolist()
