"""What is remembered of games: positions, their layouts, and the moves whose rewards are learnt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.learn.q.outcomes import Masks
from hazard.learn.state import State
from hazard.mines.level import Level


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """Positions, and which moves are asked about."""

    cells: NDArray[np.int8]  # [k, rows, cols]
    layout: Masks  # [k, rows, cols] true where a mine is
    moves: Masks  # [k, rows, cols] true where choosing the cell is learnt from

    def __len__(self) -> int:
        return len(self.cells)

    def __getitem__(self, chosen: slice | NDArray[np.integer]) -> Asked:
        return Asked(self.cells[chosen], self.layout[chosen], self.moves[chosen])


class Memory:
    """The last `room` positions; new ones take the place of the oldest."""

    def __init__(self, level: Level, room: int) -> None:
        board = (room, level.rows, level.cols)
        self._kept = Asked(np.zeros(board, np.int8), np.zeros(board, np.bool_), np.zeros(board, np.bool_))
        self._room, self._count, self._next = room, 0, 0

    def __len__(self) -> int:
        return self._count

    def add(self, new: Asked) -> None:
        """Keep these, or as many of the last of them as there is room for."""
        new = new[max(len(new) - self._room, 0) :]
        places = (self._next + np.arange(len(new))) % self._room
        self._kept.cells[places] = new.cells
        self._kept.layout[places] = new.layout
        self._kept.moves[places] = new.moves
        self._next = (self._next + len(new)) % self._room
        self._count = min(self._count + len(new), self._room)

    def draw(self, count: int, randomness: np.random.Generator) -> Asked:
        """Any of them, each as likely as every other, the same perhaps twice."""
        return self._kept[randomness.integers(0, self._count, count)]

    def state(self) -> State:
        """The positions and where the next goes."""
        kept = self._kept[: self._count]
        arrays = {
            "cells": kept.cells,
            "layout": np.packbits(kept.layout, axis=None),
            "moves": np.packbits(kept.moves, axis=None),
        }
        return State(dict(arrays), {"next": self._next})

    def load(self, state: State) -> None:
        """Put them back; raises ValueError where there are more than there is room for."""
        cells = state.arrays["cells"]
        count = len(cells)
        self._kept.cells[:count] = cells
        for name in ("layout", "moves"):
            bits = np.unpackbits(state.arrays[name], count=cells.size)
            getattr(self._kept, name)[:count] = bits.reshape(cells.shape).astype(np.bool_)
        self._count, self._next = count, int(state.values["next"])
