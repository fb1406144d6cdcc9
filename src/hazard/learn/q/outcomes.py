"""What moves lead to where the layout is known: rewards of cells, positions after a move."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.mines.around import sum_around
from hazard.mines.rewards import Reward

Cells = NDArray[np.int8]  # [n, rows, cols]  -1 covered, 0..8 open
Masks = NDArray[np.bool_]  # [n, rows, cols]


def after(cells: Cells, layout: Masks, chosen: NDArray[np.integer]) -> Cells:
    """The positions after a safe, covered cell was opened in each: chosen int[n]."""
    n, rows, cols = cells.shape
    numbers = sum_around(layout)
    opened = np.zeros((n, rows * cols), np.bool_)
    opened[np.arange(n), chosen] = True
    opened = opened.reshape(n, rows, cols)
    zeros = (numbers == 0) & ~layout & (cells < 0)
    spreading = np.flatnonzero((opened & zeros).any(axis=(1, 2)))
    while len(spreading):
        reached = dilated(opened[spreading] & zeros[spreading]) & (cells[spreading] < 0)
        grown = reached | opened[spreading]
        changed = (grown != opened[spreading]).any(axis=(1, 2))
        opened[spreading] = grown
        spreading = spreading[changed]
    return np.where(opened, numbers, cells).astype(np.int8)


def dilated(masks: Masks) -> Masks:
    """Each true cell with its neighbours."""
    return masks | (sum_around(masks) > 0)


def rewards_of(cells: Cells, layout: Masks, asked: Masks, reward: Reward) -> NDArray[np.float32]:
    """What choosing each cell pays at once: float32[n, rows, cols]; where not asked it may be wrong."""
    covered = cells < 0
    paid = np.full(cells.shape, reward.illegal, np.float32)
    paid[covered] = reward.new
    paid[covered & (sum_around(~covered) == 0)] = reward.blind
    paid[winning(cells, layout, asked)] = reward.won
    paid[layout] = reward.lost
    return paid


def winning(cells: Cells, layout: Masks, asked: Masks) -> Masks:
    """Which of the cells asked for would end the game as won."""
    left = (cells < 0) & ~layout
    last = left & (left.sum(axis=(1, 2), keepdims=True) == 1)
    zeros = left & (sum_around(layout) == 0)
    whole = ~(left & ~dilated(zeros)).any(axis=(1, 2), keepdims=True)  # else no flood can reach all
    game, row, col = np.nonzero(zeros & asked & whole & ~last)
    if len(game):
        ends = after(cells[game], layout[game], row * cells.shape[2] + col)
        last[game, row, col] = ((ends >= 0) | layout[game]).all(axis=(1, 2))
    return last
