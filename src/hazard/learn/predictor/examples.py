"""Examples: positions with what is true of their cells; and a buffer of the last of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.learn.play import Positions
from hazard.learn.predictor.settings import Truth
from hazard.learn.state import State
from hazard.mines.around import sum_around
from hazard.mines.inference import FINE, analyse_many
from hazard.mines.level import Level
from hazard.mines.views import COVERED


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Positions to learn from."""

    cells: NDArray[np.int8]  # [k, rows, cols]
    layout: NDArray[np.bool_]  # [k, rows, cols] true where a mine is
    target: NDArray[np.float32]  # [k, rows, cols] what a prediction is compared with, between 0 and 1

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, chosen: slice | NDArray[np.integer]) -> Examples:
        return Examples(self.cells[chosen], self.layout[chosen], self.target[chosen])


Predict = Callable[[NDArray[np.int8]], NDArray[np.float32]]
"""Positions to what the network says of each cell: both [k, rows, cols]."""


def examples_of(positions: Positions, level: Level, truth: Truth, predict: Predict, threads: int) -> Examples:
    """The positions with their targets; exact risks are mines where they are too costly."""
    target = positions.layout.astype(np.float32)
    if truth == "exact":
        many = analyse_many(positions.cells, level.mines, trust_flags=False, threads=threads)
        known = (positions.cells == COVERED) & (many.verdict == FINE)[:, np.newaxis, np.newaxis]
        np.copyto(target, many.mine_probability, where=known, casting="same_kind")
    elif truth != "layout":
        said = predict(positions.cells)
        np.copyto(target, said, where=~told(positions, truth))
    return Examples(positions.cells, positions.layout, target)


def told(positions: Positions, truth: Truth) -> NDArray[np.bool_]:
    """The cells whose mines a truth tells, where it does not tell all: bool[k, rows, cols]."""
    if truth == "opened":
        alone = np.zeros(positions.cells.shape, np.bool_)
        boards = np.flatnonzero(positions.opened >= 0)
        alone.reshape(len(alone), -1)[boards, positions.opened[boards]] = True
        return alone
    seen = positions.after if truth == "border-after" else positions.cells
    return (seen < 0) & (sum_around(seen >= 0) > 0)


class Replay:
    """The last `room` examples; new ones take the place of the oldest."""

    def __init__(self, level: Level, room: int) -> None:
        board = (room, level.rows, level.cols)
        self._kept = Examples(
            np.zeros(board, np.int8), np.zeros(board, np.bool_), np.zeros(board, np.float32)
        )
        self._room, self._count, self._next = room, 0, 0

    def __len__(self) -> int:
        return self._count

    def add(self, examples: Examples) -> None:
        """Keep these, or as many of the last of them as there is room for."""
        examples = examples[max(len(examples) - self._room, 0) :]
        places = (self._next + np.arange(len(examples))) % self._room
        self._kept.cells[places] = examples.cells
        self._kept.layout[places] = examples.layout
        self._kept.target[places] = examples.target
        self._next = (self._next + len(examples)) % self._room
        self._count = min(self._count + len(examples), self._room)

    def all(self) -> Examples:
        """Everything that is kept, in no order."""
        return self._kept[: self._count]

    def state(self) -> State:
        """The examples and where the next goes."""
        kept = self.all()
        arrays = {"cells": kept.cells, "layout": kept.layout.astype(np.uint8), "target": kept.target}
        return State(dict(arrays), {"next": self._next})

    def load(self, state: State) -> None:
        """Put them back; raises ValueError where there are more than there is room for."""
        count = len(state.arrays["cells"])
        self._kept.cells[:count] = state.arrays["cells"]
        self._kept.layout[:count] = state.arrays["layout"].astype(np.bool_)
        self._kept.target[:count] = state.arrays["target"]
        self._count, self._next = count, state.values["next"]
