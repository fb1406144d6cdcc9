"""Which games a match plays: the layouts of a seed, or those of a file; the same for every agent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput, LayoutError
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.seeds import game_seeds
from hazard.mines.first import first_cells, plain
from hazard.mines.formats import read_layouts
from hazard.mines.layout import Layout
from hazard.mines.level import Level, Rule
from hazard.mines.playing import BLOCK, Outcomes, play_block

GAMES = 2000


@dataclass(frozen=True, slots=True)
class Part:
    """Games start .. start+count-1, as a task has them: nothing but what they need."""

    level: Level
    first: str
    seed: int
    start: int
    count: int
    layouts: tuple[Layout, ...] | None = None

    def first_cells(self, seeds: NDArray[np.uint64]) -> NDArray[np.int32]:
        """int32[count]; with `default`, a layout's own first cell goes before that of the rule."""
        first = first_cells(self.first, self.level, seeds)
        if self.first != "default" or self.layouts is None:
            return first
        cols = self.level.cols
        own = [-1 if at.first is None else at.first[0] * cols + at.first[1] for at in self.layouts]
        return np.where(np.asarray(own) >= 0, own, first).astype(np.int32)

    def play(
        self,
        agent: ResolvedAgent,
        *,
        record: bool = False,
        count_guesses: bool = False,
        time_limit: float = TIME_LIMIT,
    ) -> Outcomes:
        """Let the agent play these games; `time_limit` is that of a decision, in seconds."""
        seeds, agent_seeds = game_seeds(self.seed, self.start, self.count)
        first = self.first_cells(seeds)
        return play_block(
            agent,
            self.level,
            seeds,
            agent_seeds,
            first,
            layouts=self.layouts,
            record=record,
            count_guesses=count_guesses,
            time_limit=time_limit,
        )


@dataclass(frozen=True)
class Deal:
    """All games of a match. With layouts, `seed` is for agents that draw lots only."""

    level: Level
    first: str
    seed: int
    games: int
    boards: Path | None = None
    layouts: tuple[Layout, ...] | None = field(default=None, repr=False)
    digest: str = ""
    """Of the file of layouts."""
    available: int | None = None
    """How many layouts the file has."""

    def __post_init__(self) -> None:
        if self.games < 1:
            raise BadInput(f"a match of {self.games} games: want at least 1")
        first_cells(
            self.first, self.level, game_seeds(self.seed, 0, 1)[0]
        )  # refused here, not by every block

    @property
    def starts(self) -> range:
        """The first game of each block."""
        return range(0, self.games, BLOCK)

    def part(self, start: int) -> Part:
        """The block that begins with this game."""
        count = min(BLOCK, self.games - start)
        layouts = None if self.layouts is None else self.layouts[start : start + count]
        return Part(self.level, self.first, self.seed, start, count, layouts)

    @property
    def source(self) -> str:
        """What the layouts are, for the result store."""
        if self.boards is None:
            return f"seed {self.seed}"
        return f"file sha256:{self.digest}" + ("" if self.seed == 1 else f" seed {self.seed}")

    @property
    def own_first(self) -> bool:
        """Whether layouts of the file name the first cell, and it is used."""
        return self.first == "default" and any(at.first is not None for at in self.layouts or ())


def deal_seed(level: Level, first: str, seed: int, games: int | None) -> Deal:
    """The layouts that a seed names; 2,000 where nothing else is said."""
    return Deal(level, plain(first), seed, GAMES if games is None else games)


def deal_file(
    path: Path | str, level: Level | None, rule: Rule, first: str, seed: int, games: int | None
) -> Deal:
    """The first `games` layouts of a file, or all; raises LayoutError where they are not of one level."""
    path = Path(path)
    layouts = tuple(read_layouts(path))
    if not layouts:
        raise LayoutError(f"{path}: no layouts in this file")
    for number, other in strangers(layouts):
        raise LayoutError(
            f"{path}: layout {number} is {other.level()}, layout 0 is {layouts[0].level()}; "
            "a match needs layouts of one size and number of mines"
        )
    if level is not None and str(level) != str(layouts[0].level()):
        raise LayoutError(f"{path}: its layouts are {layouts[0].level()}, not {level}")
    if games is not None and games > len(layouts):
        held = "one layout" if len(layouts) == 1 else f"{len(layouts)} layouts"
        raise LayoutError(f"{path}: a match of {games} games, but the file has {held}")
    count = len(layouts) if games is None else games
    digest = sha256(path.read_bytes()).hexdigest()[:16]
    played = layouts[: max(count, 0)]
    level = level or layouts[0].level(rule)
    return Deal(level, plain(first), seed, count, path, played, digest, len(layouts))


def strangers(layouts: tuple[Layout, ...]) -> Iterator[tuple[int, Layout]]:
    """The layouts of another level than the first one, with their numbers."""
    level = layouts[0].level()
    return ((number, layout) for number, layout in enumerate(layouts) if layout.level() != level)
