"""Draws with a generator that nobody has seeded."""

from __future__ import annotations

import numpy as np

from hazard.mines.views import COVERED, Decisions, Views


class Bot:
    def choose(self, views: Views) -> Decisions:
        noise = np.random.default_rng().random(views.cells.shape)
        wish = np.where(views.cells == COVERED, noise, -1).reshape(len(views), -1)
        return Decisions(wish.argmax(axis=1).astype(np.int32))
