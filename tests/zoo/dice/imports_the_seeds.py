"""Imports what tells the seeds of a match."""

from __future__ import annotations

from hazard.dice.agents.references import Rand
from hazard.dice.seeds import table_seeds


class Bot(Rand):
    seeds = table_seeds(1, 0, 0, 4)
