"""One game: moves, undo, record; the layout stays hidden until it is over."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput, IllegalMove, RecordError
from hazard.core.status import Status
from hazard.mines.boards import Boards
from hazard.mines.first import cell_index
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.position import Position
from hazard.mines.record import Record, make_record
from hazard.mines.views import Action, ActionKind

FINISHED = (Status.WON, Status.LOST)


class Game:
    """A game of one player, `Game(Level.parse("expert"), seed=7)`.

    The mines are a function of level, seed and the first cell that is opened. `first` is a cell (row,
    column) that the house opens, not the player. Every move returns how many cells changed, and raises
    CellError or IllegalMove.
    """

    def __init__(self, level: Level, seed: int, *, first: tuple[int, int] | None = None) -> None:
        if not 0 <= seed < 2**64:
            raise BadInput(f"seed {seed} is not a number of 64 bits")
        self._start(level, seed, first)

    @classmethod
    def from_layout(cls, layout: Layout, *, first: tuple[int, int] | None = None) -> Game:
        """A game on a given layout; the house opens `first` (the layout's own `first` is a suggestion)."""
        game = cls.__new__(cls)
        game._start(layout.level(), layout, first)
        return game

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """Play a record again.

        Raises RecordError where it was changed, a move is illegal or the end is not what it says.
        """
        record.refuse_changes()
        origin = record.seed if record.layout is None else Layout(record.rows, record.cols, record.layout)
        assert origin is not None
        game = cls.__new__(cls)
        game._start(record.level, origin, record.first)
        for number, actions in enumerate(record.actions):
            try:
                game.play(actions)
            except IllegalMove as error:
                raise RecordError(f"decision {number} of the record does not replay: {error}") from None
        game._undone = record.undone
        said = Status[record.status]
        if game.status != (said if said in FINISHED else Status.UNFINISHED):
            raise RecordError(f"the record says {said.name}, but its moves end as {game.status.name}")
        return game

    def _start(self, level: Level, origin: int | Layout, first: tuple[int, int] | None) -> None:
        self._origin = origin
        self._first = None if first is None else cell_index(*first, level.rows, level.cols)
        self._decisions: list[list[Action]] = []
        self._undone = 0
        self._boards = Boards(level, 1)
        self._deal()

    def _deal(self) -> None:
        """Back to the start."""
        if isinstance(self._origin, Layout):
            self._boards.deal_layout(0, self._origin)
        else:
            self._boards.deal(np.array([self._origin], np.uint64))
        if self._first is not None:
            self._boards.act(0, "open", self._first)

    @property
    def level(self) -> Level:
        """Size, mines and rule."""
        return self._boards.level

    @property
    def status(self) -> Status:
        """UNFINISHED, WON or LOST."""
        return Status(int(self._boards.status[0]))

    @property
    def position(self) -> Position:
        """What the player sees now."""
        return Position(self.level.rows, self.level.cols, self.level.mines, self.cells)

    @property
    def cells(self) -> NDArray[np.int8]:
        """The same as an array that follows the game: read-only int8[rows, cols], codes as in Position."""
        cells = self._boards.cells[0]
        cells.flags.writeable = False
        return cells

    @property
    def decisions(self) -> tuple[tuple[Action, ...], ...]:
        """The player's decisions so far, each the actions that were taken together."""
        return tuple(tuple(actions) for actions in self._decisions)

    @property
    def moves(self) -> tuple[Action, ...]:
        """The player's actions so far, (kind, row * cols + col)."""
        return tuple(action for actions in self._decisions for action in actions)

    def open(self, row: int, col: int) -> int:
        """Open a covered cell without a flag."""
        return self._move("open", row, col)

    def flag(self, row: int, col: int) -> int:
        """Put a flag on a covered cell; it cannot be opened until the flag is taken away."""
        return self._move("flag", row, col)

    def unflag(self, row: int, col: int) -> int:
        """Take a flag away."""
        return self._move("unflag", row, col)

    def chord(self, row: int, col: int) -> int:
        """Open the other neighbours of a number that has as many flags around it."""
        return self._move("chord", row, col)

    def _move(self, kind: ActionKind, row: int, col: int) -> int:
        return self.play([(kind, cell_index(row, col, self.level.rows, self.level.cols))])

    def play(self, actions: Sequence[Action]) -> int:
        """One decision: the actions in order, until the game is over; returns how many cells changed.

        A cell that an earlier action opened is skipped. Where one is illegal nothing of the decision is kept.
        """
        changed = 0
        done: list[Action] = []
        try:
            for kind, cell in actions:
                if done and (self.status in FINISHED or (kind == "open" and self._is_open(cell))):
                    continue
                changed += self._boards.act(0, kind, cell)
                done.append((kind, cell))
        except (BadInput, IllegalMove):
            self._replay()
            raise
        if done:
            self._decisions.append(done)
        return changed

    def _is_open(self, cell: int) -> bool:
        return 0 <= cell < self.level.area and bool(self._boards.cells.flat[cell] >= 0)

    def undo(self) -> bool:
        """Take back the last decision, also one that lost or won the game; False when there is none."""
        if not self._decisions:
            return False
        self._decisions.pop()
        self._undone += 1
        self._replay()
        return True

    def _replay(self) -> None:
        """The board as the kept decisions leave it."""
        self._deal()
        for actions in self._decisions:
            for kind, cell in actions:
                self._boards.act(0, kind, cell)

    def reveal(self) -> Layout:
        """The layout, once the game is over; raises IllegalMove before."""
        if self.status not in FINISHED:
            raise IllegalMove("the layout is hidden while the game runs")
        return Layout.from_mask(self._boards.layout(0))

    def record(self, agent: str | None = None) -> Record:
        """Everything that plays this game again; `agent` says who played."""
        return make_record(
            self.level,
            self._origin,
            self._decisions,
            first=self._first,
            status=self.status,
            undone=self._undone,
            agent=agent,
        )
