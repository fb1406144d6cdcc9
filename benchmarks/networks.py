"""What networks of convolutions say of whole games, computed whole and only where a move changed it.

`python benchmarks/networks.py [GAMES]`; processor time of one core, so that other programs count little.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import process_time

import numpy as np
from _measure import print_table

from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.boards import Boards
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.nets.agent import WEIGHTS, best_cells
from hazard.mines.nets.card import ModelFile
from hazard.mines.nets.session import Net
from hazard.mines.views import COVERED, NO_CELL

SEED = 20_261_125
PLAYERS = (  # model, level
    ("thesis-cnn-expert", "16x30/99"),
    ("thesis-cnn-intermediate", "16x16/40"),
    ("thesis-cnn-beginner", "8x8/10"),
    ("q", "16x16/40"),
)


def played(model: str, level: Level, games: int) -> tuple[str, ...]:
    """A line: positions a second whole and by changes, the ratio, the largest difference."""
    net = Net(ModelFile.read(WEIGHTS / f"{model}.onnx", model), model)
    sign = 1 if net.card.choose == "least" else -1
    seeds, numbers = game_seeds(SEED, 0, games)
    boards = Boards(level, games)
    boards.deal(seeds)
    boards.open(first_cells("random", level, seeds))
    seconds, positions, difference = np.zeros(2), 0, 0.0
    while len(running := np.flatnonzero(boards.status == Status.UNFINISHED)):
        cells = boards.cells[running]
        begin = process_time()
        whole = net.values(cells, level.mines)
        between = process_time()
        said = net.values(cells, level.mines, numbers[running])
        seconds += between - begin, process_time() - between
        positions += len(running)
        difference = max(difference, float(np.abs(said - whole).max()))
        actions = np.full(games, NO_CELL, np.int32)
        actions[running] = best_cells(sign * whole, cells == COVERED)
        boards.open(actions)
    whole_pace, pace = positions / seconds
    return (
        model,
        str(level),
        f"{positions / games:.0f}",
        f"{whole_pace:,.0f}",
        f"{pace:,.0f}",
        f"{pace / whole_pace:.2f}",
        f"{difference:.1e}",
    )


def lines(games: int) -> Iterator[tuple[str, ...]]:
    """A line a player."""
    for model, text in PLAYERS:
        yield played(model, Level.parse(text, "open"), games)


if __name__ == "__main__":
    print_table(
        "Positions of games under way, a processor-second of one core",
        ("model", "level", "positions a game", "whole", "what changed", "ratio", "largest difference"),
        lines(int(sys.argv[1]) if len(sys.argv) > 1 else 16),
    )
