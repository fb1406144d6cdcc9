"""What an agent sees and answers: Views (many positions of one level), View (one of them), Decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import DecisionError
from hazard.mines.level import Level

FLAGGED = -2
COVERED = -1
NO_CELL = -1  # the padding of Decisions.cells

ActionKind = Literal["open", "flag", "unflag", "chord"]
Action = tuple[ActionKind, int]  # kind, cell = row * cols + col
Actions = Sequence[Sequence[Action]]  # one list a game


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One position as the agent sees it."""

    level: Level
    cells: NDArray[np.int8]  # [rows, cols]  -2 flagged, -1 covered, 0..8 open
    moves: int  # decisions taken so far; a first cell opened by the arena is none
    seed: int  # for the agent's own randomness; unrelated to the layout's seed

    @property
    def untouched(self) -> bool:
        """Nothing is open yet: the decision will be the first cell of the game."""
        return not bool((self.cells >= 0).any())


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Many positions of one level. views[i] is a View, views[array or slice] are Views."""

    level: Level
    cells: NDArray[np.int8]  # [n, rows, cols]  -2 flagged, -1 covered, 0..8 open
    moves: NDArray[np.int32]  # [n] decisions taken so far; a first cell opened by the arena is none
    seeds: NDArray[np.uint64]  # [n] for the agent's own randomness; unrelated to the layout's seed

    def __len__(self) -> int:
        return len(self.cells)

    @overload
    def __getitem__(self, index: int | np.integer) -> View: ...
    @overload
    def __getitem__(self, index: slice | NDArray[np.integer] | NDArray[np.bool_]) -> Views: ...
    def __getitem__(
        self, index: int | np.integer | slice | NDArray[np.integer] | NDArray[np.bool_]
    ) -> View | Views:
        if isinstance(index, int | np.integer):
            return View(self.level, self.cells[index], int(self.moves[index]), int(self.seeds[index]))
        return Views(self.level, self.cells[index], self.moves[index], self.seeds[index])

    def __iter__(self) -> Iterator[View]:
        return (self[i] for i in range(len(self)))

    def frozen(self) -> Views:
        """The same views, made read-only."""
        for array in (self.cells, self.moves, self.seeds):
            array.flags.writeable = False
        return self

    @property
    def untouched(self) -> NDArray[np.bool_]:
        """bool[n], true where nothing is open yet: the decision will be the first cell of the game."""
        return np.logical_not((self.cells >= 0).any(axis=(1, 2)))


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """An agent's answer for every view; raises DecisionError on wrong shapes."""

    cells: NDArray[np.int32]  # [n] cell to open (row * cols + col), or [n, k] in order, -1 padded
    values: NDArray[np.float32] | None = None  # [n, rows, cols] what the agent thinks of each cell
    meaning: str | None = None  # what values are: "risk", "score", ...
    reasons: Sequence[str | None] | None = None

    def __post_init__(self) -> None:
        cells = np.asarray(self.cells)
        if not np.issubdtype(cells.dtype, np.integer):
            raise DecisionError(f"Decisions.cells holds {cells.dtype}; it must hold whole numbers (int32)")
        if cells.ndim not in (1, 2):
            raise DecisionError(f"Decisions.cells has shape {cells.shape}; it must be [n] or [n, k]")
        object.__setattr__(self, "cells", np.clip(cells, -2, np.iinfo(np.int32).max).astype(np.int32))
        if self.values is not None:
            values = np.asarray(self.values)
            if not (
                np.issubdtype(values.dtype, np.floating) and values.ndim == 3 and len(values) == len(cells)
            ):
                raise DecisionError(
                    f"Decisions.values is {values.dtype}{list(values.shape)}; "
                    f"it must be float32[{len(cells)}, rows, cols]"
                )
            object.__setattr__(self, "values", values.astype(np.float32, copy=False))
        if self.reasons is not None and len(self.reasons) != len(cells):
            raise DecisionError(f"Decisions.reasons has {len(self.reasons)} entries for {len(cells)} games")

    def __len__(self) -> int:
        return len(self.cells)

    @classmethod
    def from_lists(cls, cells: Iterable[Sequence[int]], **rest: Any) -> Decisions:
        """Decisions of one list of cells a game, of any lengths."""
        lists = list(cells)
        padded = np.full((len(lists), max(map(len, lists), default=0)), NO_CELL, np.int64)
        for row, cells_of_row in zip(padded, lists, strict=True):
            row[: len(cells_of_row)] = cells_of_row
        return cls(padded, **rest)  # pyright: ignore[reportArgumentType]  # made int32 above


def cells_of(masks: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The true cells of each mask in ascending order, -1 padded: bool[n, rows, cols] to int32[n, most]."""
    game, row, col = np.nonzero(masks)
    counts = np.bincount(game, minlength=len(masks))
    place = np.arange(len(game)) - np.repeat(np.cumsum(counts) - counts, counts)
    cells = np.full((len(masks), max(1, int(counts.max(initial=0)))), NO_CELL, np.int32)
    cells[game, place] = row * masks.shape[2] + col
    return cells
