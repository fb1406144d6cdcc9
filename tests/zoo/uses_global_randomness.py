"""Draws with numpy's global generator."""

from __future__ import annotations

import numpy as np

from hazard.mines.views import COVERED, Decisions, Views


class Bot:
    def choose(self, views: Views) -> Decisions:
        masks = (views.cells == COVERED).reshape(len(views), -1)
        cells = [np.random.choice(np.flatnonzero(mask)) for mask in masks]  # noqa: NPY002
        return Decisions(np.array(cells, np.int32))
