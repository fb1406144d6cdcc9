"""Games played one after the other on every board of an engine: what both environments stand on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import CellError, IllegalMove, LevelError
from hazard.core.seeds import mix_many
from hazard.core.status import Status
from hazard.mines.around import around
from hazard.mines.boards import Boards
from hazard.mines.first import first_cells, fixed_cell, plain
from hazard.mines.level import Level
from hazard.mines.rewards import Reward, paid, reward_of
from hazard.mines.views import COVERED, NO_CELL

NEXT = 2  # the salt by which a board's next seed follows from its last, as in the engine's own `step`
MOST_DEALS = 1000
"""In a row for one board, where the arena's first cell ends each game at once."""


class Episodes:
    """`n` boards; each plays a game, then the next. The mask, `over` and `won` follow the boards."""

    def __init__(
        self, level: Level, n: int, first: str, reward: str | Reward, *, strict: bool, threads: int = 1
    ) -> None:
        self.level, self.strict = level, strict
        self.reward = reward_of(reward)
        self.random_first = plain(first) == "random"
        self.first = NO_CELL if self.random_first else fixed_cell(first, level)
        self.boards = Boards(level, n, threads=threads)
        self.seeds = np.zeros(n, np.uint64)
        self.mask = self.boards.covered.reshape(n, level.area)  # bool[n, area], follows the boards
        self._nobody = np.full(n, NO_CELL, np.int32)
        self._row = np.arange(n)
        self._around = neighbours(level) if self.reward.blind != self.reward.new else None

    @property
    def over(self) -> NDArray[np.bool_]:
        """bool[n]: the game has ended."""
        return self.boards.status != Status.UNFINISHED

    @property
    def won(self) -> NDArray[np.bool_]:
        """bool[n]"""
        return self.boards.status == Status.WON

    def deal(self, seeds: NDArray[np.uint64]) -> None:
        """New games on all boards: uint64[n]."""
        self.seeds[:] = seeds
        self.boards.deal(self.seeds)
        self._begin(np.ones(len(seeds), np.bool_))

    def deal_next(self) -> None:
        """The next games on all boards, wherever they stand."""
        self.deal(self._following(self.seeds))

    def deal_finished(self, over: NDArray[np.bool_]) -> None:
        """The next games on the boards whose game is over, which bool[n] says."""
        self._deal_those(over)
        self._begin(over)

    def act(self, actions: NDArray[np.integer]) -> NDArray[np.float64]:
        """Open a cell of each board, int[n]; what it pays, float64[n]. Raises CellError, IllegalMove."""
        cells = self._checked(actions)
        boards = self.boards
        blind = None if self._around is None else self._blind(cells)
        before = boards.opened.copy()
        boards.open(cells)
        free = self.level.area - self.level.mines
        return paid(self.reward, boards.status, boards.opened - before, blind, free)

    def _checked(self, actions: NDArray[np.integer]) -> NDArray[np.int32]:
        given = np.asarray(actions)
        n, area = len(self.seeds), self.level.area
        if given.shape != (n,) or given.dtype.kind not in "iu":
            raise CellError(
                f"actions are {given.dtype}{list(given.shape)}; they must be one whole number for each of "
                f"{n} board{'' if n == 1 else 's'}"
            )
        if int(given.min()) < 0 or int(given.max()) >= area:
            cell = int(given[(given < 0) | (given >= area)][0])
            raise CellError(f"cell {cell} is outside the {self.level.rows}x{self.level.cols} board")
        cells = given.astype(np.int32)
        if self.strict:
            legal = self.mask[self._row, cells]
            if not legal.all():
                board = int(np.flatnonzero(~legal)[0])
                where = divmod(int(cells[board]), self.level.cols)
                raise IllegalMove(f"board {board}: cell {where} is already open")
        return cells

    def _blind(self, cells: NDArray[np.int32]) -> NDArray[np.bool_]:
        """bool[n]: the cell has no open neighbour."""
        assert self._around is not None
        codes = self.boards.cells.reshape(len(cells), -1)
        return (codes[self._row[:, np.newaxis], self._around[cells]] == COVERED).all(axis=1)

    def _begin(self, begun: NDArray[np.bool_]) -> None:
        """The arena opens the first cell of new games; those that end at once are dealt again."""
        if self.first == NO_CELL and not self.random_first:
            return
        for _ in range(MOST_DEALS):
            firsts = first_cells("random", self.level, self.seeds) if self.random_first else self.first
            self.boards.open(np.where(begun, firsts, NO_CELL).astype(np.int32))
            begun = self.over
            if not begun.any():
                return
            self._deal_those(begun)
        raise LevelError(
            f"{self.level}, rule {self.level.rule}: the arena's first cell ends every game at once; "
            "let the agent open it: first='agent'"
        )

    def _deal_those(self, boards: NDArray[np.bool_]) -> None:
        chosen = np.flatnonzero(boards)
        self.seeds[chosen] = self._following(self.seeds[chosen])
        self.boards.deal(self.seeds[chosen], chosen)

    def _following(self, seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
        return mix_many(seeds, np.full(len(seeds), NEXT))


def neighbours(level: Level) -> NDArray[np.int32]:
    """The cells around each cell, int32[area, 8]; where there are less, the cell itself stands in."""
    table = np.repeat(np.arange(level.area, dtype=np.int32)[:, np.newaxis], 8, axis=1)
    for cell in range(level.area):
        for place, (row, col) in enumerate(around(*divmod(cell, level.cols), level.rows, level.cols)):
            table[cell, place] = row * level.cols + col
    return table
