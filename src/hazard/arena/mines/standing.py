"""How an agent has done so far, gathered block by block in whatever order the blocks come in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.arena.faults import MOST_FAULTS, Fault
from hazard.arena.stats import Interval, wilson
from hazard.arena.store import SavedBlock, StoredStanding
from hazard.core.status import Status


@dataclass(frozen=True)
class Standing:
    """How one agent has done so far; `seconds` is the time that workers spent on its games, added up."""

    agent: str
    games: int
    wins: int
    statuses: dict[str, int]
    seconds: float
    fault: str | None = None
    """What went wrong in its first game that ended by its fault: `game 12: …`."""
    faults: tuple[Fault, ...] = ()
    """The different messages, by their first game."""
    foreign: bool = False
    """A program that played elsewhere: its games were read from a file."""

    @property
    def win_rate(self) -> float | None:
        """Share of games won; None before the first."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """Wilson's 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def games_per_second(self) -> float | None:
        """Games a second of one worker; None before the first."""
        return self.games / self.seconds if self.games and self.seconds > 0 else None

    def to_json(self) -> dict[str, Any]:
        """agent, games, wins, win_rate, low, high, statuses, games_per_second."""
        return {
            "agent": self.agent,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "low": self.interval.low,
            "high": self.interval.high,
            "statuses": self.statuses,
            "games_per_second": self.games_per_second,
        }


@dataclass(frozen=True, slots=True)
class Played:
    """What came of one block of one agent."""

    start: int
    status: NDArray[np.uint8]  # [k]
    seconds: float
    faults: Mapping[int, str] = field(default_factory=dict[int, str])  # by number of the game

    def __len__(self) -> int:
        return len(self.status)

    def pack(self) -> bytes:
        """A byte a game."""
        return np.ascontiguousarray(self.status, np.uint8).tobytes()

    @classmethod
    def unpack(cls, start: int, saved: SavedBlock) -> Played:
        """What was packed."""
        return cls(start, np.frombuffer(saved.outcome, np.uint8).copy(), saved.seconds, saved.faults)


class Tally:
    """Collects the blocks of one agent."""

    def __init__(self, agent: str, games: int, *, foreign: bool = False) -> None:
        self.agent = agent
        self.foreign = foreign
        self.status = np.zeros(games, np.uint8)
        self.counts = np.zeros(len(Status), np.int64)
        self.blocks: dict[int, Played] = {}
        self.seconds = 0.0
        self.first_with: dict[str, int] = {}
        self.times: dict[str, int] = {}

    def add(self, played: Played) -> None:
        """Enter a block, once."""
        assert played.start not in self.blocks
        self.blocks[played.start] = played
        self.status[played.start : played.start + len(played)] = played.status
        self.counts += np.bincount(played.status, minlength=len(Status))
        self.seconds += played.seconds
        for game, message in played.faults.items():
            self.first_with[message] = min(game, self.first_with.get(message, game))
            self.times[message] = self.times.get(message, 0) + 1

    def until(self, games: int) -> Tally:
        """What it would hold had the match been of so many games (whole blocks)."""
        if games == len(self.status):
            return self
        short = Tally(self.agent, len(self.status), foreign=self.foreign)
        for start in sorted(self.blocks):
            if start < games:
                short.add(self.blocks[start])
        return short

    def faults(self) -> tuple[Fault, ...]:
        """The different messages, those that came first in the match before the others."""
        firsts = sorted((game, message) for message, game in self.first_with.items())
        return tuple(
            Fault(self.agent, game, Status(int(self.status[game])).name.lower(), message, self.times[message])
            for game, message in firsts[:MOST_FAULTS]
        )

    def standing(self) -> Standing:
        """The numbers of all blocks so far."""
        faults = self.faults()
        return Standing(
            agent=self.agent,
            games=int(self.counts.sum()),
            wins=int(self.counts[Status.WON]),
            statuses={
                status.name.lower(): int(self.counts[status]) for status in Status if self.counts[status]
            },
            seconds=self.seconds,
            fault=f"game {faults[0].game}: {faults[0].message}" if faults else None,
            faults=faults,
            foreign=self.foreign,
        )


def stored(lane: str, tally: Tally) -> StoredStanding:
    """What the store keeps of a finished match: all games, also those beyond a sequential test's verdict."""
    standing = tally.standing()
    interval = standing.interval
    return StoredStanding(lane, standing.games, standing.wins, *interval, standing.seconds, standing.statuses)
