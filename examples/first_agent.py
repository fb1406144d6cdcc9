"""A first agent: trusts the most alarming number beside each cell.

Play it against the others:   hazard match mines examples/first_agent.py mines/random mines/rules
"""

from __future__ import annotations

import numpy as np

from hazard.mines.agent import PositionAgent
from hazard.mines.around import around, sum_around
from hazard.mines.views import COVERED, View


class Cautious(PositionAgent):
    """Each number spreads its mines evenly over its covered neighbours; the mildest worst number wins."""

    def choose_one(self, view: View) -> int:
        rows, cols = view.cells.shape
        covered = view.cells == COVERED
        share = view.cells / np.maximum(sum_around(covered), 1)
        far = view.level.mines / covered.sum()  # of cells that see no number

        def risk(cell: int) -> float:
            beside = around(*divmod(cell, cols), rows, cols)
            return max((float(share[other]) for other in beside if view.cells[other] >= 0), default=far)

        return min(np.flatnonzero(covered).tolist(), key=risk)
