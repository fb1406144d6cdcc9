"""mines/windows: a network says where in windows of 4x4 mines are; the player flags, chords, takes back."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import LevelError
from hazard.core.seeds import pick
from hazard.mines.around import around, sum_around
from hazard.mines.choice import default_first, random_cell
from hazard.mines.nets.agent import WEIGHTS
from hazard.mines.nets.card import ModelFile
from hazard.mines.nets.session import Net
from hazard.mines.nets.sliding import windows_of
from hazard.mines.views import COVERED, FLAGGED, Action, View, Views

SIDE = 4
PATIENCE = 2  # decisions a cell; a player who is not done by then takes a likely mine at random
LIKELY = 4  # among so many


class Windows:
    """As page-trio plays: all windows around numbers are looked at, what they say of each cell is joined, and
    the most likely mine is flagged. Where a number then has too many flags, all around it are taken
    back; where it has as many as it says, the rest around it is opened. With a flag for every mine, all else
    is opened.
    """

    file: ClassVar[Path] = WEIGHTS / "windows.onnx"

    def __init__(self) -> None:
        model = ModelFile.read(self.file, "mines/windows")
        self.net = Net(model, "mines/windows")
        self.levels = model.card.trained_on

    def choose(self, views: Views) -> list[list[Action]]:
        """A list of actions a view."""
        level = views.level
        if min(level.rows, level.cols) < SIDE:
            raise LevelError(f"mines/windows looks at windows of {SIDE}x{SIDE}; {level} has none")
        chances = mine_map(self.net, views.cells)
        blind = random_cell(views, views.cells == COVERED)
        first = default_first(views)
        return [
            [("open", first)] if view.untouched else decided(view, chances[game], int(blind[game]))
            for game, view in enumerate(views)
        ]


def mine_map(net: Net, cells: NDArray[np.int8]) -> NDArray[np.float32]:
    """The chance of each cell to be a mine, -1 where no window says anything: float32[n, rows, cols].

    Windows count as independent witnesses: a cell is no mine where all of them are wrong about it.
    Only windows that hold a number and a covered cell without a flag are looked at, each kind once.
    """
    n, rows, cols = cells.shape
    down, across = rows - SIDE + 1, cols - SIDE + 1
    windows = windows_of(cells, SIDE).reshape(-1, SIDE * SIDE)
    useful = np.flatnonzero((windows == COVERED).any(axis=1) & (windows > 0).any(axis=1))
    said = np.full((len(windows), SIDE, SIDE), np.nan, np.float32)
    if len(useful):
        kinds, which = np.unique(windows[useful].view(f"V{SIDE * SIDE}").ravel(), return_inverse=True)
        distinct = kinds.view(np.int8).reshape(-1, SIDE, SIDE)
        said[useful] = net.values(distinct, 0)[which]
    said = said.reshape(n, down, across, SIDE, SIDE)
    wrong, seen = np.ones(cells.shape, np.float32), np.zeros(cells.shape, np.bool_)
    for row in range(SIDE):
        for col in range(SIDE):
            here = (slice(None), slice(row, row + down), slice(col, col + across))
            told = ~np.isnan(said[..., row, col])
            wrong[here] *= np.where(told, 1 - said[..., row, col], 1)
            seen[here] |= told
    return np.where(seen & (cells == COVERED), 1 - wrong, -1)


def decided(view: View, chances: NDArray[np.float32], blind: int) -> list[Action]:
    """What to do on one board: chances [rows, cols] as in `mine_map`; `blind` is opened where none is."""
    flags = view.cells == FLAGGED
    covered = view.cells == COVERED
    if flags.sum() >= view.level.mines and covered.any():
        return [("open", int(cell)) for cell in np.flatnonzero(covered)]
    cell = likely_mine(view, chances)
    if cell < 0:
        return [("open", blind)] if blind >= 0 else [("unflag", int(flags.argmax()))]
    actions: list[Action] = [("flag", cell)]
    flags.flat[cell], covered.flat[cell] = True, False
    actions += taken_back(view.cells, flags, covered)
    numbers = (view.cells > 0) & (sum_around(flags) == view.cells) & (sum_around(covered) > 0)
    return actions + [("chord", int(number)) for number in np.flatnonzero(numbers)]


def likely_mine(view: View, chances: NDArray[np.float32]) -> int:
    """The most likely mine, or after many decisions one of the likely ones at random; -1 for none."""
    known = int((chances >= 0).sum())
    if not known:
        return -1
    if view.moves < PATIENCE * view.level.area:
        return int(chances.argmax())
    best = np.argsort(-chances.reshape(-1), kind="stable")[: min(LIKELY, known)]
    rank = pick(np.array([view.seed], np.uint64), np.array([view.moves]), np.array([len(best)]))
    return int(best[rank[0]])


def taken_back(cells: NDArray[np.int8], flags: NDArray[np.bool_], covered: NDArray[np.bool_]) -> list[Action]:
    """Take back all flags around each number that has too many; changes `flags` and `covered`."""
    rows, cols = cells.shape
    actions: list[Action] = []
    crowded = (cells >= 0) & (sum_around(flags) > cells)
    for row, col in zip(*np.nonzero(crowded), strict=True):
        for near in around(int(row), int(col), rows, cols):
            if flags[near]:
                flags[near], covered[near] = False, True
                actions.append(("unflag", near[0] * cols + near[1]))
    return actions
