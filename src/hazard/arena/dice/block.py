"""One block of games of one lane: the task that a worker gets, and what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.store import SavedBlock
from hazard.core.registry import ResolvedAgent
from hazard.core.status import Status
from hazard.dice.lockstep import seconds_of
from hazard.dice.playing import BLOCK, Outcomes, play_block


class Deeds(msgspec.Struct):
    """What an agent did in some games, all its seats together."""

    decisions: int = 0
    attacks: int = 0
    won: int = 0
    """Attacks."""
    expected: float = 0.0
    """Attacks that the odds would have won."""
    transfers: int = 0
    dice: int = 0
    """Thrown, attacking or defending."""
    pips: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    """Seconds a decision, on average over the batch that took longest; 0 for native policies."""
    overruns: int = 0
    """Decisions for which the clock ran out, of agents that have one."""
    times: dict[int, int] = {}
    """Decisions by the step of their times (`lockstep.seconds_of`), of agents whose decisions are timed."""

    def add(self, other: Deeds) -> None:
        """Enter what was done in other games."""
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if name == "times":
                self.times = dict(Counter(self.times) + Counter(other.times))
            else:
                setattr(self, name, max(mine, theirs) if name == "slowest" else mine + theirs)

    def quantile(self, share: float) -> float | None:
        """The seconds that so large a share of the decisions stayed below; None where they are not timed."""
        wanted = share * sum(self.times.values())
        for step in sorted(self.times):
            wanted -= self.times[step]
            if wanted <= 0:
                return seconds_of(step)
        return None


class Mishap(msgspec.Struct, frozen=True):
    """Why a seat had nothing but ended turns from some decision on."""

    game: int
    place: int
    status: Status
    message: str


class Packed(msgspec.Struct, frozen=True):
    """A block as the store has it."""

    winner: bytes
    statuses: bytes
    battles: tuple[int, ...]
    turns: tuple[int, ...]
    deeds: dict[int, Deeds]
    mishaps: tuple[Mishap, ...] = ()
    tracebacks: dict[str, str] = {}


@dataclass(frozen=True)
class Tables:
    """What came of games start .. start+n-1 of a lane."""

    start: int
    winner: NDArray[np.int8]  # [n] a seat; -1 nobody
    statuses: NDArray[np.uint8]  # [n, players] hazard.Status
    battles: NDArray[np.int32]  # [n]
    turns: NDArray[np.int32]  # [n]
    deeds: dict[int, Deeds]  # by place
    seconds: float
    mishaps: tuple[Mishap, ...] = ()
    tracebacks: Mapping[str, str] = field(default_factory=dict[str, str])
    """Of those messages that have one."""

    def __len__(self) -> int:
        return len(self.winner)

    @property
    def faults(self) -> Mapping[int, str]:
        """What went wrong, by number of the game."""
        return {mishap.game: mishap.message for mishap in reversed(self.mishaps)}

    def pack(self) -> bytes:
        """For the store."""
        return msgspec.msgpack.encode(
            Packed(
                self.winner.tobytes(),
                self.statuses.tobytes(),
                tuple(self.battles.tolist()),
                tuple(self.turns.tolist()),
                self.deeds,
                self.mishaps,
                dict(self.tracebacks),
            )
        )

    @classmethod
    def unpack(cls, start: int, saved: SavedBlock) -> Tables:
        """What was packed."""
        packed = msgspec.msgpack.decode(saved.outcome, type=Packed)
        winner = np.frombuffer(packed.winner, np.int8)
        return cls(
            start,
            winner,
            np.frombuffer(packed.statuses, np.uint8).reshape(len(winner), -1),
            np.array(packed.battles, np.int32),
            np.array(packed.turns, np.int32),
            packed.deeds,
            saved.seconds,
            packed.mishaps,
            packed.tracebacks,
        )


@dataclass(frozen=True)
class TablesTask:
    """A lane plays one block; `agents` are those of the whole match."""

    agents: tuple[ResolvedAgent, ...]
    deal: Deal
    lane: Lane
    start: int
    record: bool
    time_limit: float

    def play(self) -> tuple[Tables, bytes | None]:
        """The outcome of the block, and its records as JSON lines where they are asked for."""
        block = self.deal.block(self.lane, self.start)
        outcomes = play_block(self.agents, block, record=self.record, time_limit=self.time_limit)
        records = None
        if outcomes.records is not None:
            records = b"".join(msgspec.json.encode(record) + b"\n" for record in outcomes.records)
        return tables_of(self.start, block.seats, outcomes), records

    def lost(self, fault: str) -> Tables:
        """Nobody wins, and all who sat there failed."""
        count = min(BLOCK, self.deal.games - self.start)
        players = self.deal.rules.players
        places = self.lane.places
        return Tables(
            self.start,
            np.full(count, -1, np.int8),
            np.full((count, players), Status.ERROR, np.uint8),
            np.zeros(count, np.int32),
            np.zeros(count, np.int32),
            {place: Deeds() for place in places},
            0.0,
            tuple(Mishap(self.start, place, Status.ERROR, fault) for place in places),
        )


def tables_of(start: int, seats: NDArray[np.intp], outcomes: Outcomes) -> Tables:
    """The outcome of a block, its deeds by agent; seats [n, players] are places."""
    deeds = {place: deeds_of(place, seats == place, outcomes) for place in np.unique(seats).tolist()}
    mishaps = tuple(
        Mishap(start + game, int(seats[game, seat]), Status(int(outcomes.statuses[game, seat])), message)
        for (game, seat), message in sorted(outcomes.messages.items())
    )
    return Tables(
        start,
        outcomes.winner,
        outcomes.statuses,
        outcomes.deeds.battles,
        outcomes.deeds.turns,
        deeds,
        float(outcomes.seconds.sum()),
        mishaps,
        outcomes.tracebacks,
    )


def deeds_of(place: int, own: NDArray[np.bool_], outcomes: Outcomes) -> Deeds:
    """What an agent did in its seats, bool[n, players]."""
    of = outcomes.deeds
    return Deeds(
        decisions=int(of.decisions[own].sum()),
        attacks=int(of.attacks[own].sum()),
        won=int(of.won[own].sum()),
        expected=float(of.expected[own].sum()),
        transfers=int(of.transfers[own].sum()),
        dice=int(of.dice[own].sum()),
        pips=int(of.pips[own].sum()),
        seconds=float(outcomes.seconds[own].sum()),
        slowest=outcomes.slowest.get(place, 0.0),
        overruns=outcomes.overruns.get(place, 0),
        times=dict(outcomes.times.get(place, {})),
    )
