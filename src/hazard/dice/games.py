"""Thousands of games at once, written into arrays that the caller owns.

A `Games` holds `n` games of one table. Native policies play the seats that they are given; for the other
seats commands come from outside. What the player sees whose turn it is stands in arrays (the fields of
`Views`, allocated here or passed in), and every call below rewrites them in place:

    views    Views           the position of each game, for the player that it waits for
    over     bool[n]         the game has ended
    winner   int8[n]         a seat; -1: nobody, or not yet

    games = Games(Rules(), 1024)
    games.deal(seeds)                              # uint64[1024, 4]: board, ownership, dice, rolls
    games.seat(players)                            # int32[1024, players]: numbers of policies, OUTSIDE
    games.advance()                                # until each game waits for a command or is over
    while not games.over.all():
        games.step(commands)                       # int16[1024, 3], kind -1 for none; then advances

The same seeds are the same game here, in `hazard.dice.game.Game` and in matches, on any number of threads.
Python's lock is released during a call; one `Games` must not be used from two threads at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.dice import native
from hazard.dice.map import Map, check_grows
from hazard.dice.position import Position
from hazard.dice.rules import Rules
from hazard.dice.views import NO_AREA, Views

OUTSIDE = -1  # instead of a policy's number: commands come from outside
PASSES = -2  # nothing but ended turns
DEGREE = 16  # neighbours of an area that the arrays have room for

POLICIES = {name: number for number, name in enumerate(native.policies())}


class Games:
    """`n` games of one table; the module's docstring describes the arrays."""

    rules: Rules
    views: Views
    over: NDArray[np.bool_]
    winner: NDArray[np.int8]
    refused: NDArray[np.bool_]  # [n] after step(): the command was not legal, and nothing happened

    def __init__(
        self,
        rules: Rules,
        n: int,
        *,
        views: Views | None = None,
        degree: int = DEGREE,
        record: bool = False,
        threads: int = 1,
    ) -> None:
        self.rules = rules
        self.views = empty_views(rules, n, degree) if views is None else views
        self.over = np.ones(n, np.bool_)
        self.winner = np.full(n, -1, np.int8)
        self.refused = np.zeros(n, np.bool_)
        self._native = native.Games(
            rules.native,
            *self.views.arrays,
            over=self.over.view(np.uint8),
            winner=self.winner,
            record=record,
            threads=threads,
        )

    def __len__(self) -> int:
        return len(self.over)

    def deal(self, seeds: NDArray[np.uint64], games: NDArray[np.integer] | None = None) -> None:
        """New games on new maps: uint64[k, 4], the seeds of board, ownership, dice and rolls; int32[k]."""
        check_grows(self.rules.areas)
        if games is None:
            games = np.arange(len(self), dtype=np.int32)
        self._native.deal(np.ascontiguousarray(games, np.int32), np.ascontiguousarray(seeds, np.uint64))

    def deal_on(self, game: int, board: Map, ownership: int, dice: int, rolls: int) -> None:
        """A new game on a given map; the last three are seeds."""
        if len(board) > self.rules.areas:
            raise BadInput(f"a map of {len(board)} areas does not fit a table of {self.rules.areas}")
        self._native.deal_on(game, board.native, ownership, dice, rolls)

    def deal_position(self, game: int, position: Position, rolls: int) -> None:
        """A game that goes on from a position under this table's rules."""
        if len(position.map) > self.rules.areas:
            raise BadInput(f"a map of {len(position.map)} areas does not fit a table of {self.rules.areas}")
        self._native.deal_state(game, position.native, rolls)

    def seat(self, policies: NDArray[np.integer], seeds: NDArray[np.uint64] | None = None) -> None:
        """Who plays: int32[n, players], numbers of POLICIES, OUTSIDE or PASSES; seeds uint64[n, players]."""
        self._seeds = seeds = np.zeros(policies.shape, np.uint64) if seeds is None else seeds
        rows = zip(policies.astype(np.int32), seeds.astype(np.uint64), strict=True)
        for game, (row, own) in enumerate(rows):
            self._native.seat(game, row, own)

    def seed(self, game: int, seat: int) -> int:
        """That of a seat's agent, as views show it."""
        return int(self._seeds[game, seat])

    def retire(self, game: int, seat: int) -> None:
        """From now on this seat does nothing but end its turns."""
        self._native.retire(game, seat)

    def advance(self) -> None:
        """Play until every game waits for a command from outside or is over."""
        self._native.advance()

    def step(self, commands: NDArray[np.int16]) -> None:
        """Carry out a command a game: int16[n, 3], kind -1 for none. `refused` says which were not legal."""
        self._native.step(np.ascontiguousarray(commands, np.int16), self.refused.view(np.uint8))

    def position(self, game: int, board: Map | None = None) -> Position:
        """Where a game stands; who knows its map gives it, which saves making another."""
        return Position.of(self._native.state(game), self.rules, board)

    def deeds(self) -> Deeds:
        """What every seat has done so far."""
        return Deeds(**self._native.deeds())

    def events(self, game: int) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
        """With `record`: all commands, int16[m, 5], and the areas that got dice one after the other, uint8[].

        A command is kind, source, target, and the two sums rolled, or how many dice were moved or dealt.
        """
        return self._native.events(game)


class Deeds:
    """What the seats of n games did: arrays [n, players], and [n] of the games."""

    def __init__(
        self, counts: NDArray[np.int32], expected: Any, seconds: Any, battles: Any, turns: Any
    ) -> None:
        self.decisions, self.attacks, self.won, self.transfers, self.dice, self.pips = (
            counts[:, :, column] for column in range(6)
        )
        self.expected: NDArray[np.float64] = expected  # attacks that its odds would have won
        self.seconds: NDArray[np.float64] = seconds  # that native policies took
        self.battles: NDArray[np.int32] = battles
        self.turns: NDArray[np.int32] = turns


def empty_views(rules: Rules, n: int, degree: int = DEGREE) -> Views:
    """Arrays for n games of a table."""
    areas, players = rules.areas, rules.players
    return Views(
        rules,
        np.full((n, areas, degree), NO_AREA, np.int8),
        np.full((n, areas), -1, np.int8),
        np.zeros((n, areas), np.int8),
        np.zeros((n, players), np.int16),
        np.zeros(n, np.int8),
        np.zeros(n, np.int8),
        np.zeros(n, np.int32),
        np.zeros(n, np.int32),
        np.zeros(n, np.int32),
        np.zeros(n, np.uint64),
    )


def no_commands(n: int) -> NDArray[np.int16]:
    """int16[n, 3] that tell no game anything."""
    return np.full((n, 3), -1, np.int16)
