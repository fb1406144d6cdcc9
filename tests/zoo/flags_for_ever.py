"""Plants a flag, takes it away, and so on."""

from __future__ import annotations

import numpy as np

from hazard.mines.views import FLAGGED, Views


class Bot:
    def choose(self, views: Views) -> list[list[tuple[str, int]]]:
        kinds = ["unflag" if FLAGGED in cells else "flag" for cells in views.cells]
        places = [int(np.flatnonzero(cells < 0)[0]) for cells in views.cells]
        return [[action] for action in zip(kinds, places, strict=True)]
