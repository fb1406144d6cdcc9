"""Which cell the arena opens first: `default`, `corner`, `R,C`, `random`, or `agent` (the agent chooses)."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import CellError
from hazard.core.seeds import pick
from hazard.mines.level import Level

OPTIONS = "default, corner, R,C (such as 3,3), random or agent"
CELL = re.compile(r"\(?\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)?")
AGENT_CHOOSES = -1
RANDOM_FIRST = 3  # the salt; lower ones give the layout, the draws and the next deal


def plain(option: str) -> str:
    """An option as matches and results name it: in small letters, a cell as `3,3`, nothing checked."""
    option = option.strip().lower()
    cell = CELL.fullmatch(option)
    return option if cell is None else f"{int(cell[1])},{int(cell[2])}"


def first_cells(option: str, level: Level, seeds: NDArray[np.uint64]) -> NDArray[np.int32]:
    """First cell of each game, int32[n], -1 where the agent chooses; raises CellError on a bad option.

    `random` is a function of the layout seed: all agents get the same cell.
    """
    count = len(seeds)
    if plain(option) == "random":
        salts = np.full(count, RANDOM_FIRST)
        return pick(seeds, salts, np.full(count, level.area)).astype(np.int32)
    return np.full(count, fixed_cell(option, level), np.int32)


def fixed_cell(option: str, level: Level) -> int:
    """The same first cell for all games, or -1."""
    option = plain(option)
    if option == "agent":
        return AGENT_CHOOSES
    if option in ("default", "corner"):
        row, col = level.default_first if option == "default" else (0, 0)
        return row * level.cols + col
    cell = CELL.fullmatch(option)
    if cell is None:
        raise CellError(f"unknown first cell {option!r}; write {OPTIONS}")
    return cell_index(int(cell[1]), int(cell[2]), level.rows, level.cols)


def cell_index(row: int, col: int, rows: int, cols: int) -> int:
    """Row * cols + col; raises CellError where the cell is not on the board."""
    if not (0 <= row < rows and 0 <= col < cols):
        raise CellError(
            f"cell ({row}, {col}) is outside the {rows}x{cols} board; rows and columns count from 0"
        )
    return row * cols + col
