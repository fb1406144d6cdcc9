"""Windows over boards: a board is cut into all its windows, and what a network says of them is averaged.

So a network that was trained on small boards plays larger ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


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
