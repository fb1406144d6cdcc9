"""A layout: where the mines are."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import LayoutError, LevelError
from hazard.mines.level import Level, Rule

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """Mines as sorted (row, col) pairs; `first` is the cell to open first, if given. Raises LayoutError."""

    rows: int
    cols: int
    mines: tuple[Cell, ...]
    first: Cell | None = None

    def __post_init__(self) -> None:
        mines = tuple(sorted((int(row), int(col)) for row, col in self.mines))
        object.__setattr__(self, "mines", mines)
        try:
            self.level()
        except LevelError as error:
            raise LayoutError(str(error)) from None
        for what, cells in (("mine", mines), ("first cell", () if self.first is None else (self.first,))):
            for row, col in cells:
                if not (0 <= row < self.rows and 0 <= col < self.cols):
                    raise LayoutError(f"{what} ({row}, {col}) is outside the {self.rows}x{self.cols} board")
        twice = next((cell for cell, following in pairwise(mines) if cell == following), None)
        if twice is not None:
            raise LayoutError(f"mine {twice} is listed twice")

    @classmethod
    def from_mask(cls, mask: NDArray[np.bool_], first: Cell | None = None) -> Layout:
        """From bool[rows, cols], true where a mine is."""
        rows, cols = np.nonzero(mask)
        return cls(mask.shape[0], mask.shape[1], tuple(zip(rows.tolist(), cols.tolist(), strict=True)), first)

    @property
    def mask(self) -> NDArray[np.bool_]:
        """bool[rows, cols], true where a mine is."""
        mask = np.zeros((self.rows, self.cols), np.bool_)
        if self.mines:
            mask[tuple(np.array(self.mines).T)] = True
        return mask

    @property
    def indices(self) -> NDArray[np.int32]:
        """The mines as row * cols + col, ascending: int32[mines]."""
        return np.array([row * self.cols + col for row, col in self.mines], np.int32)

    def level(self, rule: Rule = "any") -> Level:
        """The level that this layout belongs to (a given layout need not obey a rule: "any" fits all)."""
        return Level(self.rows, self.cols, len(self.mines), rule)
