"""Sums over the up to eight neighbours of every cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sum_around(boards: NDArray[np.generic]) -> NDArray[np.int16]:
    """The sum of each cell's neighbours, itself left out: [..., rows, cols] to int16[..., rows, cols]."""
    rows, cols = boards.shape[-2:]
    padded = np.zeros((*boards.shape[:-2], rows + 2, cols + 2), np.int16)
    padded[..., 1:-1, 1:-1] = boards
    lines = padded[..., :-2, :] + padded[..., 1:-1, :] + padded[..., 2:, :]
    return lines[..., :-2] + lines[..., 1:-1] + lines[..., 2:] - padded[..., 1:-1, 1:-1]


def around(row: int, col: int, rows: int, cols: int) -> list[tuple[int, int]]:
    """The up to eight neighbours of a cell, in board order."""
    return [
        (r, c)
        for r in range(max(row - 1, 0), min(row + 2, rows))
        for c in range(max(col - 1, 0), min(col + 2, cols))
        if (r, c) != (row, col)
    ]
