"""A part of a position of which one can ask whether some of its numbers can be true together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from hazard.mines import native
from hazard.mines.around import around
from hazard.mines.limits import limits_told
from hazard.mines.views import COVERED, FLAGGED

Cell = tuple[int, int]

SILENT = 9  # the code of a cell that is open and whose number counts for nothing


class Region:
    """Cells int8[rows, cols]: -2 a mine, -1 covered, 0..8 numbers, 9 nothing; `numbers` are board cells."""

    def __init__(self, cells: NDArray[np.int8], origin: Cell = (0, 0)) -> None:
        self.cells = cells
        self.origin = origin
        shown = np.argwhere((cells >= 0) & (cells != SILENT)) + np.array(origin)
        self.numbers: list[Cell] = [(row, col) for row, col in shown.tolist()]
        self.covered = int((cells == COVERED).sum())
        self.flags = int((cells == FLAGGED).sum())
        self.area = cells.size

    def fits(self, kept: list[Cell], low: int = 0, high: int | None = None) -> bool:
        """Whether the kept numbers can be true with low to high mines in the covered cells (default: any)."""
        high = self.covered if high is None else high
        cells = np.where(self.cells >= 0, SILENT, self.cells).astype(np.int8)
        if kept:
            rows, cols = (np.array(kept) - np.array(self.origin)).T
            cells[rows, cols] = self.cells[rows, cols]
        with limits_told():
            return native.feasible(cells, low + self.flags, high + self.flags, True)

    def forces_mines(self, kept: list[Cell], amount: int) -> bool:
        """Whether the kept numbers need at least `amount` mines."""
        return amount <= 0 or not self.fits(kept, 0, amount - 1)

    def forces_safe(self, kept: list[Cell], amount: int) -> bool:
        """Whether the kept numbers leave at least `amount` covered cells without a mine."""
        return amount <= 0 or not self.fits(kept, self.covered - amount + 1, self.covered)

    def part(self, kept: list[Cell]) -> Region:
        """The part of the region that the kept numbers see, everything else silent."""
        numbers = [(row - self.origin[0], col - self.origin[1]) for row, col in kept]
        rows, cols = zip(*numbers, strict=True)
        top, left = max(min(rows) - 1, 0), max(min(cols) - 1, 0)
        window = self.cells[top : max(rows) + 2, left : max(cols) + 2]
        cells = np.full_like(window, SILENT)
        for row, col in numbers:
            cells[row - top, col - left] = self.cells[row, col]
            for other in around(row - top, col - left, *window.shape):
                if window[other] < 0:
                    cells[other] = window[other]
        return Region(cells, (self.origin[0] + top, self.origin[1] + left))

    def connected_sets(self, largest: int) -> Iterator[list[Cell]]:
        """Sets of 2 to `largest` numbers that hang together by covered cells, each once, small first."""
        if largest < 2:
            return
        beside = neighbours_of(self.cells, self.origin)
        for size in range(2, largest + 1):
            for start in self.numbers:
                yield from grow([start], beside[start], set(), beside, size)


def grow(
    chosen: list[Cell], border: set[Cell], listed: set[Cell], beside: dict[Cell, set[Cell]], size: int
) -> Iterator[list[Cell]]:
    """All connected sets of `size` numbers with `chosen`, without `listed` and what precedes the first."""
    if len(chosen) == size:
        yield chosen
        return
    listed = set(listed)
    for cell in sorted(border):
        if cell > chosen[0] and cell not in listed:
            listed.add(cell)  # sets with this cell follow now, and never again
            yield from grow([*chosen, cell], border | beside[cell], listed, beside, size)


def neighbours_of(cells: NDArray[np.int8], origin: Cell = (0, 0)) -> dict[Cell, set[Cell]]:
    """For each number those with which it shares a covered cell, itself left out; named by board cells."""
    rows, cols = cells.shape
    seen_by: dict[Cell, list[Cell]] = {}
    for row, col in np.argwhere(cells == COVERED).tolist():
        numbers = [(r, c) for r, c in around(row, col, rows, cols) if 0 <= cells[r, c] != SILENT]
        seen_by[row, col] = [(r + origin[0], c + origin[1]) for r, c in numbers]
    beside: dict[Cell, set[Cell]] = defaultdict(set)
    for numbers in seen_by.values():
        for number in numbers:
            beside[number].update(numbers)
    for number, others in beside.items():
        others.discard(number)
    return beside


def components_of(cells: NDArray[np.int8]) -> list[list[Cell]]:
    """The numbers in groups that share no covered cell; numbers without covered neighbours stand alone."""
    beside = neighbours_of(cells)
    left: dict[Cell, None] = dict.fromkeys((row, col) for row, col in np.argwhere(cells >= 0).tolist())
    components: list[list[Cell]] = []
    while left:
        start = next(iter(left))
        del left[start]
        component, waiting = [start], [start]
        while waiting:
            for other in beside.get(waiting.pop(), ()):
                if other in left:
                    del left[other]
                    component.append(other)
                    waiting.append(other)
        components.append(sorted(component))
    return components
