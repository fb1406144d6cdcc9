"""Whole games, a block at a time: one function for native policies and Python agents, the same outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput, LayoutError
from hazard.core.hosted import check_time_limit, hosted
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.status import Status
from hazard.mines import native as core
from hazard.mines.agent import MinesAgent
from hazard.mines.answers import bare
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.limits import TOO_WIDE
from hazard.mines.lockstep import Lockstep, Trace
from hazard.mines.record import Record, make_record
from hazard.mines.views import Action

BLOCK = 256  # games played together, whatever the number of workers

# A native policy has no other faults than these.
POLICY_FAULTS: dict[int, str] = {
    Status.ERROR: f"TooWide: {TOO_WIDE}",
    Status.ILLEGAL: "the decision names no cell",
}


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """How the games of a block ended."""

    level: Level
    status: NDArray[np.uint8]  # [n] hazard.Status
    opened: NDArray[np.int32]  # [n] open cells at the end
    decisions: NDArray[np.int32]  # [n] decisions taken; the arena's first cell is none
    guesses: NDArray[np.int32]  # [n] decisions that opened a cell of exact risk > 0; -1: not counted
    seconds: NDArray[np.float64]  # [n] this game's share of the time
    messages: tuple[str | None, ...]  # [n] why a game ended by the agent's fault
    records: tuple[Record, ...] | None = None  # with record=True

    def __len__(self) -> int:
        return len(self.status)

    @property
    def won(self) -> NDArray[np.bool_]:
        """bool[n]"""
        return self.status == Status.WON


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The games to play: what both ways of playing need."""

    level: Level
    seeds: NDArray[np.uint64]  # [n]
    agent_seeds: NDArray[np.uint64]  # [n]
    first: NDArray[np.int32]  # [n] cell that is opened before the agent is asked; -1: the agent chooses
    layouts: tuple[Layout, ...] | None = None  # [n] instead of what the seeds would give

    def __post_init__(self) -> None:
        lengths = {len(self.seeds), len(self.agent_seeds), len(self.first)}
        if self.layouts is not None:
            lengths.add(len(self.layouts))
            check_layouts(self.level, self.layouts)
        if len(lengths) > 1:
            raise ValueError(
                f"a block needs one seed, agent seed, first cell (and layout) a game, not {lengths}"
            )
        if ((self.first < -1) | (self.first >= self.level.area)).any():
            raise BadInput(f"a first cell is outside the {self.level.rows}x{self.level.cols} board")


def check_layouts(level: Level, layouts: Sequence[Layout]) -> None:
    """Raise LayoutError where a layout is of another level."""
    for number, layout in enumerate(layouts):
        if (layout.rows, layout.cols, len(layout.mines)) != (level.rows, level.cols, level.mines):
            raise LayoutError(
                f"layout {number} is {layout.level()}, not {level}; play each size in blocks of its own"
            )


def play_block(
    agent: ResolvedAgent | MinesAgent,
    level: Level,
    seeds: NDArray[np.uint64],
    agent_seeds: NDArray[np.uint64],
    first: NDArray[np.int32],
    *,
    layouts: Sequence[Layout] | None = None,
    record: bool = False,
    count_guesses: bool = False,
    native: bool = True,
    threads: int = 1,
    time_limit: float = TIME_LIMIT,
) -> Outcomes:
    """Play one game for each seed (or layout; then `seeds` are not used).

    `first` int32[n] is the cell that is opened before the agent is asked, -1: the agent chooses (see
    `mines.first.first_cells`). A table agent that has a native policy plays as that, move for move the same,
    unless native=False. `threads` are the native policy's. Other agents that were looked up play in a process
    of their own, which is ended where a decision takes longer than `time_limit` seconds; an agent object
    plays here, without a limit. Faults of the agent end games, never the block.
    """
    check_time_limit(time_limit)
    block = Block(level, seeds, agent_seeds, first, None if layouts is None else tuple(layouts))
    if native and isinstance(agent, ResolvedAgent) and agent.row.native is not None:
        return play_policy(agent.row.native, agent.name, block, record, count_guesses, threads)
    if isinstance(agent, ResolvedAgent):
        with hosted(agent, bare, time_limit) as player:
            return play_agent(player, agent.name, block, record, count_guesses)
    return play_agent(agent, type(agent).__name__, block, record, count_guesses)


def play_policy(
    policy: str, name: str, block: Block, record: bool, count_guesses: bool, threads: int
) -> Outcomes:
    """A native policy plays the games, one after the other on each thread."""
    level, n = block.level, len(block.seeds)
    masks = None if block.layouts is None else np.array([layout.mask for layout in block.layouts], np.bool_)
    if masks is not None:
        masks = masks.reshape(n, level.rows, level.cols)
    begin = perf_counter()
    played = core.play(
        policy,
        level.rows,
        level.cols,
        level.mines,
        level.rule_code,
        np.ascontiguousarray(block.seeds, np.uint64),
        np.ascontiguousarray(block.agent_seeds, np.uint64),
        np.ascontiguousarray(block.first, np.int32),
        masks,
        count_guesses,
        record,
        threads,
    )
    seconds = np.full(n, (perf_counter() - begin) / max(n, 1))
    status = played["status"]
    records = None
    if record:
        spans = zip(played["offsets"][:-1].tolist(), played["offsets"][1:].tolist(), strict=True)
        records = tuple(
            record_of(
                block, game, name, int(status[game]), opens(played["cells"][a:b], played["decision"][a:b])
            )
            for game, (a, b) in enumerate(spans)
        )
    return Outcomes(
        level,
        status,
        played["opened"],
        played["decisions"],
        played["guesses"],
        seconds,
        tuple(POLICY_FAULTS.get(code) for code in status.tolist()),
        records,
    )


def play_agent(agent: MinesAgent, name: str, block: Block, record: bool, count_guesses: bool) -> Outcomes:
    """A Python agent plays all games in step, one batch of views a round."""
    play = Lockstep(agent, block.level, block.agent_seeds, record=record, count_guesses=count_guesses)
    for game, layout in enumerate(block.layouts or ()):
        play.boards.deal_layout(game, layout)
    if block.layouts is None:
        play.boards.deal(block.seeds)
    play.boards.open(np.ascontiguousarray(block.first, np.int32))
    play.run()
    status = play.boards.status
    records = None
    if play.trace is not None:
        moves = by_game(play.trace, len(status))
        records = tuple(
            record_of(block, game, name, int(status[game]), decisions) for game, decisions in enumerate(moves)
        )
    return Outcomes(
        block.level,
        status,
        play.boards.opened,
        play.decisions,
        np.full(len(status), -1, np.int32) if play.guesses is None else play.guesses.counts,
        play.seconds,
        tuple(play.messages),
        records,
    )


def opens(cells: NDArray[np.int32], decision: NDArray[np.int32]) -> list[list[Action]]:
    """A native game's openings, grouped by decision."""
    decisions: list[list[Action]] = [[] for _ in range(1 + int(decision.max(initial=-1)))]
    numbers: list[int] = decision.tolist()
    for cell, number in zip(cells.tolist(), numbers, strict=True):
        decisions[number].append(("open", cell))
    return decisions


def by_game(trace: Trace, games: int) -> list[list[list[Action]]]:
    """A trace's actions by game and decision."""
    moves: list[list[list[Action]]] = [[] for _ in range(games)]
    for game, decision, kind, cell in trace:
        while len(moves[game]) <= decision:
            moves[game].append([])
        moves[game][decision].append((kind, cell))
    return moves


def record_of(block: Block, game: int, agent: str, status: int, decisions: list[list[Action]]) -> Record:
    """The record of one game of a block."""
    origin = int(block.seeds[game]) if block.layouts is None else block.layouts[game]
    first = int(block.first[game])
    return make_record(
        block.level,
        origin,
        decisions,
        first=None if first < 0 else first,
        status=Status(status),
        agent=agent,
    )
