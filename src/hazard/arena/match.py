"""A match: agents play the same layouts, and each gets a win rate with its interval."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.arena.stats import Interval, wilson
from hazard.core.errors import BadInput
from hazard.core.executors import executor
from hazard.core.registry import ResolvedAgent, resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.playing import BLOCK, play_block


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


@dataclass(frozen=True)
class MatchResult:
    """A match, finished or not: `games` were asked for, each standing says how many were played."""

    level: Level
    first: str
    seed: int
    games: int
    standings: tuple[Standing, ...]
    statuses: dict[str, NDArray[np.uint8]] = field(repr=False)
    """uint8[games] for each agent: how its game on each layout ended (`core.status`), 0 where not played."""
    interrupted: bool = False

    @property
    def ranking(self) -> list[Standing]:
        """The standings, best win rate first; equals stay in the order they were named."""
        return sorted(self.standings, key=lambda standing: -(standing.win_rate or 0.0))

    @property
    def played(self) -> int:
        """Games played by all agents together."""
        return sum(standing.games for standing in self.standings)

    def to_json(self) -> dict[str, Any]:
        """level, rule, first, seed, games, agents (best first), pairs (none measured yet)."""
        return {
            "level": str(self.level),
            "rule": self.level.rule,
            "first": self.first,
            "seed": self.seed,
            "games": self.games,
            "agents": [standing.to_json() for standing in self.ranking],
            "pairs": [],
        }


@dataclass(frozen=True)
class _Block:
    """A task: one agent plays games start .. start+count-1 of the match."""

    agent: ResolvedAgent
    level: Level
    first: str
    seed: int
    start: int
    count: int


@dataclass(frozen=True)
class _Played:
    status: NDArray[np.uint8]
    seconds: float
    fault: str | None


def _play(block: _Block) -> _Played:
    seeds, agent_seeds = game_seeds(block.seed, block.start, block.count)
    first = first_cells(block.first, block.level, seeds)
    outcomes = play_block(block.agent, block.level, seeds, agent_seeds, first)
    faults = ((game, text) for game, text in enumerate(outcomes.messages) if text)
    game, text = next(faults, (0, None))
    return _Played(
        outcomes.status,
        float(outcomes.seconds.sum()),
        f"game {block.start + game}: {text}" if text else None,
    )


class _Tally:
    """Collects the blocks of one agent as they come in."""

    def __init__(self, agent: str, games: int) -> None:
        self.agent = agent
        self.status = np.zeros(games, np.uint8)
        self.counts = np.zeros(len(Status), np.int64)
        self.seconds = 0.0
        self.faults: dict[int, str] = {}

    def add(self, block: _Block, played: _Played | None, fault: str | None) -> None:
        """Enter a block; one that its worker could not play counts as errors of the agent."""
        if played is None:
            status = np.full(block.count, Status.ERROR, np.uint8)
            played = _Played(status, 0.0, f"game {block.start}: {fault}")
        self.status[block.start : block.start + block.count] = played.status
        self.counts += np.bincount(played.status, minlength=len(Status))
        self.seconds += played.seconds
        if played.fault:
            self.faults[block.start] = played.fault

    def standing(self) -> Standing:
        return Standing(
            agent=self.agent,
            games=int(self.counts.sum()),
            wins=int(self.counts[Status.WON]),
            statuses={
                status.name.lower(): int(self.counts[status]) for status in Status if self.counts[status]
            },
            seconds=self.seconds,
            fault=self.faults[min(self.faults)] if self.faults else None,
        )


def match_mines(
    agents: Sequence[str],
    level: Level,
    first: str = "default",
    games: int = 2000,
    seed: int = 1,
    workers: int = 1,
    progress: Callable[[MatchResult], None] | None = None,
) -> MatchResult:
    """Let all agents play the same `games` layouts, in blocks of 256 that take turns between the agents.

    The outcome of every game depends on level, first, seed and agent only, not on `workers`. `progress` is
    called with the standings after each block. Ctrl-C ends the match early: the result then holds what was
    played and says `interrupted`.
    """
    if games < 1:
        raise BadInput(f"a match of {games} games: want at least 1")
    if workers < 1:
        raise BadInput(f"{workers} workers: want at least 1")
    resolved = _resolve(agents)
    first_cells(first, level, game_seeds(seed, 0, 1)[0])  # a bad option is refused here, not by every block
    tallies = {agent.name: _Tally(agent.name, games) for agent in resolved}

    def result(interrupted: bool = False) -> MatchResult:
        return MatchResult(
            level=level,
            first=first,
            seed=seed,
            games=games,
            standings=tuple(tally.standing() for tally in tallies.values()),
            statuses={tally.agent: tally.status for tally in tallies.values()},
            interrupted=interrupted,
        )

    blocks = list(_blocks(resolved, level, first, games, seed))
    try:
        for done in executor(workers).run(_play, blocks):
            block = blocks[done.index]
            tallies[block.agent.name].add(block, done.value, done.fault)
            if progress:
                progress(result())
    except KeyboardInterrupt:
        return result(interrupted=True)
    return result()


def _resolve(agents: Sequence[str]) -> list[ResolvedAgent]:
    if not agents:
        raise BadInput("a match needs at least one agent")
    resolved = [resolve(name, "mines") for name in agents]
    for agent, count in Counter(agent.name for agent in resolved).items():
        if count > 1:
            raise BadInput(f"agent {agent} is named {count} times; name each once")
    for agent in resolved:
        agent.make()  # a file that cannot be loaded is refused here, not by every block
    return resolved


def _blocks(
    agents: Sequence[ResolvedAgent], level: Level, first: str, games: int, seed: int
) -> Iterator[_Block]:
    for start in range(0, games, BLOCK):
        for agent in agents:
            yield _Block(agent, level, first, seed, start, min(BLOCK, games - start))
