"""Imports what is not there."""

from __future__ import annotations

import no_such_module  # pyright: ignore[reportMissingImports]  # noqa: F401

from hazard.mines.agents.random import Random


class Bot(Random):
    pass
