"""Windows from games of a bot that flags and opens what it can prove, and else shoots.

Each cell that it decides gives up to 16 windows of 4x4, one for each place that the cell can have in it, as
the board stands in that moment. A window around a mine that is about to be flagged is labelled with its
place; the bot flags them in board order, so what it can prove in a window has one answer. Windows around safe
cells are labelled NONE, but for those in which a mine is still to be flagged. Games end with the first shot
that hits a mine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.core.seeds import mix
from hazard.core.status import Status
from hazard.mines.boards import Boards
from hazard.mines.deduction import MINE, SAFE, equations
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.views import COVERED, FLAGGED

SIDE = 4
CELLS = SIDE * SIDE
NONE = CELLS  # the class of windows around safe cells


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """Windows and what they are to be taken for."""

    cells: NDArray[np.int8]  # [k, 4, 4]  -2 flagged, -1 covered, 0..8 open
    labels: NDArray[np.uint8]  # [k] the place of the mine, or NONE

    def __len__(self) -> int:
        return len(self.labels)


def labelled(levels: list[Level], first: str, count: int, boards: int, seed: int) -> Labelled:
    """So many windows, half of them around mines, an even share from each level, in random order."""
    shares = np.diff(np.linspace(0, count, len(levels) + 1).astype(int))
    parts = [
        Bot(level, first, boards, mix(seed, number)).windows(int(share))
        for number, (level, share) in enumerate(zip(levels, shares, strict=True))
    ]
    order = np.random.default_rng(seed).permutation(count)
    cells = np.concatenate([part.cells for part in parts])
    return Labelled(cells[order], np.concatenate([part.labels for part in parts])[order])


class Bot:
    """Games of one level, many at once."""

    def __init__(self, level: Level, first: str, boards: int, seed: int) -> None:
        self.level, self.first = level, first
        self.boards = Boards(level, boards)
        self.flags = np.zeros((boards, level.rows, level.cols), np.bool_)
        self.randomness = np.random.default_rng(seed)
        self._deal(np.arange(boards))

    def windows(self, count: int) -> Labelled:
        """Play until there are enough windows of both kinds."""
        wanted = (count // 2, count - count // 2)  # around mines, around safe cells
        found: tuple[list[NDArray[np.int8]], ...] = ([], [])
        labels: list[NDArray[np.uint8]] = []
        have = [0, 0]
        while have[0] < wanted[0] or have[1] < wanted[1]:
            certain = equations(self.boards.cells)
            for board in range(len(self.boards)):
                for cell, is_mine in self._decided(board, certain[board]):
                    kind = 0 if is_mine else 1
                    room = wanted[kind] - have[kind]
                    windows, places = self._around(board, cell, certain[board] == MINE, is_mine=is_mine)
                    found[kind].append(windows[:room])
                    have[kind] += len(windows[:room])
                    if is_mine:
                        labels.append(places[:room])
                        self.flags[board].flat[cell] = True
            self._move(certain)
        none = np.full(wanted[1], NONE, np.uint8)
        return Labelled(np.concatenate([*found[0], *found[1]]), np.concatenate([*labels, none]))

    def _decided(self, board: int, certain: NDArray[np.uint8]) -> list[tuple[int, bool]]:
        """The new mines of a board in order, somewhere between them safe cells: (cell, is a mine)."""
        order = [(int(cell), True) for cell in np.flatnonzero((certain == MINE) & ~self.flags[board])]
        safe = self.randomness.permutation(np.flatnonzero(certain == SAFE))
        for cell in safe[: 2 * max(len(order), 1)]:
            order.insert(int(self.randomness.integers(0, len(order) + 1)), (int(cell), False))
        return order

    def _around(
        self, board: int, cell: int, mines: NDArray[np.bool_], *, is_mine: bool
    ) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
        """Windows that hold a cell, as the board stands with its flags, and the cell's place in each."""
        row, col = divmod(cell, self.level.cols)
        cells, flags = self.boards.cells[board], self.flags[board]
        seen = cells.copy()
        seen[flags] = FLAGGED
        windows, places = around(seen, row, col)
        if not is_mine:
            waiting, _ = around(mines & ~flags, row, col)
            clear = ~waiting.any(axis=(1, 2))
            windows, places = windows[clear], places[clear]
        return windows, places

    def _move(self, certain: NDArray[np.uint8]) -> None:
        """Flag the mines, open the safe cells, shoot where there are none; new games for those that ended."""
        self.flags |= certain == MINE
        safe = (certain == SAFE).reshape(len(self.boards), -1)
        covered: NDArray[np.bool_] = ((self.boards.cells == COVERED) & ~self.flags).reshape(safe.shape)
        lots = self.randomness.random(covered.shape)
        lots[~covered] = -1
        shots = np.where(covered.any(axis=1), lots.argmax(axis=1), -1)
        self.boards.open(np.where(safe.any(axis=1), -1, shots).astype(np.int32))
        for cell in np.flatnonzero(safe.any(axis=0)):
            self.boards.open(np.where(safe[:, cell], cell, -1).astype(np.int32))
        self._deal(np.flatnonzero(self.boards.status != Status.UNFINISHED))

    def _deal(self, free: NDArray[np.intp]) -> None:
        seeds = self.randomness.integers(0, 2**63, len(free)).astype(np.uint64)
        self.boards.deal(seeds, free)
        self.flags[free] = False
        first = np.full(len(self.boards), -1, np.int32)
        first[free] = first_cells(self.first, self.level, seeds)
        self.boards.open(first)


def around(cells: NDArray[Any], row: int, col: int) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """All windows of a board that hold a cell, and its place in each: [k, 4, 4], uint8[k], k up to 16."""
    rows, cols = cells.shape
    tops = np.arange(max(row - SIDE + 1, 0), min(row, rows - SIDE) + 1)
    lefts = np.arange(max(col - SIDE + 1, 0), min(col, cols - SIDE) + 1)
    windows: NDArray[Any] = np.lib.stride_tricks.sliding_window_view(cells, (SIDE, SIDE))[
        tops[0] : tops[-1] + 1, lefts[0] : lefts[-1] + 1
    ]
    places = (row - tops)[:, np.newaxis] * SIDE + (col - lefts)
    return windows.reshape(-1, SIDE, SIDE), places.reshape(-1).astype(np.uint8)
