"""Telling an agent that keeps something for each game where games begin and end."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hazard.core.asking import Indices
from hazard.core.errors import AgentFault
from hazard.core.hosted import HostedWithGames
from hazard.dice.account import Births
from hazard.dice.position import Position
from hazard.dice.views import Decisions, Views

DEAD = -1
LOST = "the process that kept its games died, and its part in this game with it"


class Dealt(Protocol):
    """Games at their beginning: `Games`, or one that is followed from afar."""

    def position(self, game: int, /) -> Position:
        """Where a game begins."""
        ...

    def seed(self, game: int, seat: int, /) -> int:
        """That of a seat's agent, as views show it."""
        ...


class Keeper:
    """One agent in the games of a block, before they are advanced; `own` bool[n, players] are its seats."""

    def __init__(self, agent: HostedWithGames, games: Dealt, own: NDArray[np.bool_]) -> None:
        self.agent, self.games = agent, games
        self.at_once = agent.at_once
        self._seats: dict[int, list[int]] = {}
        for game, seat in np.argwhere(own).tolist():
            self._seats.setdefault(game, []).append(seat)
        self._starts = {game: games.position(game) for game in self._seats}
        self._seeds: dict[int, list[tuple[int, int]]] = {}  # of the games that run: seeds and seats
        self._generation: dict[tuple[int, int], int] = {}

    def follow(self, running: Indices) -> None:
        """These games run from now on, the others do not."""
        now = set(running.tolist())
        over = [game for game in self._seeds if game not in now]
        if over:
            keys = [key for game in over for key in self._seeds.pop(game)]
            for key in keys:
                self._generation.pop(key, None)
            with suppress(AgentFault):  # it died, and they with it
                self.agent.forget(keys)
        fresh = [game for game in sorted(now) if game in self._seats]
        if fresh:
            self._begin(fresh)

    def _begin(self, games: list[int]) -> None:
        births: list[tuple[int, int, int]] = []
        for place, game in enumerate(games):
            keys = [(self.games.seed(game, seat), seat) for seat in self._seats.pop(game)]
            self._seeds[game] = keys
            births += [(seed, seat, place) for seed, seat in keys]
        generation = DEAD
        with suppress(AgentFault):
            self.agent.begin(Births(tuple(births), tuple(self._starts.pop(game) for game in games)))
            generation = self.agent.generation
        self._generation.update({(seed, seat): generation for seed, seat, _ in births})

    def choose(self, views: Views) -> Decisions:
        """The agent's decisions; raises AgentFault where what it kept of a game is lost."""
        generation = self.agent.generation
        for key in zip(views.seeds.tolist(), views.player.tolist(), strict=True):
            if self._generation.get(key, generation) != generation:
                raise AgentFault(LOST)
        return self.agent.choose(views)
