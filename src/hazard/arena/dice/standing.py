"""How agents have done at the tables of one lane, gathered block by block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.arena.dice.block import Deeds, Mishap, Tables
from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.faults import MOST_FAULTS, Fault
from hazard.arena.stats import Interval, clustered, wilson
from hazard.core.status import Status

EYES = 3.5  # of a die, on average


@dataclass(frozen=True)
class Seat:
    """The games in which an agent had one place in the order of turns."""

    games: int
    wins: int

    @property
    def win_rate(self) -> float | None:
        """Share of games won; None without games."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """Wilson's: there is one such game a map, unless copies of the agent sat at the table."""
        return wilson(self.wins, self.games)

    def to_json(self) -> dict[str, Any]:
        """games, wins, win_rate, low, high."""
        low, high = self.interval
        return {"games": self.games, "wins": self.wins, "win_rate": self.win_rate, "low": low, "high": high}


@dataclass(frozen=True)
class Standing:
    """How one agent has done. With copies of it at a table, each of their seats is a game of its own."""

    agent: str
    by_seat: tuple[Seat, ...]
    by_map: tuple[tuple[float, ...], tuple[float, ...]]
    """Wins and games on each map."""
    no_winner: int
    """Games that nobody won."""
    statuses: dict[str, int]
    deeds: Deeds
    faults: tuple[Fault, ...] = ()

    @property
    def games(self) -> int:
        """Seats that it has had in finished games."""
        return sum(seat.games for seat in self.by_seat)

    @property
    def wins(self) -> int:
        """Games won."""
        return sum(seat.wins for seat in self.by_seat)

    @property
    def win_rate(self) -> float | None:
        """Share of its seats that won; None before the first."""
        return self.wins / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """95 %, with maps as independent clusters of games."""
        return clustered(*self.by_map)

    @property
    def luck(self) -> float | None:
        """Pips a die above 3.5; None where no die was thrown."""
        return self.deeds.pips / self.deeds.dice - EYES if self.deeds.dice else None

    @property
    def milliseconds(self) -> float | None:
        """Mean time a decision."""
        return 1000 * self.deeds.seconds / self.deeds.decisions if self.deeds.decisions else None

    def to_json(self) -> dict[str, Any]:
        """agent, games, wins, win_rate, low, high, by_seat, no_winner, and what it did."""
        low, high = self.interval
        deeds = self.deeds
        return {
            "agent": self.agent,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.win_rate,
            "low": low,
            "high": high,
            "by_seat": [seat.to_json() for seat in self.by_seat],
            "no_winner": self.no_winner,
            "statuses": self.statuses,
            "decisions": deeds.decisions,
            "transfers": deeds.transfers,
            "attacks": deeds.attacks,
            "attacks_won": deeds.won,
            "attacks_expected": deeds.expected,
            "dice": deeds.dice,
            "pips": deeds.pips,
            "pips_expected": EYES * deeds.dice,
            "ms_per_decision": self.milliseconds,
            "slowest_ms": 1000 * deeds.slowest if deeds.slowest else None,
            **({"median_ms": in_ms(deeds.quantile(0.5)), "overruns": deeds.overruns} if deeds.times else {}),
        }


class Tally:
    """Collects the blocks of one lane."""

    def __init__(self, deal: Deal, lane: Lane, names: Sequence[str]) -> None:
        self.deal, self.lane, self.names = deal, lane, names
        agents, players = len(names), deal.rules.players
        self.blocks: dict[int, int] = {}  # first game: number of games
        self.seats = np.zeros((agents, players), np.int64)
        self.wins = np.zeros((agents, players), np.int64)
        self.games_on = np.zeros((agents, deal.maps), np.int64)
        self.wins_on = np.zeros((agents, deal.maps), np.int64)
        self.statuses = np.zeros((agents, len(Status)), np.int64)
        self.no_winner = np.zeros(agents, np.int64)
        self.deeds = {place: Deeds() for place in lane.places}
        self.games = self.unwon = self.battles = self.turns = 0
        self.seconds = 0.0
        self.mishaps: dict[tuple[int, Status, str], list[int]] = {}
        self.tracebacks: dict[str, str] = {}

    def add(self, block: Tables) -> None:
        """Enter a block, once."""
        assert block.start not in self.blocks
        count = len(block)
        self.blocks[block.start] = count
        sitting = self.deal.seats(self.lane, block.start, count)
        board = np.arange(block.start, block.start + count) // self.deal.rotations
        for place in self.lane.places:
            self._add_agent(place, sitting == place, board, block)
        for place, deeds in block.deeds.items():
            self.deeds[place].add(deeds)
        self.games += count
        self.unwon += int((block.winner < 0).sum())
        self.battles += int(block.battles.sum())
        self.turns += int(block.turns.sum())
        self.seconds += block.seconds
        for mishap in block.mishaps:
            self._note(mishap)
        for message, text in block.tracebacks.items():
            self.tracebacks.setdefault(message, text)

    def _add_agent(self, place: int, own: NDArray[np.bool_], board: NDArray[np.int64], block: Tables) -> None:
        """Enter its seats, bool[n, players]."""
        seats: NDArray[np.int64] = np.arange(self.deal.rules.players)
        won: NDArray[np.bool_] = np.logical_and(own, np.equal(block.winner[:, np.newaxis], seats))
        self.seats[place] += own.sum(axis=0)
        self.wins[place] += won.sum(axis=0)
        np.add.at(self.games_on[place], board, own.sum(axis=1))
        np.add.at(self.wins_on[place], board, won.sum(axis=1))
        self.statuses[place] += np.bincount(block.statuses[own], minlength=len(Status))
        self.no_winner[place] += int(((block.winner < 0) & own.any(axis=1)).sum())

    def _note(self, mishap: Mishap) -> None:
        self.mishaps.setdefault((mishap.place, mishap.status, mishap.message), []).append(mishap.game)

    def standing(self, place: int) -> Standing:
        """The numbers of one agent."""
        counts: list[int] = self.statuses[place].tolist()
        games: list[int] = self.seats[place].tolist()
        wins: list[int] = self.wins[place].tolist()
        played = self.games_on[place] > 0
        return Standing(
            agent=self.names[place],
            by_seat=tuple(Seat(*pair) for pair in zip(games, wins, strict=True)),
            by_map=(
                tuple(self.wins_on[place][played].tolist()),
                tuple(self.games_on[place][played].tolist()),
            ),
            no_winner=int(self.no_winner[place]),
            statuses={status.name.lower(): counts[status] for status in Status if counts[status]},
            deeds=self.deeds[place],
            faults=self.faults(place),
        )

    def wins_on_map(self, board: int) -> dict[int, int]:
        """Games won on a map, by agent."""
        return {place: int(self.wins_on[place, board]) for place in self.lane.places}

    def faults(self, place: int) -> tuple[Fault, ...]:
        """The different messages of an agent, those that came first before the others."""
        found = sorted(
            (min(games), status, message, len(games))
            for (whose, status, message), games in self.mishaps.items()
            if whose == place
        )
        return tuple(
            Fault(
                self.names[place], game, status.name.lower(), message, count, self.tracebacks.get(message, "")
            )
            for game, status, message, count in found[:MOST_FAULTS]
        )


def in_ms(seconds: float | None) -> float | None:
    """The same in milliseconds."""
    return None if seconds is None else 1000 * seconds


def as_tuple(numbers: NDArray[np.int64]) -> tuple[float, ...]:
    """A row of numbers."""
    return tuple(map(float, numbers))
