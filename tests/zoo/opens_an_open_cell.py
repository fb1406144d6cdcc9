"""Opens what is open already."""

from __future__ import annotations

import numpy as np

from hazard.mines.views import Decisions, Views


class Bot:
    def choose(self, views: Views) -> Decisions:
        return Decisions((views.cells.reshape(len(views), -1) >= 0).argmax(axis=1).astype(np.int32))
