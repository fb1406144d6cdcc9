"""The symmetries of a board: 8 of a square one, 4 of another, as orders of its cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def symmetries(rows: int, cols: int) -> NDArray[np.intp]:
    """int[k, rows * cols]: board.reshape(-1)[order] is the turned board; the first order changes nothing."""
    cells = np.arange(rows * cols).reshape(rows, cols)
    turned = [np.rot90(cells, turns) for turns in range(4)] if rows == cols else [cells, cells[::-1, ::-1]]
    return np.stack([board.reshape(-1) for turn in turned for board in (turn, np.fliplr(turn))])


def transformed(boards: NDArray[np.generic], orders: NDArray[np.intp]) -> NDArray[np.generic]:
    """Each of [n, rows, cols] boards by its own order [n, rows * cols]; the same shape."""
    flat = boards.reshape(len(boards), -1)
    return np.take_along_axis(flat, orders, axis=1).reshape(boards.shape)
