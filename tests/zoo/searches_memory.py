"""Looks for the engine among all objects."""

from __future__ import annotations

import gc

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        for thing in gc.get_objects():
            if type(thing).__name__ == "Boards":
                print("found the layouts")
        return super().choose(views)
