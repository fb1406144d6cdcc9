"""Looks for the engine in the frames that called it."""

from __future__ import annotations

import inspect

from hazard.mines.agents.random import Random
from hazard.mines.views import Decisions, Views


class Bot(Random):
    def choose(self, views: Views) -> Decisions:
        if any("boards" in frame.frame.f_locals for frame in inspect.stack()):
            print("found the layouts")
        return super().choose(views)
