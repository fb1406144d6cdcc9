"""Exact inference by trying every layout: what is right on small positions (up to some 20 covered cells)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from hazard.mines.position import Position

Cell = tuple[int, int]


def neighbours(cell: Cell) -> list[Cell]:
    """The eight cells around a cell, on the board or not."""
    row, col = cell
    return [(row + dr, col + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)]


class EveryLayout:
    """All layouts that fit a position. A layout is a number: bit i set means a mine on hidden[i]."""

    def __init__(
        self,
        position: Position,
        *,
        trust_flags: bool = True,
        numbers: Iterable[Cell] | None = None,  # those that count; all by default
        count_mines: bool = True,  # False: any number of mines will do
    ) -> None:
        cells = {(row, col): int(code) for (row, col), code in np.ndenumerate(position.cells)}
        self.flags = {cell for cell, code in cells.items() if code == -2 and trust_flags}
        self.hidden = [cell for cell, code in cells.items() if code < 0 and cell not in self.flags]
        fits = np.arange(1 << len(self.hidden), dtype=np.uint32)
        if count_mines:
            fits = fits[np.bitwise_count(fits) == position.mines - len(self.flags)]
        for cell in (cell for cell, code in cells.items() if code >= 0) if numbers is None else numbers:
            fits = fits[self.number_at(cell, fits) == cells[cell]]
        self.fits = fits

    def number_at(self, cell: Cell, layouts: NDArray[np.uint32]) -> NDArray[np.integer]:
        """The number of mines around a cell in each layout."""
        beside = neighbours(cell)
        seen = sum(1 << bit for bit, other in enumerate(self.hidden) if other in beside)
        flags = sum(other in self.flags for other in beside)
        return np.bitwise_count(layouts & np.uint32(seen)).astype(np.int64) + flags

    @property
    def count(self) -> int:
        return len(self.fits)

    def is_mine(self, cell: Cell) -> NDArray[np.bool_]:
        """Whether a covered cell is a mine, in each layout."""
        if cell in self.flags:
            return np.ones(self.count, np.bool_)
        return (self.fits >> np.uint32(self.hidden.index(cell)) & np.uint32(1)) == 1

    def risk(self, cell: Cell) -> Fraction:
        """The exact probability of a mine on a covered cell."""
        return Fraction(int(self.is_mine(cell).sum()), self.count)

    def shows(self, cell: Cell) -> dict[int, Fraction]:
        """The exact probabilities of the numbers that a covered cell can show; the rest is its risk."""
        numbers = self.number_at(cell, self.fits)[~self.is_mine(cell)]
        found = zip(*np.unique(numbers, return_counts=True), strict=True)
        return {int(number): Fraction(int(times), self.count) for number, times in found}

    def is_dead(self, cell: Cell) -> bool:
        """A covered cell that can be safe and then always shows the same number."""
        return len(self.shows(cell)) == 1
