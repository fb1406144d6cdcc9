"""Which cells to open: the rule of `mines/exact`, and a random one among given cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.core.seeds import pick
from hazard.mines.around import sum_around
from hazard.mines.deduction import MINE, SAFE, UNKNOWN, counting_rules
from hazard.mines.views import COVERED, NO_CELL, Views, cells_of

# Risks this close are equal: the order in which they were added up must not choose between cells.
SAME_RISK = 1 + 1e-9


def exact_cells(
    cells: NDArray[np.int8], mine_probability: NDArray[np.float64], certain: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """What `mines/exact` opens in positions that were analysed: int32[n, k], -1 padded.

    What the counting rules find safe; if that is nothing, all that is certainly safe; if that is nothing,
    the cell of least risk, of equal ones that with the fewest unknown neighbours (covered, and not certainly
    safe or a mine), of those the first. Flagged cells and certain mines are left alone; -1 where nothing else
    is covered. All arrays are [n, rows, cols].
    """
    covered = cells == COVERED
    easy = (counting_rules(cells) == SAFE) & covered
    safe = (certain == SAFE) & covered
    chosen = cells_of(easy | (safe & ~easy.any(axis=(1, 2), keepdims=True)))
    stuck = np.flatnonzero(chosen[:, 0] == NO_CELL)
    candidates = covered[stuck] & (certain[stuck] != MINE)
    chosen[stuck, 0] = least_risk(candidates, mine_probability[stuck], certain[stuck])
    return chosen


def least_risk(
    candidates: NDArray[np.bool_], mine_probability: NDArray[np.float64], certain: NDArray[np.uint8]
) -> NDArray[np.int32]:
    """The candidate of least risk by the rule above: int32[n], -1 where there is none."""
    count = len(candidates)
    if count == 0:
        return np.empty(0, np.int32)
    risk = np.where(candidates, mine_probability, np.inf).reshape(count, -1)
    unknown = ~np.isnan(mine_probability) & (certain == UNKNOWN)
    crowd = sum_around(unknown).reshape(count, -1)
    least = risk.min(axis=1, keepdims=True)
    equal = (risk <= least * SAME_RISK) & np.isfinite(risk)
    best = np.where(equal, crowd, 9).argmin(axis=1)
    return np.where(equal.any(axis=1), best, NO_CELL).astype(np.int32)


def random_cell(views: Views, candidates: NDArray[np.bool_]) -> NDArray[np.int32]:
    """A random candidate (bool[n, rows, cols]) by each view's seed and move number: int32[n], -1 for none."""
    flat = candidates.reshape(len(views), views.level.area)
    counts = flat.sum(axis=1)
    rank = pick(views.seeds, views.moves, counts)
    at = (np.cumsum(flat, axis=1) > rank[:, np.newaxis]).argmax(axis=1)
    return np.where(counts > 0, at, NO_CELL).astype(np.int32)


def default_first(views: Views) -> int:
    """The default first cell of the views' level, as an index."""
    row, col = views.level.default_first
    return row * views.level.cols + col
