"""What the store's games say together: a row an agent, level, rule and first cell; a layout counts once.

The layouts of a file make rows of their own: nobody knows how they were chosen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from hazard.arena.identity import Identity
from hazard.arena.stats import Interval, wilson
from hazard.arena.store import Key, Store, StoredBlock
from hazard.core.status import Status


class MatchKey(Key, frozen=True, kw_only=True):
    """What decides which Minesweeper games are played."""

    game: str = "mines"
    level: str  # "16x30/99"
    rule: str
    first: str
    boards: str  # "seed 1", or "file sha256:…" of a file of layouts
    agents: tuple[str, ...]  # see arena.identity.identities
    until: str | None = None  # a sequential test, as it was asked for


@dataclass(frozen=True)
class Result:
    """One row of `hazard leaderboard`."""

    game: str
    level: str
    rule: str
    first: str
    agent: str
    version: str
    """Hazard's, or the digest of the agent's file."""
    games: int
    """Different layouts."""
    wins: int
    statuses: dict[str, int]
    games_per_second: float | None
    """Of one worker."""
    when: str
    """When its last game was played, UTC."""
    commands: tuple[str, ...]
    """The command lines that played them, the last one first."""
    boards: tuple[str, ...]
    """Where the layouts came from: `seed 1`, `file sha256:…`."""

    @property
    def win_rate(self) -> float:
        """Share of games won."""
        return self.wins / self.games

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def file(self) -> str:
        """The file that the layouts came from, by its digest; nothing where seeds named them."""
        return file_of(self.boards[0])

    def to_json(self) -> dict[str, Any]:
        """All of it as JSON values."""
        return {
            "game": self.game,
            "level": self.level,
            "rule": self.rule,
            "first": self.first,
            "agent": self.agent,
            "version": self.version,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "low": self.interval.low,
            "high": self.interval.high,
            "statuses": self.statuses,
            "games_per_second": self.games_per_second,
            "when": self.when,
            "commands": list(self.commands),
            "boards": list(self.boards),
        }


@dataclass
class _Pool:
    """The games of one row, by source of the layouts; a later outcome of a layout replaces an earlier one."""

    outcomes: dict[str, list[tuple[int, NDArray[np.uint8]]]] = field(default_factory=dict)
    played: int = 0
    seconds: float = 0.0
    when: str = ""
    commands: dict[str, None] = field(default_factory=dict)

    def add(self, block: StoredBlock, boards: str) -> None:
        statuses = np.frombuffer(block.outcome, np.uint8)
        self.outcomes.setdefault(boards, []).append((block.start, statuses))
        self.played += len(statuses)
        self.seconds += block.seconds
        self.when = max(self.when, block.saved)
        self.commands.pop(block.command, None)
        if block.command:
            self.commands[block.command] = None

    def counts(self) -> NDArray[np.int64]:
        """int64[statuses]"""
        total = np.zeros(len(Status), np.int64)
        for blocks in self.outcomes.values():
            end = max(start + len(statuses) for start, statuses in blocks)
            outcome, there = np.zeros(end, np.uint8), np.zeros(end, np.bool_)
            for start, statuses in blocks:
                outcome[start : start + len(statuses)] = statuses
                there[start : start + len(statuses)] = True
            total += np.bincount(outcome[there], minlength=len(Status))
        return total


def results(
    store: Store, level: str | None = None, rule: str | None = None, first: str | None = None
) -> list[Result]:
    """What every agent reached on each level, rule and first cell, over all layouts that it played.

    A layout that was played again counts once, with its last outcome. Best first within a level.
    """
    keys: dict[str, MatchKey] = {}
    pools: dict[tuple[str, str, str, str, str, str], _Pool] = {}
    for block in store.played("mines"):
        key = keys.setdefault(block.key, msgspec.json.decode(block.key, type=MatchKey))
        wanted = ((level, key.level), (rule, key.rule), (first, key.first))
        if all(asked in (None, is_) for asked, is_ in wanted):
            place = key.game, key.level, key.rule, key.first, block.lane, file_of(key.boards)
            pools.setdefault(place, _Pool()).add(block, layouts_of(key.boards))
    return sorted((_row(place, pool) for place, pool in pools.items()), key=order)


def file_of(boards: str) -> str:
    """`sha256:…` of a file of layouts, nothing of a seed."""
    kind, _, name = layouts_of(boards).partition(" ")
    return name if kind == "file" else ""


def layouts_of(boards: str) -> str:
    """The same without what only names the lots that agents drew: `file sha256:… seed 2` is the file."""
    return " ".join(boards.split()[:2])


def order(row: Result) -> tuple[object, ...]:
    """Best first within a game, level, rule, first cell and file."""
    return row.game, row.level, row.rule, row.first, row.file, -row.win_rate, row.agent, row.version


def _row(place: tuple[str, str, str, str, str, str], pool: _Pool) -> Result:
    counts = pool.counts()
    name, version = Identity.parse(place[4])
    return Result(
        *place[:4],
        agent=name,
        version=version,
        games=int(counts.sum()),
        wins=int(counts[Status.WON]),
        statuses={status.name.lower(): int(counts[status]) for status in Status if counts[status]},
        games_per_second=pool.played / pool.seconds if pool.seconds > 0 else None,
        when=pool.when,
        commands=tuple(reversed(pool.commands)),
        boards=tuple(pool.outcomes),
    )
