"""Tests on new games, which teach nothing: when they are due, how they are played, their columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct
from numpy.typing import NDArray

from hazard.arena.stats import wilson
from hazard.core.seeds import mix
from hazard.learn.metrics import Row
from hazard.learn.play import Play
from hazard.learn.state import State
from hazard.learn.streams import TESTS
from hazard.mines.level import Level

FRESH = ("fresh_games", "fresh_win_rate", "fresh_low", "fresh_high")
MOST_BOARDS = 1024  # played at the same time


class Test(Struct, forbid_unknown_fields=True, kw_only=True):
    """How the win rate is measured while training; these games teach nothing."""

    every: Annotated[
        int, Meta(ge=0, description="sessions between two tests, and one at the end; 0: never")
    ] = 0
    games: Annotated[int, Meta(ge=1, description="games of a test, new ones each time")] = 1000

    def due(self, session: int, sessions: int) -> bool:
        """Whether session number `session` of so many ends with a test."""
        return self.every > 0 and (session % self.every == 0 or session == sessions)


class Tests:
    """Games of one level, new ones in each test."""

    def __init__(self, level: Level, first: str, test: Test, seed: int) -> None:
        self.count = test.games
        self.play = Play(level, first, min(self.count, MOST_BOARDS), mix(seed, TESTS))

    def row(self, choose: Callable[[NDArray[np.int8]], NDArray[np.int32]]) -> Row:
        """The columns of a test: `choose` says what is opened in each of int8[k, rows, cols] positions."""
        self.play.games(self.count, lambda cells, numbers, moves: choose(cells))
        return fresh(self.play.take_tally().wins, self.count)

    def state(self) -> State:
        """Which games come next."""
        return self.play.state()

    def load(self, state: State) -> None:
        """Put it back."""
        self.play.load(state)


def fresh(wins: int, games: int) -> Row:
    """The columns of a test that was won so often."""
    return dict(zip(FRESH, (games, wins / games, *wilson(wins, games)), strict=True))


def untested() -> Row:
    """The same columns of a session without a test."""
    return dict.fromkeys(FRESH)
