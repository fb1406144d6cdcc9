"""What a generation plays: whole games on the same boards, or one move in the same position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hazard.core.seeds import mix_many
from hazard.core.status import Status
from hazard.learn.genetic.settings import Points
from hazard.learn.state import State
from hazard.mines.boards import Boards
from hazard.mines.evolved import Genes, Played, Population
from hazard.mines.first import first_cells
from hazard.mines.views import NO_CELL


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What a generation's players got."""

    fitness: NDArray[np.float64]  # [players] mean points
    win_rate: NDArray[np.float64]  # [players]
    guesses: NDArray[np.float64]  # [players] a game; 0 without logic
    games: int  # of all players together


class Arena(Protocol):
    """Where generations play."""

    def judge(self, genes: Genes) -> Judged:
        """Let a generation play: genes [players, genes]."""
        ...

    def state(self) -> State: ...

    def load(self, state: State) -> None: ...


class WholeGames:
    """Every player plays the same `boards` games to their end."""

    def __init__(
        self, herd: Population, first: str, boards: int, seed: int, points: Points, *, fresh: bool
    ) -> None:
        self.herd, self.first, self.boards, self.seed = herd, first, boards, seed
        self.points, self.fresh = points, fresh
        self.dealt = 0  # boards so far

    def judge(self, genes: Genes) -> Judged:
        """The mean of each player's points over the boards."""
        played = self.play(genes, self.boards)
        if not self.fresh:
            self.dealt = 0
        points = points_of(played, self.points)
        means = (array.mean(axis=1) for array in (points, played.won, played.guesses))
        return Judged(*means, games=points.size)

    def play(self, genes: Genes, boards: int) -> Played:
        """The next `boards` games."""
        numbers = self.dealt + np.arange(boards)
        seeds = mix_many(np.full(boards, self.seed, np.uint64), numbers)
        self.dealt += boards
        return self.herd.play(genes, seeds, first_cells(self.first, self.herd.level, seeds))

    def state(self) -> State:
        """How far the boards are dealt."""
        return State(values={"dealt": self.dealt})

    def load(self, state: State) -> None:
        """Put it back."""
        self.dealt = int(state.values["dealt"])


def points_of(played: Played, points: Points) -> NDArray[np.float64]:
    """What each game is worth: float64[players, boards]."""
    return (
        points.won * played.won
        + points.mine * played.lost
        + points.cell * played.opened
        + points.again * played.again
        + points.guess * played.guesses
    )


class OneMove:
    """All players stand before the same position and make one move; the best one's move is then played.

    Where that ends the game, or nothing can be opened, the next begins: the same board again, or a new one.
    """

    def __init__(
        self, herd: Population, first: str, players: int, seed: int, points: Points, *, fresh: bool
    ) -> None:
        self.herd, self.first, self.seed, self.points, self.fresh = herd, first, seed, points, fresh
        self.boards = Boards(herd.level, players)
        self.game = 0
        self.moves: list[int] = []  # of the game under way

    def judge(self, genes: Genes) -> Judged:
        """Points of one move each; then the best move is played."""
        self.stand()
        cells, before = self.boards.cells[:1].copy(), self.boards.opened.copy()
        chosen = self.herd.choose(genes, cells)[:, 0]
        again = (chosen == NO_CELL) | (cells.reshape(-1)[np.maximum(chosen, 0)] >= 0)
        self.boards.open(chosen)
        won, lost = self.boards.status == Status.WON, self.boards.status == Status.LOST
        fitness = (
            self.points.won * won
            + self.points.mine * lost
            + self.points.cell * (self.boards.opened - before)
            + self.points.again * again
        )
        best = int(fitness.argmax())
        self.moves.append(int(chosen[best]))
        if won[best] or lost[best] or again[best]:
            self.moves.clear()
            self.game += self.fresh
        return Judged(fitness, won.astype(np.float64), np.zeros(len(won)), games=len(won))

    def stand(self) -> None:
        """Every board in the position of the game under way."""
        count = len(self.boards)
        seeds = mix_many(np.full(count, self.seed, np.uint64), np.full(count, self.game))
        self.boards.deal(seeds)
        self.boards.open(first_cells(self.first, self.herd.level, seeds))
        for move in self.moves:
            self.boards.open(np.full(count, move, np.int32))

    def state(self) -> State:
        """Which game, and its moves."""
        return State(values={"game": self.game, "moves": list(self.moves)})

    def load(self, state: State) -> None:
        """Put it back."""
        self.game, self.moves = int(state.values["game"]), list(state.values["moves"])
