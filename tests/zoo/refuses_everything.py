"""Says that it plays nothing."""

from __future__ import annotations

from hazard.mines.views import Decisions, Views


class Bot:
    def choose(self, views: Views) -> Decisions:
        raise NotImplementedError(f"{views.level} is not for me")
