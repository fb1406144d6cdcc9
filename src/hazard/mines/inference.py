"""Exact inference: what follows from a position, with nothing rounded.

Every layout that fits a position is as likely as every other. `analyse` counts them:

    analysis = analyse(Position.parse(text))
    analysis.mine_probability        # float64[rows, cols], nan where open
    analysis.safe, analysis.mine     # what is certain, by counting, not by rounding
    analysis.layouts                 # how many layouts fit, an exact integer
    analysis.best                    # what mines/exact would open

It knows nothing of a first-cell rule: once a cell is open, what the rule protected can be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import TooWide
from hazard.mines import limits, native
from hazard.mines.around import sum_around
from hazard.mines.choice import exact_cells
from hazard.mines.contradiction import explain
from hazard.mines.counting import total_layouts
from hazard.mines.deduction import MINE, SAFE
from hazard.mines.first import cell_index
from hazard.mines.position import Position
from hazard.mines.views import COVERED, FLAGGED, Views

Cell = tuple[int, int]

FINE, CONTRADICTORY, TOO_WIDE = 0, 1, 2  # codes of `verdict`
WITNESSES = 32  # layouts drawn to show that a cell is not dead


@dataclass(frozen=True, slots=True, eq=False)
class ManyAnalyses:
    """What follows from many positions of one level."""

    mine_probability: NDArray[np.float64]  # [n, rows, cols], nan where open
    certain: NDArray[
        np.uint8
    ]  # [n, rows, cols] 0 nothing known (or open), 1 certainly safe, 2 certainly a mine
    verdict: NDArray[
        np.uint8
    ]  # [n] 0 fine, 1 contradictory, 2 too wide; the other arrays mean nothing in rows 1, 2


def analyse_many(
    positions: Views | NDArray[np.int8],
    mines: int | None = None,
    *,
    trust_flags: bool = True,
    threads: int = 1,
) -> ManyAnalyses:
    """Analyse many positions of one level: Views, or cells int8[n, rows, cols] with their number of mines.

    Never raises because of a position: `verdict` says which are contradictory or too wide. Flags are mines,
    or with trust_flags=False covered cells like all others.
    """
    if isinstance(positions, Views):
        cells, mines = positions.cells, positions.level.mines
    elif mines is None:
        raise TypeError("analyse_many needs the number of mines beside an array of cells")
    else:
        cells = positions
    probability = np.empty(cells.shape, np.float64)
    certain = np.empty(cells.shape, np.uint8)
    verdict = native.analyse(np.ascontiguousarray(cells), mines, probability, certain, trust_flags, threads)
    return ManyAnalyses(probability, certain, verdict)


def analyse(position: Position, *, trust_flags: bool = True) -> Analysis:
    """Analyse one position; raises Contradiction (with the clashing numbers) or TooWide.

    Flags are mines, or with trust_flags=False covered cells like all others.
    """
    many = analyse_many(position.cells[np.newaxis], position.mines, trust_flags=trust_flags)
    if many.verdict[0] == CONTRADICTORY:
        raise explain(position, trust_flags=trust_flags)
    if many.verdict[0] == TOO_WIDE:
        raise TooWide(limits.TOO_WIDE)
    return Analysis(position, many.mine_probability[0], many.certain[0], trust_flags)


class Analysis:
    """What follows from one position. Costlier parts are computed when first asked for, and kept."""

    def __init__(
        self,
        position: Position,
        mine_probability: NDArray[np.float64],
        certain: NDArray[np.uint8],
        trust_flags: bool,
    ) -> None:
        self.position = position
        self.mine_probability = mine_probability  # float64[rows, cols], nan where open
        self.certain = (
            certain  # uint8[rows, cols] 0 nothing known (or open), 1 certainly safe, 2 certainly a mine
        )
        self.trust_flags = trust_flags

    @cached_property
    def safe(self) -> list[Cell]:
        """The certainly safe cells, in board order."""
        return true_cells(self.certain == SAFE)

    @cached_property
    def mine(self) -> list[Cell]:
        """The certain mines, trusted flags among them, in board order."""
        return true_cells(self.certain == MINE)

    @cached_property
    def layouts(self) -> int:
        """The exact number of layouts that fit; raises TooWide."""
        position = self.position
        with limits.limits_told():  # whole numbers of any length need more room than the weights did
            return total_layouts(*native.counts(position.cells, position.mines, self.trust_flags))

    @cached_property
    def best(self) -> Cell | None:
        """The first cell that mines/exact opens here; None where no cell can be opened."""
        cells = exact_cells(
            self.position.cells[np.newaxis], self.mine_probability[np.newaxis], self.certain[np.newaxis]
        )
        cell = int(cells[0, 0])
        return None if cell < 0 else divmod(cell, self.position.cols)

    def value_probabilities(self, cells: Sequence[Cell] | None = None) -> NDArray[np.float64]:
        """P(the cell is safe and shows v) for v = 0..8; what is missing to 1 is the risk.

        float64[k, 9] for the given covered cells; without any, float64[rows, cols, 9], nan where open.
        """
        position = self.position
        if cells is None:
            covered = true_cells(position.cells < 0)
            board = np.full((position.rows, position.cols, 9), np.nan)
            board[position.cells < 0] = self.value_probabilities(covered)
            return board
        targets = [cell_index(row, col, position.rows, position.cols) for row, col in cells]
        opened = [cell for cell in cells if position.cells[cell] >= 0]
        if opened:
            raise ValueError(f"cell {opened[0]} is open; only covered cells have value probabilities")
        return self._values(np.array(targets, np.int32))[:, :9]

    def _values(self, targets: NDArray[np.int32]) -> NDArray[np.float64]:
        position = self.position
        with limits.limits_told():
            return native.values(position.cells, position.mines, targets, self.trust_flags)

    def sample(self, count: int, seed: int) -> NDArray[np.bool_]:
        """Layouts drawn uniformly from those that fit, a function of the seed: bool[count, rows, cols]."""
        position = self.position
        with limits.limits_told():
            return native.sample(position.cells, position.mines, count, seed, self.trust_flags)

    @cached_property
    def dead(self) -> list[Cell]:
        """Cells from which nothing can be learned, in board order.

        Covered, not certainly mines, and if safe, then with the same number in every layout that fits.
        """
        position = self.position
        doubtful = (position.cells == COVERED) & (self.certain != MINE)
        if not self.trust_flags:
            doubtful |= (position.cells == FLAGGED) & (self.certain != MINE)
        layouts = self.sample(WITNESSES, seed=0)
        numbers = sum_around(layouts)
        highest = np.where(layouts, -1, numbers).max(axis=0)
        lowest = np.where(layouts, 9, numbers).min(axis=0)
        doubtful &= highest <= lowest  # two layouts that show different numbers are a proof of life
        targets = np.flatnonzero(doubtful).astype(np.int32)
        if len(targets) == 0:
            return []
        shown = (self._values(targets)[:, :9] > 0).sum(axis=1)
        return [divmod(int(cell), position.cols) for cell in targets[shown == 1]]

    def to_json(self) -> dict[str, Any]:
        """The facts as `hazard analyse --json` prints them."""
        position = self.position
        risks = [[None if p != p else p for p in row] for row in self.mine_probability.tolist()]
        return {
            "rows": position.rows,
            "cols": position.cols,
            "mines": position.mines,
            "mine_probability": risks,
            "safe": [list(cell) for cell in self.safe],
            "mine": [list(cell) for cell in self.mine],
            "layouts": str(self.layouts),
            "best": None if self.best is None else list(self.best),
        }


def true_cells(mask: NDArray[np.bool_]) -> list[Cell]:
    """The true cells of bool[rows, cols], in board order."""
    return [(row, col) for row, col in np.argwhere(mask).tolist()]
