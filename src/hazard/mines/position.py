"""An immutable position: what can be seen of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import PositionError
from hazard.mines.first import cell_index
from hazard.mines.level import LONGEST_SIDE, Level, Rule
from hazard.mines.views import COVERED, FLAGGED, Views

if TYPE_CHECKING:
    from hazard.mines.inference import Analysis

HIGHEST = 8


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """`Position(rows, cols, mines, cells)`; equality and hash by content; str() is the position text.

    cells: read-only int8[rows, cols], -2 flagged, -1 covered, 0..8 open. A position may be impossible (that
    is for `analyse` to say); PositionError is raised where it is none at all.
    """

    rows: int
    cols: int
    mines: int
    cells: NDArray[np.int8]

    def __post_init__(self) -> None:
        if not (1 <= self.rows <= LONGEST_SIDE and 1 <= self.cols <= LONGEST_SIDE):
            raise PositionError(
                f"a board of {self.rows}x{self.cols} cells: each side must be 1 to {LONGEST_SIDE}"
            )
        if not 0 <= self.mines <= self.rows * self.cols:
            raise PositionError(
                f"{self.mines} mines on {self.rows}x{self.cols} = {self.rows * self.cols} cells"
            )
        given = np.asarray(self.cells)
        if given.shape != (self.rows, self.cols) or not np.issubdtype(given.dtype, np.integer):
            raise PositionError(
                f"cells is {given.dtype}{list(given.shape)}; it must be int8[{self.rows}, {self.cols}]"
            )
        wrong = np.argwhere((given < FLAGGED) | (given > HIGHEST))
        if len(wrong):
            row, col = wrong[0].tolist()
            raise PositionError(
                f"cell ({row}, {col}) has code {given[row, col]}; -2 is flagged, -1 covered, 0 to 8 open"
            )
        cells = given.astype(np.int8)  # a copy: the position keeps its own
        cells.flags.writeable = False
        object.__setattr__(self, "cells", cells)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read position text (`COLSxROWSxMINES`, then a line a row of 0-8, H, F)."""
        from hazard.mines.formats import parse_position

        return parse_position(text)

    @classmethod
    def covered(cls, level: Level) -> Position:
        """A board of which nothing is open yet."""
        return cls(level.rows, level.cols, level.mines, np.full((level.rows, level.cols), COVERED, np.int8))

    def __str__(self) -> str:
        from hazard.mines.formats import format_position

        return format_position(self)

    def __repr__(self) -> str:
        opened = int((self.cells >= 0).sum())
        return f"<Position {self.rows}x{self.cols}/{self.mines}, {opened} of {self.cells.size} cells open>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.mines == other.mines and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.rows, self.cols, self.mines, self.cells.tobytes()))

    def __reduce__(self) -> tuple[type[Position], tuple[int, int, int, NDArray[np.int8]]]:
        return Position, (self.rows, self.cols, self.mines, self.cells)  # pickles come back read-only as well

    def with_cell(self, row: int, col: int, code: int) -> Position:
        """The same position with one cell changed; raises CellError, PositionError."""
        cell_index(row, col, self.rows, self.cols)
        cells = self.cells.astype(np.int64)
        cells[row, col] = code
        return Position(self.rows, self.cols, self.mines, cells)  # pyright: ignore[reportArgumentType]  # checked

    def views(self, rule: Rule = "any", moves: int = 0, seed: int = 0) -> Views:
        """The position as Views of one row, to ask an agent about it."""
        level = Level(self.rows, self.cols, self.mines, rule)
        return Views(level, self.cells[np.newaxis], np.array([moves], np.int32), np.array([seed], np.uint64))

    def svg(self, analysis: Analysis | None = None) -> str:
        """The position as an SVG document, with an analysis's risks where one is given."""
        from hazard.mines.drawing import svg

        return svg(self, analysis)

    def _repr_svg_(self) -> str:
        return self.svg()
