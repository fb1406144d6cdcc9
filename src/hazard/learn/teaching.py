"""How games are played that a network only watches: least exact risk, or at random."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.mines.inference import FINE, ManyAnalyses, analyse_many
from hazard.mines.views import COVERED


def least_risk(cells: NDArray[np.int8], mines: int, threads: int) -> NDArray[np.int32]:
    """The covered cell of least exact risk, of equal ones the first: int32[n]."""
    return least_of(cells, analyse_many(np.ascontiguousarray(cells), mines, threads=threads))


def least_of(cells: NDArray[np.int8], many: ManyAnalyses) -> NDArray[np.int32]:
    """The same of positions that are analysed."""
    risk = np.where(cells == COVERED, many.mine_probability, np.inf)
    risk[(many.verdict != FINE)] = np.where(cells == COVERED, 0.0, np.inf)[many.verdict != FINE]  # too wide
    return risk.reshape(len(cells), -1).argmin(axis=1).astype(np.int32)


def random_covered(cells: NDArray[np.int8], chances: NDArray[np.float64]) -> NDArray[np.int32]:
    """A covered cell of each position, as chances in [0, 1) say: int32[n]."""
    n, rows, cols = cells.shape
    covered = (cells == COVERED).reshape(n, rows * cols)
    wanted = (chances * covered.sum(axis=1)).astype(np.int64)  # how many covered cells come before it
    return (covered.cumsum(axis=1) > wanted[:, np.newaxis]).argmax(axis=1).astype(np.int32)
