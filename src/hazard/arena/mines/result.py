"""What a match tells, finished or not: standings, pairs, a verdict."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.arena.faults import Fault
from hazard.arena.mines.pairs import Pair
from hazard.arena.mines.standing import Standing
from hazard.arena.mines.until import Verdict
from hazard.mines.level import Level


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
    pairs: tuple[Pair, ...] = ()
    """Each agent with each named after it; empty while the match runs."""
    verdict: Verdict | None = None
    """How the sequential test stands, with `until`."""
    boards: str | None = None
    """The file of the layouts; None: they come from the seed."""
    own_first: bool = False
    """Layouts of the file name their first cell, and it was used."""
    kept: int = 0
    """How many of the games were played before, in the part that was interrupted."""

    @property
    def ranking(self) -> list[Standing]:
        """The standings, best win rate first; equals stay in the order they were named."""
        return sorted(self.standings, key=lambda standing: -(standing.win_rate or 0.0))

    @property
    def played(self) -> int:
        """Games played by all agents together; those of foreign programs do not count."""
        return sum(standing.games for standing in self.standings if not standing.foreign)

    @property
    def whole(self) -> int:
        """Games that all agents together were asked to play."""
        return self.games * sum(not standing.foreign for standing in self.standings)

    def seconds_left(self, workers: int) -> float | None:
        """An estimate by each agent's own pace; None while one has not begun."""
        left = 0.0
        for row in self.standings:
            if row.foreign:
                continue
            if not row.games:
                return None
            left += (self.games - row.games) * row.seconds / row.games
        return left / workers

    @property
    def faults(self) -> list[Fault]:
        """What ended games by their agent's fault, agents in the order of the ranking."""
        return [fault for standing in self.ranking for fault in standing.faults]

    def to_json(self) -> dict[str, Any]:
        """level, rule, first, seed, games, agents (best first), pairs; and what else there is.

        That is `boards` (the file of the layouts), `until` (the sequential test) and `faults`.
        """
        told: dict[str, Any] = {
            "level": str(self.level),
            "rule": self.level.rule,
            "first": self.first,
            "seed": self.seed,
            "games": self.games,
            "agents": [standing.to_json() for standing in self.ranking],
            "pairs": [pair.to_json() for pair in self.pairs],
        }
        if self.boards is not None:
            told["boards"] = self.boards
        if self.verdict is not None:
            told["until"] = self.verdict.to_json()
        if self.faults:
            told["faults"] = [fault.to_json() for fault in self.faults]
        return told
