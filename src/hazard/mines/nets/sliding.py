"""Windows over boards: a board is cut into all its windows, and what a network says of them is averaged.

So a network that was trained on small boards plays larger ones.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import LevelError
from hazard.mines.level import Level
from hazard.mines.nets.agent import WEIGHTS, Shipped, answered
from hazard.mines.nets.card import ModelFile
from hazard.mines.views import Decisions, Views


class Sliding(Shipped):
    """Models of windows; a board has at least the size of one."""

    folder: ClassVar[Path] = WEIGHTS / "windows"
    side: ClassVar[int]
    border: ClassVar[float] = 1.0  # how much a window's border cells weigh in the mean

    def model_for(self, level: Level) -> ModelFile:
        """As Shipped for a board of one window, as dense; raises LevelError where the board is smaller."""
        side = self.side
        if min(level.rows, level.cols) < side:
            raise LevelError(f"mines/{self.name} looks at windows of {side}x{side}; {level} has none")
        mines = round(level.mines * side * side / level.area)
        return super().model_for(Level(side, side, mines, "any"))

    def choose(self, views: Views) -> Decisions:
        """The covered cell that the windows think best on average."""
        net = self.net_for(views.level)
        said = net.values(windows_of(views.cells, self.side), views.level.mines)
        return answered(
            averaged(said, views.cells.shape, ring_weights(self.side, self.border)), net.card, views
        )


class Slide5(Sliding):
    """`mines/q-slide5`: trained on whole boards of 5x5."""

    name, side, border = "q-slide5", 5, 0.05


class Slide7(Sliding):
    """`mines/q-slide7`: trained on windows of larger boards."""

    name, side, border = "q-slide7", 7, 0.3


def windows_of(boards: NDArray[Any], side: int) -> NDArray[Any]:
    """All windows of each board: [n, rows, cols] to [n * windows, side, side], those of a board together."""
    view = np.lib.stride_tricks.sliding_window_view(boards, (side, side), axis=(1, 2))
    return np.ascontiguousarray(view).reshape(-1, side, side)


def averaged(
    said: NDArray[np.float32], shape: tuple[int, int, int], weights: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The weighted mean of what windows say of each cell: [n * windows, side, side] to [n, rows, cols].

    weights: float32[side, side] of a window's cells.
    """
    (n, rows, cols), side = shape, len(weights)
    down, across = rows - side + 1, cols - side + 1
    parts = said.reshape(n, down, across, side, side)
    sums, counts = np.zeros(shape, np.float32), np.zeros((rows, cols), np.float32)
    for row in range(side):
        for col in range(side):
            weight = weights[row, col]
            sums[:, row : row + down, col : col + across] += weight * parts[..., row, col]
            counts[row : row + down, col : col + across] += weight
    return sums / counts


def ring_weights(side: int, border: float) -> NDArray[np.float32]:
    """1 for the inner cells of a window, `border` for those on its border: float32[side, side]."""
    weights = np.full((side, side), border, np.float32)
    weights[1:-1, 1:-1] = 1
    return weights
