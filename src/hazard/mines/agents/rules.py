"""mines/rules: opens what the two counting rules prove safe, else a random cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.mines.choice import default_first, random_cell
from hazard.mines.deduction import MINE, SAFE, counting_rules
from hazard.mines.views import COVERED, NO_CELL, Decisions, Views, cells_of


class Rules:
    """All safe cells in one decision, in board order."""

    def choose(self, views: Views) -> Decisions:
        """The safe cells of each view, or one random cell."""
        return Decisions(open_certain(views, counting_rules(views.cells)))


def open_certain(views: Views, certain: NDArray[np.uint8]) -> NDArray[np.int32]:
    """The cells that are certainly safe, else a random one not certainly a mine: int32[n, k], -1 padded.

    certain: uint8[n, rows, cols], see `hazard.mines.deduction`. Where nothing is open, the level's default
    first cell.
    """
    covered = views.cells == COVERED
    cells = cells_of((certain == SAFE) & covered)
    guess = random_cell(views, (certain != MINE) & covered)
    cells[:, 0] = np.where(cells[:, 0] == NO_CELL, guess, cells[:, 0])
    cells[views.untouched, 0] = default_first(views)
    return cells
