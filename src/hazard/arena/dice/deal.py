"""Which games are played: maps, who sits at a table, and in which order of turns."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.dice.formats import read_game_starts
from hazard.dice.map import check_grows
from hazard.dice.playing import BLOCK, Block
from hazard.dice.position import Position
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

Table = tuple[int, ...]
"""Who sits at a table: places in the list of agents, one a seat before any rotation."""


@dataclass(frozen=True)
class Lane:
    """Tables that share a row of results; map m is played by the m-th of them, over and over."""

    name: str
    tables: tuple[Table, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """All agents that sit at one of the tables."""
        return tuple(sorted({place for table in self.tables for place in table}))


@dataclass(frozen=True)
class Deal:
    """The maps of a match, and whether every map is played once with every rotation of the seats."""

    rules: Rules
    seed: int
    maps: int
    rotate: bool
    starts: tuple[Position, ...] | None = field(default=None, repr=False)
    """Given positions instead of what the seed says."""
    digest: str = ""
    """Of the file of given positions."""

    def __post_init__(self) -> None:
        if self.maps < 1:
            raise BadInput(f"a match on {self.maps} maps: want at least 1")
        if self.starts is None:
            check_grows(self.rules.areas)  # refused here, not by every block

    @property
    def rotations(self) -> int:
        """Games on a map."""
        return self.rules.players if self.rotate else 1

    @property
    def games(self) -> int:
        """Of each lane."""
        return self.maps * self.rotations

    @property
    def block_starts(self) -> range:
        """The first game of each block."""
        return range(0, self.games, BLOCK)

    @property
    def source(self) -> str:
        """Where the maps come from, for the result store."""
        return f"seed {self.seed}" if self.starts is None else f"file sha256:{self.digest} seed {self.seed}"

    def seats(self, lane: Lane, start: int, count: int) -> NDArray[np.intp]:
        """Who sits where in games start .. start+count-1: places, [count, players]. The first of a table sits
        in seat r of rotation r, and the others follow in turn.
        """
        numbers = np.arange(start, start + count)
        board, rotation = numbers // self.rotations, numbers % self.rotations
        tables = np.array(lane.tables, np.intp)[board % len(lane.tables)]
        order = (np.arange(self.rules.players) - rotation[:, np.newaxis]) % self.rules.players
        return np.take_along_axis(tables, order, axis=1)

    def block(self, lane: Lane, start: int) -> Block:
        """The games of one block."""
        return self.part(lane, start, min(BLOCK, self.games - start))

    def part(self, lane: Lane, start: int, count: int) -> Block:
        """So many games from one on, the same as in their block."""
        numbers = range(start, start + count)
        seeds = np.array(
            [table_seeds(self.seed, *divmod(game, self.rotations), self.rules.players) for game in numbers]
        )
        starts = None
        if self.starts is not None:
            starts = tuple(self.starts[game // self.rotations] for game in numbers)
        return Block(self.rules, seeds, self.seats(lane, start, count), starts)


def digest(path: Path) -> str:
    """The first 16 hexadecimal digits of a file's digest."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def deal_file(path: Path | str, rules: Rules, seed: int, maps: int | None, rotate: bool) -> Deal:
    """The positions of a file, or its first `maps`, under rules whose number of areas is theirs."""
    path = Path(path)
    starts = tuple(read_game_starts(path, rules=rules))
    wanted = len(starts) if maps is None else maps
    if wanted > len(starts):
        raise BadInput(f"{path}: {wanted} maps are asked for, the file has {len(starts)} positions")
    areas = max(len(start.map) for start in starts)
    return Deal(replace(rules, areas=areas), seed, wanted, rotate, starts[:wanted], digest(path))
