"""Whole games, a block at a time: native policies and Python agents at one table, the same outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.hosted import check_time_limit, hosted
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.status import Status
from hazard.dice.agent import DiceAgent
from hazard.dice.answers import bare
from hazard.dice.event import events_of
from hazard.dice.games import DEGREE, OUTSIDE, POLICIES, Deeds, Games
from hazard.dice.lockstep import Lockstep
from hazard.dice.position import Position
from hazard.dice.record import Record, make_record
from hazard.dice.rules import Rules
from hazard.dice.seeds import Seeds

BLOCK = 256  # games played together, whatever the number of workers

Player = ResolvedAgent | DiceAgent


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The games to play."""

    rules: Rules
    seeds: NDArray[np.uint64]  # [n, 4 + players] board, ownership, dice, rolls, then one for each seat
    seats: NDArray[np.intp]  # [n, players] who sits where, by place in the list of agents
    starts: tuple[Position, ...] | None = None  # [n] instead of what the seeds would give, but for the rolls

    def __post_init__(self) -> None:
        n, players = self.seats.shape
        if players != self.rules.players or self.seeds.shape != (n, 4 + players):
            raise ValueError(f"seeds {self.seeds.shape} and seats {self.seats.shape} do not fit the rules")
        if self.starts is not None and len(self.starts) != n:
            raise ValueError(f"{len(self.starts)} starts for {n} games")
        for start in self.starts or ():
            if start.rules.players != players or len(start.map) > self.rules.areas:
                raise BadInput(f"{start!r} does not fit {players} players and {self.rules.areas} areas")

    def origin(self, game: int) -> Seeds | Position:
        """What a game begins from."""
        if self.starts is not None:
            return self.starts[game]
        board, ownership, dice, rolls = self.seeds[game, :4].tolist()
        return board, ownership, dice, rolls


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """How the games of a block ended."""

    winner: NDArray[np.int8]  # [n] a seat; -1 nobody
    statuses: NDArray[np.uint8]  # [n, players] hazard.Status: UNFINISHED where nobody won and the seat lives
    seconds: NDArray[np.float64]  # [n, players] that the agent took
    slowest: dict[int, float]  # seconds a decision of a Python agent, by its place; a batch's share
    deeds: Deeds
    messages: dict[tuple[int, int], str]  # why a seat had nothing but ended turns, by (game, seat)
    records: tuple[Record, ...] | None = None  # with record=True
    tracebacks: Mapping[str, str] = field(default_factory=dict[str, str])  # of those messages that have one
    times: Mapping[int, Counter[int]] = field(default_factory=dict[int, "Counter[int]"])
    """Decisions by the step of their times (`lockstep.seconds_of`), by place."""
    overruns: Mapping[int, int] = field(default_factory=dict[int, int])
    """Decisions for which the clock ran out, by place."""

    def __len__(self) -> int:
        return len(self.winner)


def play_block(
    agents: Sequence[Player],
    block: Block,
    *,
    record: bool = False,
    native: bool = True,
    threads: int = 1,
    time_limit: float = TIME_LIMIT,
) -> Outcomes:
    """Play one game a row of the block.

    A table agent that has a native policy plays as that, command for command the same, unless native=False.
    Other agents that were looked up play in a process of their own, which is ended where a decision takes
    longer than `time_limit` seconds; an agent object plays here, without a limit. An agent that fails only
    ends its turns in that game from then on.
    """
    check_time_limit(time_limit)
    games = deal(block, record, threads)
    policies = np.array([policy_of(agent) if native else OUTSIDE for agent in agents], np.int32)
    games.seat(policies[block.seats], block.seeds[:, 4:])
    with ExitStack() as stack:
        outside: dict[int, DiceAgent] = {}
        places: list[int] = np.unique(block.seats[policies[block.seats] == OUTSIDE]).tolist()
        for place in places:
            agent = agents[place]
            if isinstance(agent, ResolvedAgent):
                outside[place] = stack.enter_context(hosted(agent, bare, time_limit))
            else:
                outside[place] = agent
        play = Lockstep(games, block.seats, outside)
        play.run()
    deeds = games.deeds()
    return Outcomes(
        games.winner,
        statuses_of(games, play.faults),
        deeds.seconds + play.seconds,
        play.slowest,
        deeds,
        play.messages,
        records_of(block, games, names_of(agents), play.faults) if record else None,
        play.tracebacks,
        play.times,
        play.overruns,
    )


def deal(block: Block, record: bool, threads: int) -> Games:
    """The games of a block at their beginning."""
    degree = max([DEGREE, *(start.map.degree for start in block.starts or ())])
    games = Games(block.rules, len(block.seats), degree=degree, record=record, threads=threads)
    if block.starts is None:
        games.deal(block.seeds[:, :4])
    for game, start in enumerate(block.starts or ()):
        games.deal_position(game, start, int(block.seeds[game, 3]))
    return games


def policy_of(agent: Player) -> int:
    """The number of an agent's native policy, or OUTSIDE."""
    name = agent.row.native if isinstance(agent, ResolvedAgent) else None
    return OUTSIDE if name is None else POLICIES[name]


def names_of(agents: Sequence[Player]) -> list[str]:
    """What records call the agents."""
    return [agent.name if isinstance(agent, ResolvedAgent) else type(agent).__name__ for agent in agents]


def statuses_of(games: Games, faults: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """hazard.Status of every seat, uint8[n, players]; a fault goes before the result."""
    players = games.rules.players
    seats = np.arange(players)
    alive = (games.views.owners[:, :, np.newaxis] == seats).any(axis=1)
    nobody = (games.winner < 0)[:, np.newaxis]
    result = np.where(games.winner[:, np.newaxis] == seats, Status.WON, Status.LOST)
    result = np.where(nobody & alive, Status.UNFINISHED, result)
    return np.where(faults > 0, faults, result).astype(np.uint8)


def records_of(
    block: Block, games: Games, names: Sequence[str], faults: NDArray[np.uint8]
) -> tuple[Record, ...]:
    """The records of all games."""
    sitting: list[list[int]] = block.seats.tolist()
    ended: list[list[int]] = statuses_of(games, faults).tolist()
    return tuple(
        make_record(
            block.rules,
            block.origin(game),
            list(events_of(*games.events(game))),
            agents=[names[place] for place in seats],
            statuses=[Status(code) for code in codes],
        )
        for game, (seats, codes) in enumerate(zip(sitting, ended, strict=True))
    )
