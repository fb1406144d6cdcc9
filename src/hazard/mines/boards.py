"""Thousands of boards at once, written into arrays that the caller owns.

This is the engine for training and for anything that plays many games. A `Boards` holds `n` games of one
level. What players may see stands in four arrays, which are allocated here or passed in (C-contiguous, of
exactly these types; a slice of a larger buffer, shared memory, a tensor's memory will do), and every call
below rewrites them in place:

    cells    int8[n, rows, cols]   -2 flagged, -1 covered, 0..8 open
    covered  bool[n, rows, cols]   true where a cell may be opened: covered and not flagged. The action mask
    status   uint8[n]              0 unfinished, 1 won, 2 lost (`hazard.Status`)
    opened   int32[n]              number of open cells

The layouts stay in native memory. A loop that plays random games for ever, as an environment does:

    boards = Boards(Level.parse("beginner"), 1024)
    boards.deal(seeds)                       # uint64[1024]; each seed is a game
    while True:
        actions = boards.draw()              # or what a network chose: int32[1024], row * cols + col
        boards.step(actions)                 # boards.finished says which games ended, and how
        use(boards.cells, boards.covered, boards.finished)

The same (level, seed) is the same game here, in `hazard.Game` and in matches, on any number of threads.
Python's lock is released during a call, so other Python threads run on; one `Boards` must not be used from
two of them at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import CellError, IllegalMove, LayoutError
from hazard.mines import native
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.views import ActionKind

ACTION_CODES: dict[ActionKind, int] = {"open": 0, "flag": 1, "unflag": 2, "chord": 3}


class Boards:
    """`n` games of one level; the module's docstring describes the arrays."""

    level: Level
    cells: NDArray[np.int8]
    covered: NDArray[np.bool_]
    status: NDArray[np.uint8]
    opened: NDArray[np.int32]
    finished: NDArray[np.uint8]  # [n] after step(): how the game ended that this step finished, else 0

    def __init__(
        self,
        level: Level,
        n: int,
        *,
        cells: NDArray[np.int8] | None = None,
        covered: NDArray[np.bool_] | None = None,
        status: NDArray[np.uint8] | None = None,
        opened: NDArray[np.int32] | None = None,
        threads: int = 1,
    ) -> None:
        self.level = level
        board = (n, level.rows, level.cols)
        self.cells = own_or_new("cells", cells, board, np.int8)
        self.covered = own_or_new("covered", covered, board, np.bool_)
        self.status = own_or_new("status", status, (n,), np.uint8)
        self.opened = own_or_new("opened", opened, (n,), np.int32)
        self.finished = np.zeros(n, np.uint8)
        self._native = native.Boards(
            level.rows,
            level.cols,
            level.mines,
            level.rule_code,
            self.cells,
            self.covered,
            self.status,
            self.opened,
            threads,
        )

    def __len__(self) -> int:
        return len(self.status)

    def deal(self, seeds: NDArray[np.uint64], boards: NDArray[np.integer] | None = None) -> None:
        """New games on the given boards (all by default): uint64[k], int32[k].

        The layout is fixed when the first cell is opened, as the rule protects it.
        """
        if boards is None:
            boards = np.arange(len(self), dtype=np.int32)
        self._native.deal(
            np.ascontiguousarray(boards, np.int32),
            np.ascontiguousarray(seeds, np.uint64),
        )

    def deal_layout(self, board: int, layout: Layout) -> None:
        """A new game with a given layout; the level's rule does not matter to it."""
        if (layout.rows, layout.cols) != (self.level.rows, self.level.cols):
            raise LayoutError(
                f"a layout of {layout.rows}x{layout.cols} cells does not fit boards of {self.level}"
            )
        if len(layout.mines) != self.level.mines:
            raise LayoutError(f"a layout of {len(layout.mines)} mines does not fit boards of {self.level}")
        self._native.deal_layout(board, layout.indices)

    def open(self, actions: NDArray[np.int32]) -> None:
        """Open one cell a board: int32[n], row * cols + col, -1 = none.

        What cannot be opened (open or flagged already, game over) is ignored.
        """
        self._native.open(actions)

    def step(self, actions: NDArray[np.int32]) -> None:
        """open(), then deal every board afresh that is over; `finished` says which those were.

        A board's next seed follows from its last, so a run is a function of the seeds that were dealt.
        """
        self._native.step(actions, self.finished)

    def act(self, board: int, kind: ActionKind, cell: int) -> int:
        """Open, flag, unflag or chord a cell of one board; returns the number of cells that changed.

        A chord opens the other neighbours of a number that has as many flags around it. Opening a mine ends
        the game and changes no cell. Raises CellError, IllegalMove.
        """
        if not 0 <= cell < self.level.area:
            raise CellError(f"cell {cell} is outside the {self.level.rows}x{self.level.cols} board")
        changed = self._native.act(board, ACTION_CODES[kind], cell)
        if changed < 0:
            raise IllegalMove(why_refused(self, board, kind, cell))
        return changed

    def draw(self, out: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """A uniformly random cell that may be opened on each board, -1 where its game is over: int32[n]."""
        if out is None:
            out = np.empty(len(self), np.int32)
        self._native.draw(out)
        return out

    def layout(self, board: int) -> NDArray[np.bool_]:
        """The truth, bool[rows, cols], true where a mine is: for finished games, never for agents."""
        return self._native.layout(board)


def own_or_new(
    name: str, given: NDArray[Any] | None, shape: tuple[int, ...], dtype: type[np.generic]
) -> NDArray[Any]:
    """The caller's array, checked, or a new one."""
    if given is None:
        return np.zeros(shape, dtype)
    if (
        given.shape != shape
        or given.dtype != dtype
        or not given.flags.c_contiguous
        or not given.flags.writeable
    ):
        raise ValueError(
            f"{name} is {given.dtype}{list(given.shape)}; "
            f"it must be a writeable, C-contiguous {np.dtype(dtype)}{list(shape)}"
        )
    return given


def why_refused(boards: Boards, board: int, kind: ActionKind, cell: int) -> str:
    """The rule that an illegal action breaks."""
    row, col = divmod(cell, boards.level.cols)
    where, code = f"cell ({row}, {col})", int(boards.cells[board, row, col])
    if boards.status[board] != 0:
        return f"the game is over; {where} cannot be changed"
    if kind == "chord" and code >= 0:
        around = boards.cells[board, max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
        flags = int((around == -2).sum())
        return f"{where} shows {code} but has {flags} flagged neighbours; a chord needs as many flags"
    state = "open" if code >= 0 else "flagged" if code == -2 else "covered"
    need = {"open": "only covered cells without a flag open", "chord": "only open numbers can be chorded"}
    return f"cannot {kind} {where}: it is {state}" + (f"; {need[kind]}" if kind in need else "")
