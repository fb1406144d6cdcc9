"""Mid-game positions as play produces them, the same for every run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.mines.first import first_cells
from hazard.mines.game import Game
from hazard.mines.inference import analyse_many
from hazard.mines.level import Level
from hazard.mines.playing import play_block
from hazard.mines.record import Record


def mid_game(level: Level, count: int, seed: int, *, stuck: float | None = None) -> NDArray[np.int8]:
    """Positions between the third and the last decision of mines/exact: int8[count, rows, cols].

    With `stuck`, that share of them has no certainly safe cell.
    """
    rng = np.random.default_rng(seed)
    agent = resolve("mines/exact", "mines")
    found: dict[bool, list[NDArray[np.int8]]] = {True: [], False: []}
    wanted = {True: count, False: 0} if stuck is None else {True: round(count * stuck), False: 0}
    wanted[False] = count - wanted[True]
    start = 0
    while any(len(found[kind]) < wanted[kind] for kind in wanted):
        seeds, agent_seeds = game_seeds(seed, start, 256)
        first = first_cells("default", level, seeds)
        played = play_block(agent, level, seeds, agent_seeds, first, record=True)
        start += 256
        assert played.records is not None
        positions = [cells for record in played.records if (cells := one_moment(record, rng)) is not None]
        certain = analyse_many(np.array(positions), level.mines).certain
        for cells, known in zip(positions, certain, strict=True):
            kind = True if stuck is None else not bool((known == 1).any())
            if len(found[kind]) < wanted[kind]:
                found[kind].append(cells)
    return np.array(found[True] + found[False])


def one_moment(record: Record, rng: np.random.Generator) -> NDArray[np.int8] | None:
    """A random position of one game after its second decision; None for a short game."""
    decisions = record.actions
    if len(decisions) < 6:
        return None
    game = Game(record.level, record.seed or 0, first=record.first)
    for actions in decisions[: int(rng.integers(2, len(decisions)))]:
        game.play(actions)
    return game.position.cells.copy()
