"""The one door to the native core of Minesweeper."""

from __future__ import annotations

from hazard._native.mines import (
    Boards,
    TooWide,
    analyse,
    counts,
    deduce,
    feasible,
    mix,
    play,
    policies,
    sample,
    values,
)

__all__ = [
    "Boards",
    "TooWide",
    "analyse",
    "counts",
    "deduce",
    "feasible",
    "mix",
    "play",
    "policies",
    "sample",
    "values",
]
