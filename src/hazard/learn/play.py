"""Games that give positions: many boards at once, played by a function of what is seen, and restorable.

    play = Play(level, "random", boards=256, seed=7)
    positions = play.games(1000, choose)       # all to their end; or play.clicks(5000, choose): games go on

Game number g of a training is the same game whatever the number of boards: its seed follows from the
training's seed and g. What stands on the boards between two calls can be saved: seeds and moves, from which
it is played again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import LevelError
from hazard.core.seeds import mix, mix_many
from hazard.core.status import Status
from hazard.learn.state import State
from hazard.mines.boards import Boards
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.views import NO_CELL

Choose = Callable[[NDArray[np.int8], NDArray[np.int64], NDArray[np.int32]], NDArray[np.int32]]
"""(cells int8[k, rows, cols], game numbers [k], moves so far [k]) to the cell that each opens: int32[k]."""

CHANCES, TEACHER = 1, 0  # salts: of the stream of chances, of the one that gives a game to the teacher
WHETHER, WHERE = 1, 1 << 20  # + the move: the salts of chances to move at random, and of where
MOST_DEALS = 1000  # in a row for one board, where the first cell ends each game at once


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Positions in the order in which they were seen, and the truth about them."""

    cells: NDArray[np.int8]  # [k, rows, cols] as the player saw them
    after: NDArray[np.int8]  # [k, rows, cols] as they lay after the move
    layout: NDArray[np.bool_]  # [k, rows, cols] true where a mine is
    opened: NDArray[np.int32]  # [k] what was opened then; -1: nothing, the game was over
    game: NDArray[np.int64]  # [k] number of the game

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, chosen: slice | NDArray[np.integer] | NDArray[np.bool_]) -> Positions:
        return Positions(*(getattr(self, field.name)[chosen] for field in fields(self)))


@dataclass
class Tally:
    """What happened on the boards since it was last reset."""

    games: int = 0
    wins: int = 0
    clicks: int = 0
    opened: int = 0  # cells, in games that ended
    taught_games: int = 0  # which the teacher played; `games` and all above are the network's
    taught_wins: int = 0


class Play:
    """`boards` games of one level at the same time."""

    def __init__(
        self,
        level: Level,
        first: str,
        boards: int,
        seed: int,
        *,
        teacher: float = 0.0,
        final_views: bool = False,
        threads: int = 1,
    ) -> None:
        self.level, self.first, self.seed = level, first, seed
        self.teacher, self.final_views = teacher, final_views
        self.boards = Boards(level, boards, threads=threads)
        self.number = np.full(boards, -1, np.int64)  # of the game on each board; -1: none was dealt yet
        self.moves = np.full((boards, level.area + 1), NO_CELL, np.int32)  # the first cell, then decisions
        self.count = np.zeros(boards, np.int32)  # of moves
        self.layouts = np.zeros((boards, level.rows, level.cols), np.bool_)
        self.dealt = 0  # games of the training so far
        self.total = Tally()
        self.tally = Tally()

    def games(self, count: int, choose: Choose) -> Positions:
        """The positions of so many new games, all played to their end."""
        last = self.dealt + count
        self.forget()
        seen: list[Positions] = []
        self._deal(np.arange(min(count, len(self.boards))), last)
        while len(running := self.running()):
            seen.append(self._decide(running, choose))
            over = running[self.boards.status[running] != Status.UNFINISHED]
            self._finish(over, seen)
            self._deal(over, last)
        return joined(seen, self.level)

    def clicks(self, count: int, choose: Choose) -> Positions:
        """The positions of so many decisions; games that end are followed by new ones, the others go on."""
        seen: list[Positions] = []
        self._deal(np.flatnonzero(self.number < 0))
        while count > 0:
            running = self.running()[:count]
            count -= len(running)
            seen.append(self._decide(running, choose))
            over = running[self.boards.status[running] != Status.UNFINISHED]
            self._finish(over, seen)
            self._deal(over)
        return joined(seen, self.level)

    def forget(self) -> None:
        """Clear the boards; games under way are dropped."""
        self.number[:] = -1

    def running(self) -> NDArray[np.intp]:
        """Boards with a game under way."""
        return np.flatnonzero((self.number >= 0) & (self.boards.status == Status.UNFINISHED))

    def _decide(self, running: NDArray[np.intp], choose: Choose) -> Positions:
        cells = self.boards.cells[running]
        opening = choose(cells, self.number[running], self.count[running])
        self._open(running, opening)
        after, layout = self.boards.cells[running], self.layouts[running]
        positions = Positions(cells, after, layout, opening, self.number[running])
        self.tally.clicks += len(running) - int(self.taught(self.number[running]).sum())
        return positions

    def _open(self, running: NDArray[np.intp], opening: NDArray[np.int32]) -> None:
        actions = np.full(len(self.boards), NO_CELL, np.int32)
        actions[running] = opening
        self.moves[running, self.count[running]] = opening
        self.count[running] += 1
        self.boards.open(actions)

    def _finish(self, over: NDArray[np.intp], seen: list[Positions]) -> None:
        won, taught = self.boards.status[over] == Status.WON, self.taught(self.number[over])
        self.tally.taught_games += int(taught.sum())
        self.tally.taught_wins += int((won & taught).sum())
        self.tally.games += int((~taught).sum())
        self.tally.wins += int((won & ~taught).sum())
        self.tally.opened += int(self.boards.opened[over[~taught]].sum())
        if self.final_views and len(over):
            nothing = np.full(len(over), NO_CELL, np.int32)
            cells = self.boards.cells[over]
            seen.append(Positions(cells, cells, self.layouts[over], nothing, self.number[over]))
        self.number[over] = -1

    def _deal(self, free: NDArray[np.intp], last: int | None = None) -> None:
        """New games on these boards, up to number `last`; games that the first cell ends are lost at once."""
        for _ in range(MOST_DEALS):
            if last is not None:
                free = free[: max(last - self.dealt, 0)]
            if not len(free):
                return
            self.number[free] = self.dealt + np.arange(len(free))
            self.dealt += len(free)
            self._begin(free, first_cells(self.first, self.level, self.seeds(free)))
            over = free[self.boards.status[free] != Status.UNFINISHED]
            self._finish(over, [])
            free = over
        raise LevelError(f"{self.level}, rule {self.level.rule}: the first cell ends every game at once")

    def _begin(self, free: NDArray[np.intp], first: NDArray[np.int32]) -> None:
        self.boards.deal(self.seeds(free), free)
        self.moves[free] = NO_CELL
        self.count[free] = 0
        self._open(free, first)
        for board in free.tolist():
            self.layouts[board] = self.boards.layout(board)

    def seeds(self, boards: NDArray[np.intp]) -> NDArray[np.uint64]:
        """The seeds of the games on these boards: uint64[k]."""
        return mix_many(np.full(len(boards), self.seed, np.uint64), self.number[boards])

    def taught(self, games: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which games of these numbers the teacher plays: bool[k]."""
        return chance(self.seed, games, np.full(len(games), TEACHER)) < self.teacher

    def take_tally(self) -> Tally:
        """What happened since this was last asked; it enters the totals."""
        tally, self.tally = self.tally, Tally()
        for field in fields(Tally):
            setattr(self.total, field.name, getattr(self.total, field.name) + getattr(tally, field.name))
        return tally

    def state(self) -> State:
        """The games under way and the counters; the tally must have been taken."""
        totals = {field.name: getattr(self.total, field.name) for field in fields(Tally)}
        arrays = {"number": self.number.copy(), "moves": self.moves.copy()}
        return State(arrays, {"dealt": self.dealt, "totals": totals})

    def load(self, state: State) -> None:
        """Play the saved games up to where they stood; raises ValueError where they were of other boards."""
        number, moves = state.arrays["number"], state.arrays["moves"]
        if number.shape != self.number.shape or moves.shape != self.moves.shape:
            raise ValueError(f"it holds {len(number)} boards of {moves.shape[1] - 1} cells")
        self.dealt = state.values["dealt"]
        self.total, self.tally = Tally(**state.values["totals"]), Tally()
        self.number[:] = number
        under_way = np.flatnonzero(number >= 0)
        if len(under_way):
            self._begin(under_way, moves[under_way, 0])
            for move in range(1, moves.shape[1]):
                going = under_way[moves[under_way, move] != NO_CELL]
                if not len(going):
                    break
                self._open(going, moves[going, move])


def chance(seed: int, games: NDArray[np.int64], salts: NDArray[np.integer]) -> NDArray[np.float64]:
    """A number in [0, 1) for each game and salt: float64[k]."""
    own = mix_many(np.full(len(games), mix(seed, CHANCES), np.uint64), games)
    return (mix_many(own, salts) >> np.uint64(11)) / 2.0**53


def at_random(
    seed: int, games: NDArray[np.int64], moves: NDArray[np.int32], share: float
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Which of these moves are random ones, as their share says: bool[k]; and for each of those its chance
    in [0, 1), which says where."""
    wild = chance(seed, games, moves + WHETHER) < share
    return wild, chance(seed, games[wild], moves[wild] + WHERE)


def joined(parts: list[Positions], level: Level) -> Positions:
    """The parts one after the other."""
    if not parts:
        cells = np.zeros((0, level.rows, level.cols), np.int8)
        none = np.zeros(0, np.int32)
        return Positions(cells, cells, cells.astype(np.bool_), none, none.astype(np.int64))
    return Positions(
        *(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Positions))
    )
