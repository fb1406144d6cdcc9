"""mines/equations that guesses by probability: by a cheap estimate of the risks, or by the exact ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import TooWide
from hazard.mines.choice import default_first, least_risk
from hazard.mines.deduction import MINE, SAFE, equations
from hazard.mines.estimate import estimated_risks
from hazard.mines.inference import FINE, analyse_many
from hazard.mines.limits import TOO_WIDE
from hazard.mines.views import COVERED, NO_CELL, Decisions, Views, cells_of


class Guessing:
    """What the linear system proves safe; where it proves nothing, the cell of least risk."""

    def risks(self, views: Views, certain: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Of the cells of views in which nothing is certain: float64[n, rows, cols], nan where open."""
        raise NotImplementedError

    def choose(self, views: Views) -> Decisions:
        """The safe cells of each view, or one guess; of equal risks the one with the fewest unknown cells
        around."""
        certain, covered = equations(views.cells), views.cells == COVERED
        cells = cells_of((certain == SAFE) & covered)
        stuck = np.flatnonzero((cells[:, 0] == NO_CELL) & ~views.untouched)
        if len(stuck):
            known = certain[stuck]
            risks = self.risks(views[stuck], known)
            cells[stuck, 0] = least_risk(covered[stuck] & (known != MINE), risks, known)
        cells[views.untouched, 0] = default_first(views)
        return Decisions(cells)


class EquationsEstimate(Guessing):
    """`mines/equations-estimate`"""

    def risks(self, views: Views, certain: NDArray[np.uint8]) -> NDArray[np.float64]:
        """By each number alone."""
        return estimated_risks(views.cells, views.level.mines, certain)


class EquationsExact(Guessing):
    """`mines/equations-exact`"""

    def risks(self, views: Views, certain: NDArray[np.uint8]) -> NDArray[np.float64]:
        """By counting all layouts."""
        many = analyse_many(views, trust_flags=False)
        if (many.verdict != FINE).any():
            raise TooWide(TOO_WIDE)
        return many.mine_probability
