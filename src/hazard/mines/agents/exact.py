"""mines/exact: opens what is certainly safe, else the cell of least exact risk."""

from __future__ import annotations

import numpy as np

from hazard.core.errors import Contradiction, TooWide
from hazard.mines.choice import default_first, exact_cells
from hazard.mines.inference import CONTRADICTORY, TOO_WIDE, ManyAnalyses, analyse_many
from hazard.mines.limits import TOO_WIDE as TOO_WIDE_TOLD
from hazard.mines.views import Decisions, Views


class Exact:
    """Safe cells are proofs and risks are exact; but the choice among risks looks one cell ahead only."""

    def choose(self, views: Views) -> Decisions:
        """All certain cells of each view, or its cell of least risk; `values` are the risks."""
        many = judged(views)
        cells = exact_cells(views.cells, many.mine_probability, many.certain)
        cells[views.untouched, 0] = default_first(views)
        return Decisions(cells, many.mine_probability.astype(np.float32), "risk")


def judged(views: Views) -> ManyAnalyses:
    """What follows from each view; raises Contradiction, TooWide."""
    many = analyse_many(views, trust_flags=False)
    if (many.verdict == CONTRADICTORY).any():
        raise Contradiction("no layout fits this view")
    if (many.verdict == TOO_WIDE).any():
        raise TooWide(TOO_WIDE_TOLD)
    return many
