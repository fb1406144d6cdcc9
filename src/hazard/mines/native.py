"""The one door to the native core of Minesweeper."""

from __future__ import annotations

from hazard._native.mines import (
    Boards,
    Population,
    TooWide,
    analyse,
    counts,
    deduce,
    feasible,
    features,
    mix,
    play,
    policies,
    sample,
    values,
)

__all__ = [
    "Boards",
    "Population",
    "TooWide",
    "analyse",
    "counts",
    "deduce",
    "feasible",
    "features",
    "mix",
    "play",
    "policies",
    "sample",
    "values",
]
