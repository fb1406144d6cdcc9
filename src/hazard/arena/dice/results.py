"""What the store's games of Dicewars say together: ratings of all agents that met under the same rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from hazard.arena.dice.block import Packed
from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.dice.match import DiceKey
from hazard.arena.dice.result import joined
from hazard.arena.identity import Identity
from hazard.arena.ratings import Rating, Results, bradley_terry
from hazard.arena.stats import Interval, clustered
from hazard.arena.store import Store, StoredBlock
from hazard.core.errors import BadInput
from hazard.dice.rules import Rules

Board = tuple[str, int]
"""Where the maps came from, and the number of one."""
Game = tuple[str, int, int, tuple[str, ...]]
"""Board, rotation, and who sat there in the order of turns."""


@dataclass(frozen=True)
class Result:
    """One row of `hazard leaderboard dice`."""

    rules: Rules
    agent: str
    version: str
    games: int
    """Seats that it has had; a game that was played again counts once."""
    wins: int
    interval: Interval
    rating: Rating | None
    """Among the agents of the same rules; None where their results allow none."""
    when: str
    commands: tuple[str, ...]
    """The command lines that played its games, the last one first."""

    @property
    def win_rate(self) -> float:
        """Share of seats that won."""
        return self.wins / self.games

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON values."""
        rating = self.rating
        return {
            "game": "dice",
            "rules": msgspec.to_builtins(self.rules),
            "agent": self.agent,
            "version": self.version,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "low": self.interval.low,
            "high": self.interval.high,
            "rating": None if rating is None else rating.points,
            "rating_low": None if rating is None else rating.low,
            "rating_high": None if rating is None else rating.high,
            "when": self.when,
            "commands": list(self.commands),
        }


@dataclass
class _Pool:
    """The games under one set of rules; a later outcome of a game replaces an earlier one."""

    winners: dict[Game, str | None] = field(default_factory=dict[Game, "str | None"])
    when: dict[str, str] = field(default_factory=dict[str, str])
    commands: dict[str, dict[str, None]] = field(default_factory=dict[str, dict[str, None]])

    def add(self, block: StoredBlock, key: DiceKey) -> None:
        """Enter a block."""
        lane = Lane(block.lane, key.lanes[block.lane])
        deal = Deal(key.rules, 0, key.maps, key.rotate)
        winner = np.frombuffer(msgspec.msgpack.decode(block.outcome, type=Packed).winner, np.int8)
        seats: list[list[int]] = deal.seats(lane, block.start, len(winner)).tolist()
        for number, (row, won) in enumerate(zip(seats, winner.tolist(), strict=True), start=block.start):
            names = tuple(key.agents[place] for place in row)
            board, rotation = divmod(number, deal.rotations)
            self.winners[key.boards, board, rotation, names] = names[won] if won >= 0 else None
        for name in {key.agents[place] for place in lane.places}:
            self.when[name] = max(self.when.get(name, ""), block.saved)
            told = self.commands.setdefault(name, {})
            told.pop(block.command, None)
            if block.command:
                told[block.command] = None

    def clusters(self) -> list[Results]:
        """Who won against whom on each map."""
        boards: dict[Board, dict[tuple[str, ...], Counter[str]]] = {}
        for (source, board, _, names), winner in self.winners.items():
            if winner is not None:
                tables = boards.setdefault((source, board), {})
                tables.setdefault(tuple(sorted(names)), Counter())[winner] += 1
        return [{table: dict(won) for table, won in tables.items()} for tables in boards.values()]

    def rows(self, rules: Rules) -> list[Result]:
        """One an agent, best first."""
        wins: dict[str, Counter[Board]] = {}
        games: dict[str, Counter[Board]] = {}
        for (source, board, _, names), winner in self.winners.items():
            for name in names:
                games.setdefault(name, Counter())[source, board] += 1
            if winner is not None:
                wins.setdefault(winner, Counter())[source, board] += 1
        ratings = {row.name: row for row in rated(self.clusters())}
        rows = [
            self._row(rules, name, wins.get(name, Counter()), games[name], ratings.get(name))
            for name in games
        ]
        return sorted(rows, key=order)

    def _row(
        self, rules: Rules, name: str, wins: Counter[Board], games: Counter[Board], rating: Rating | None
    ) -> Result:
        agent, version = Identity.parse(name)
        return Result(
            rules,
            agent,
            version,
            games.total(),
            wins.total(),
            clustered([wins[board] for board in games], list(games.values())),
            rating,
            self.when[name],
            tuple(reversed(self.commands.get(name, {}))),
        )


def order(row: Result) -> tuple[float, float, str]:
    """Best first."""
    return -(row.rating.points if row.rating else 0.0), -row.win_rate, row.agent


def results(store: Store) -> list[Result]:
    """What every agent reached under each set of rules, best first.

    Win rates depend on who the others were; ratings take that into account. Matches without rotation are left
    out: they say who sat first rather than who is better.
    """
    keys: dict[str, DiceKey] = {}
    pools: dict[Rules, _Pool] = {}
    for block in store.played("dice"):
        key = keys.setdefault(block.key, msgspec.json.decode(block.key, type=DiceKey))
        if key.rotate:
            pools.setdefault(key.rules, _Pool()).add(block, key)
    return [row for rules, pool in pools.items() for row in pool.rows(rules)]


def rated(clusters: list[Results]) -> list[Rating]:
    """The ratings, or none where the results allow none."""
    try:
        return bradley_terry(joined(clusters), clusters=clusters)
    except BadInput:
        return []
