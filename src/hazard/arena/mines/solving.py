"""Given layouts played by one agent: the engine of a match, one result a layout, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from hazard.arena.entrants import check_workers, refuse_broken
from hazard.arena.mines.deal import Part
from hazard.core.errors import LayoutError
from hazard.core.executors import executor
from hazard.core.hosted import check_time_limit
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent, resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.answers import bare
from hazard.mines.first import first_cells, plain
from hazard.mines.layout import Layout
from hazard.mines.level import Rule
from hazard.mines.playing import BLOCK, Outcomes


@dataclass(frozen=True)
class Solved:
    """How the agent did on one layout; `guesses` are decisions that opened a cell of exact risk above 0."""

    index: int
    status: str
    won: bool
    opened: int
    decisions: int
    guesses: int | None
    seconds: float
    message: str | None = None
    """Why the game ended by the agent's fault."""

    def to_json(self) -> dict[str, Any]:
        """index, status, won, opened, decisions, guesses (null: not counted), seconds."""
        fields = ("index", "status", "won", "opened", "decisions", "guesses", "seconds")
        return {name: getattr(self, name) for name in fields}


@dataclass(frozen=True)
class _Block:
    """A task: layouts that follow each other and are all of one level."""

    agent: ResolvedAgent
    part: Part
    time_limit: float


def solve(
    layouts: Sequence[Layout],
    agent: str,
    *,
    rule: Rule = "any",
    first: str = "default",
    seed: int = 1,
    workers: int = 1,
    time_limit: float = TIME_LIMIT,
) -> Iterator[Solved]:
    """Let `agent` play each layout, and yield the results in order as soon as they are known.

    `first` "default" is the layout's own first cell where it names one, else the default of the rule. `seed`
    is for agents that draw lots. The results do not depend on `workers`. A decision that takes longer than
    `time_limit` seconds ends its game.
    """
    check_workers(workers)
    if not layouts:
        raise LayoutError("there are no layouts to solve")
    resolved = resolve(agent, "mines")
    refuse_broken([resolved], bare)
    check_time_limit(time_limit)
    first = plain(first)
    blocks = [_Block(resolved, part, time_limit) for part in _parts(layouts, rule, first, seed)]
    for level in {block.part.level for block in blocks}:  # a bad option is refused here, not by every block
        first_cells(first, level, game_seeds(seed, 0, 1)[0])
    return _in_order(blocks, workers)


def _in_order(blocks: Sequence[_Block], workers: int) -> Iterator[Solved]:
    waiting: dict[int, list[Solved]] = {}
    following = 0
    for done in executor(workers).run(_play, blocks):
        block = blocks[done.index]
        waiting[done.index] = (
            _failed(block, done.fault) if done.value is None else list(_results(block, done.value))
        )
        while following in waiting:
            yield from waiting.pop(following)
            following += 1


def _parts(layouts: Sequence[Layout], rule: Rule, first: str, seed: int) -> Iterator[Part]:
    """Runs of layouts of one level, cut every 256."""
    start = 0
    for level, run in groupby(layouts, key=lambda layout: layout.level(rule)):
        same = tuple(run)
        for begin in range(0, len(same), BLOCK):
            part = same[begin : begin + BLOCK]
            yield Part(level, first, seed, start, len(part), part)
            start += len(part)


def _play(block: _Block) -> Outcomes:
    return block.part.play(block.agent, count_guesses=True, time_limit=block.time_limit)


def _results(block: _Block, outcomes: Outcomes) -> Iterator[Solved]:
    for game, message in enumerate(outcomes.messages):
        status = Status(int(outcomes.status[game]))
        guesses = int(outcomes.guesses[game])
        yield Solved(
            index=block.part.start + game,
            status=status.name.lower(),
            won=status is Status.WON,
            opened=int(outcomes.opened[game]),
            decisions=int(outcomes.decisions[game]),
            guesses=None if guesses < 0 else guesses,
            seconds=float(outcomes.seconds[game]),
            message=message,
        )


def _failed(block: _Block, fault: str | None) -> list[Solved]:
    """The worker could not play the block: its games count as errors."""
    return [
        Solved(block.part.start + game, "error", False, 0, 0, None, 0.0, fault)
        for game in range(block.part.count)
    ]
