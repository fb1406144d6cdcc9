"""A Python agent plays many games in step: a batch of views a round, its decisions checked and done."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from hazard.core.asking import Asker, Failure, source_of
from hazard.core.errors import BadInput, IllegalMove
from hazard.core.status import Status
from hazard.mines.agent import MinesAgent
from hazard.mines.answers import Answer, checked
from hazard.mines.around import around
from hazard.mines.boards import Boards
from hazard.mines.guesses import GuessCounter
from hazard.mines.level import Level
from hazard.mines.views import COVERED, FLAGGED, NO_CELL, Action, ActionKind, Decisions, Views

Trace = list[tuple[int, int, ActionKind, int]]  # game, decision from 0, kind, cell; in the order of time
MOST_DECISIONS = 8  # a cell, before an agent that only flags and unflags is left alone

Games = NDArray[np.intp]


class Lockstep:
    """Deal `boards` before `run`; afterwards their arrays and those here tell how the games went."""

    def __init__(
        self,
        agent: MinesAgent,
        level: Level,
        agent_seeds: NDArray[np.uint64],
        *,
        record: bool,
        count_guesses: bool,
    ) -> None:
        n = len(agent_seeds)
        self.agent = agent
        self.agent_seeds = agent_seeds
        self.boards = Boards(level, n)
        self.decisions = np.zeros(n, np.int32)
        self.seconds = np.zeros(n, np.float64)
        self.messages: list[str | None] = [None] * n
        self.trace: Trace | None = [] if record else None
        self.guesses = GuessCounter(n, level.area) if count_guesses else None
        self._given_up = np.zeros(n, np.bool_)
        self._asker = Asker[Answer](self._decide, source_of(agent), n)

    def run(self) -> None:
        """Play every game to its end."""
        while True:
            running = np.flatnonzero((self.boards.status == Status.UNFINISHED) & ~self._given_up)
            if len(running) == 0:
                return
            begin = perf_counter()
            views = self.look(running)
            answers = self._asker.ask(running, views)
            if self.guesses is not None:
                self.guesses.look(running, views)
            for games, answer in answers:
                if isinstance(answer, Failure):
                    self.end(int(games[0]), answer.status, answer.message)
                elif isinstance(answer, Decisions):
                    self.open_cells(games, answer)
                else:
                    self.act(games, answer)
            if self.guesses is not None:
                self.guesses.settle(running)
            self.seconds[running] += (perf_counter() - begin) / len(running)
            self.give_up_endless(running)

    def look(self, running: Games) -> Views:
        """What the agent may see: copies that it cannot write to."""
        cells, moves, seeds = self.boards.cells[running], self.decisions[running], self.agent_seeds[running]
        return Views(self.boards.level, cells, moves, seeds).frozen()

    def _decide(self, views: Views) -> Answer:
        return checked(self.agent.choose(views), views)

    def end(self, game: int, status: Status, message: str) -> None:
        """End a game by the agent's fault."""
        self.boards.status[game] = status  # the engine ignores all that comes later
        self.messages[game] = message

    def open_cells(self, games: Games, answer: Decisions) -> None:
        """Carry out decisions of cells to open, the k-th cells of all games together."""
        cells = answer.cells if answer.cells.ndim == 2 else answer.cells[:, np.newaxis]
        legal = self.refuse_illegal(games, cells)
        games, cells = games[legal], cells[legal]
        covered = self.boards.covered.reshape(len(self.boards), -1)
        for column in cells.T:
            can = (column != NO_CELL) & (self.boards.status[games] == Status.UNFINISHED)
            can &= covered[games, np.maximum(column, 0)]  # an earlier cell may have opened it
            opening, at = games[can], column[can]
            if self.guesses is not None:
                self.guesses.opened(opening, at)
            if self.trace is not None:
                numbers = self.decisions[opening].tolist()
                kinds: list[ActionKind] = ["open"] * len(at)
                self.trace.extend(zip(opening.tolist(), numbers, kinds, at.tolist(), strict=True))
            actions = np.full(len(self.boards), NO_CELL, np.int32)
            actions[opening] = at
            self.boards.open(actions)
        self.decisions[games] += 1

    def refuse_illegal(self, games: Games, cells: NDArray[np.int32]) -> NDArray[np.bool_]:
        """End games that open nothing, or a cell that is not covered; bool[games], true for the others."""
        area = self.boards.level.area
        asked = cells != NO_CELL
        seen = self.boards.cells.reshape(len(self.boards), -1)
        codes = seen[games[:, np.newaxis], np.clip(cells, 0, area - 1)]
        wrong = asked & ((cells < 0) | (cells >= area) | (codes != COVERED))
        legal = asked.any(axis=1) & ~wrong.any(axis=1)
        for place in np.flatnonzero(~legal):
            bad = cells[place][wrong[place]]
            message = (
                self.why_illegal(int(games[place]), int(bad[0])) if len(bad) else "the decision names no cell"
            )
            self.end(int(games[place]), Status.ILLEGAL, message)
        return legal

    def why_illegal(self, game: int, cell: int) -> str:
        """Why a cell cannot be opened."""
        level = self.boards.level
        if not 0 <= cell < level.area:
            return f"cell {cell} is outside the {level.rows}x{level.cols} board"
        state = "flagged" if self.boards.cells[game].flat[cell] == FLAGGED else "already open"
        return f"cell {divmod(cell, level.cols)} is {state}"

    def act(self, games: Games, answer: list[list[Action]]) -> None:
        """Carry out lists of actions, each until its game is over or an action is illegal."""
        for game, actions in zip(games.tolist(), answer, strict=True):
            try:
                if not actions:
                    raise IllegalMove("the decision names no action")
                self.act_on(game, actions)
                self.decisions[game] += 1
            except (BadInput, IllegalMove) as error:
                self.end(game, Status.ILLEGAL, str(error))

    def act_on(self, game: int, actions: list[Action]) -> None:
        """The actions of one game. What an earlier action of the list opened need not be opened again."""
        cells = self.boards.cells[game].reshape(-1)
        was_covered = cells < 0
        for kind, cell in actions:
            if self.boards.status[game] != Status.UNFINISHED:
                return
            if kind == "open" and 0 <= cell < len(cells) and was_covered[cell] and cells[cell] >= 0:
                continue
            opening = opened_by(kind, cell, self.boards.cells[game])
            self.boards.act(game, kind, cell)
            if self.guesses is not None:
                self.guesses.opened(np.full(len(opening), game, np.intp), np.array(opening, np.int32))
            if self.trace is not None:
                self.trace.append((game, int(self.decisions[game]), kind, cell))

    def give_up_endless(self, running: Games) -> None:
        """Leave games UNFINISHED whose agent takes decisions without end."""
        most = MOST_DECISIONS * self.boards.level.area
        endless = (self.decisions[running] >= most) & (self.boards.status[running] == Status.UNFINISHED)
        self._given_up[running[endless]] = True
        for game in running[endless].tolist():
            self.messages[game] = f"not finished after {most} decisions"


def opened_by(kind: ActionKind, cell: int, cells: NDArray[np.int8]) -> list[int]:
    """The cells that a legal action opens by itself, before any flood; cells int8[rows, cols]."""
    rows, cols = cells.shape
    if kind == "open":
        return [cell]
    if kind == "chord" and 0 <= cell < rows * cols:
        return [r * cols + c for r, c in around(*divmod(cell, cols), rows, cols) if cells[r, c] == COVERED]
    return []
