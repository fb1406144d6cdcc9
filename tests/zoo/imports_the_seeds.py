"""Imports what tells the seeds of a match."""

from __future__ import annotations

from hazard.core.seeds import game_seeds
from hazard.mines.agents.random import Random


class Bot(Random):
    seeds = game_seeds(1, 0, 10)
