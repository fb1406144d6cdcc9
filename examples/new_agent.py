"""A first agent: trusts the most alarming number beside each cell."""

from __future__ import annotations

import numpy as np

from hazard.mines.agent import PositionAgent
from hazard.mines.around import sum_around
from hazard.mines.views import COVERED, View


class Cautious(PositionAgent):
    """Each number spreads its mines evenly over its covered neighbours; the mildest worst number wins."""

    def choose_one(self, view: View) -> int:
        covered = view.cells == COVERED
        share = np.where(covered, 0, view.cells / np.maximum(sum_around(covered), 1))
        worst = np.lib.stride_tricks.sliding_window_view(np.pad(share, 1), (3, 3)).max(axis=(2, 3))
        risk = np.where(worst > 0, worst, view.level.mines / covered.sum())  # or the average
        return int(np.where(covered, risk, np.inf).argmin())
