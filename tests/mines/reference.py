"""A slow Minesweeper in plain Python, written from the rules: what the native engine is compared with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

FLAGGED, COVERED = -2, -1
MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15


def splitmix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def neighbours(rows: int, cols: int, cell: int) -> list[int]:
    row, col = divmod(cell, cols)
    return [
        r * cols + c
        for r in (row - 1, row, row + 1)
        for c in (col - 1, col, col + 1)
        if 0 <= r < rows and 0 <= c < cols and (r, c) != (row, col)
    ]


def draws(seed: int) -> Iterator[int]:
    """64-bit numbers from the seed's stream 0."""
    state = splitmix((seed + GOLDEN) & MASK)
    while True:
        state = (state + GOLDEN) & MASK
        yield splitmix(state)


def order_of(seed: int, cells: int) -> Iterator[int]:
    """The seed's order of the cells: Fisher and Yates from the front."""
    order = list(range(cells))
    for k, draw in zip(range(cells), draws(seed), strict=False):
        j = k + (draw * (cells - k) >> 64)
        order[k], order[j] = order[j], order[k]
        yield order[k]


@dataclass
class SlowGame:
    """One game; `cells` is what the player sees."""

    rows: int
    cols: int
    count: int  # of mines
    rule: str
    seed: int
    mines: set[int] | None = None  # None until the first cell is opened
    cells: list[int] = field(default_factory=list[int])
    status: str = "UNFINISHED"

    def __post_init__(self) -> None:
        self.cells = [COVERED] * (self.rows * self.cols)

    def around(self, cell: int) -> list[int]:
        return neighbours(self.rows, self.cols, cell)

    def lay(self, first: int) -> set[int]:
        protected = {"open": {first, *self.around(first)}, "safe": {first}, "any": set[int]()}[self.rule]
        allowed = (cell for cell in order_of(self.seed, len(self.cells)) if cell not in protected)
        return {cell for _, cell in zip(range(self.count), allowed, strict=False)}

    def open(self, cell: int) -> bool:
        """False where the rules refuse it."""
        if self.status != "UNFINISHED" or self.cells[cell] != COVERED:
            return False
        if self.mines is None:
            self.mines = self.lay(cell)
        if cell in self.mines:
            self.status = "LOST"
            return True
        waiting = [cell]
        while waiting:
            here = waiting.pop()
            if self.cells[here] != COVERED:
                continue
            self.cells[here] = len(self.mines.intersection(self.around(here)))
            if self.cells[here] == 0:
                waiting += self.around(here)
        if sum(code >= 0 for code in self.cells) == len(self.cells) - self.count:
            self.status = "WON"
        return True

    def flag(self, cell: int) -> bool:
        return self.turn(cell, COVERED, FLAGGED)

    def unflag(self, cell: int) -> bool:
        return self.turn(cell, FLAGGED, COVERED)

    def turn(self, cell: int, before: int, after: int) -> bool:
        if self.status != "UNFINISHED" or self.cells[cell] != before:
            return False
        self.cells[cell] = after
        return True

    def chord(self, cell: int) -> bool:
        flags = sum(self.cells[other] == FLAGGED for other in self.around(cell))
        if self.status != "UNFINISHED" or self.cells[cell] < 0 or flags != self.cells[cell]:
            return False
        for other in self.around(cell):
            self.open(other)
        return True
