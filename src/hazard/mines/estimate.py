"""A cheap estimate of risks: from each number alone, without looking at how numbers go together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.mines.around import sum_around
from hazard.mines.deduction import MINE


def estimated_risks(cells: NDArray[np.int8], mines: int, certain: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What each covered cell's chance of being a mine might be: float64[n, rows, cols], nan elsewhere.

    `certain` (see `hazard.mines.deduction`) says which mines are known. Each number spreads the mines that it
    still needs evenly over the unknown cells around it; a cell takes the mean of what its numbers say. Cells
    without a number share the mines that are then left. `mines` are those of the level.
    """
    known = certain == MINE
    unknown = (cells < 0) & ~known
    around = sum_around(unknown)
    active = (cells >= 0) & (around > 0)
    shares = np.where(active, (cells - sum_around(known)) / np.maximum(around, 1), 0.0)
    numbers = sum_around(active)
    border = unknown & (numbers > 0)
    risks = np.full(cells.shape, np.nan)
    risks[border] = (added_around(shares) / np.maximum(numbers, 1))[border]
    sea = unknown & (numbers == 0)
    expected = np.where(border, risks, 0.0).sum(axis=(1, 2))
    left = mines - known.sum(axis=(1, 2)) - expected
    even = np.clip(left / np.maximum(sea.sum(axis=(1, 2)), 1), LEAST, 1.0)
    return np.where(sea, even[:, np.newaxis, np.newaxis], risks)


LEAST = 0.01  # of cells without a number: where estimates add up to more mines than there are, none is safe


def added_around(boards: NDArray[np.float64]) -> NDArray[np.float64]:
    """The sum of each cell's neighbours: float64[n, rows, cols]."""
    padded = np.pad(boards, ((0, 0), (1, 1), (1, 1)))
    lines = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    return lines[:, :, :-2] + lines[:, :, 1:-1] + lines[:, :, 2:] - boards
