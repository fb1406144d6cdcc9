"""What a player sees of a page at one moment, and where the cells are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BrowserError
from hazard.mines.level import RULES, Rule
from hazard.mines.views import COVERED, FLAGGED

MINE, WRONG_FLAG = 9, 10  # what a page shows when the game is over, beside the codes of a position
STATES = {str(number): number for number in range(9)} | {
    "H": COVERED,
    "F": FLAGGED,
    "M": MINE,
    "W": WRONG_FLAG,
}

End = Literal["won", "lost"]
Point = tuple[float, float]  # pixels of the page from the window's corner


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One reading of a page."""

    cells: NDArray[np.int8]  # [rows, cols]  codes of a position, MINE, WRONG_FLAG
    mines: int | None  # None: the page does not say
    over: End | None  # what the page says itself
    rule: Rule
    flag: str | None  # how a cell is flagged and chorded; None: not at all
    chord: str | None
    first: Point  # centre of the first cell
    last: Point
    window: Point  # its size
    loaded: float  # when the page was loaded

    @classmethod
    def of(cls, told: dict[str, Any]) -> Reading:
        """From the answer of `question.js`; raises BrowserError where the page file says nonsense."""
        rows = cast("list[str]", told["rows"])
        unknown = {state for row in rows for state in row} - STATES.keys()
        if unknown or len({len(row) for row in rows}) != 1 or not rows[0]:
            what = f"a cell that is {unknown.pop()!r}" if unknown else "rows of different lengths"
            raise BrowserError(f"the page shows {what}; its page file does not fit it")
        if told["rule"] not in RULES:
            raise BrowserError(f"the page file names the rule {told['rule']!r}: want {', '.join(RULES)}")
        return cls(
            np.array([[STATES[state] for state in row] for row in rows], np.int8),
            told["mines"],
            told["over"],
            told["rule"],
            told["flag"],
            told["chord"],
            tuple(told["first"]),
            tuple(told["last"]),
            tuple(told["window"]),
            told["loaded"],
        )

    @property
    def size(self) -> tuple[int, int]:
        """Rows, columns."""
        return self.cells.shape[0], self.cells.shape[1]

    @property
    def fresh(self) -> bool:
        """Nothing is open or flagged yet."""
        return bool((self.cells == COVERED).all())

    def centre(self, row: int, col: int) -> Point | None:
        """Where a cell is, or None where it has to be scrolled into the window."""
        rows, cols = self.size
        x = self.first[0] + (self.last[0] - self.first[0]) * col / max(cols - 1, 1)
        y = self.first[1] + (self.last[1] - self.first[1]) * row / max(rows - 1, 1)
        return (x, y) if 0 <= x < self.window[0] and 0 <= y < self.window[1] else None

    def end(self, mines: int | None) -> End | None:
        """Whether the game is over; `mines` is how many there are, where that is known."""
        if self.over is not None:
            return self.over
        if (self.cells == MINE).any():
            return "lost"
        hidden = int(((self.cells == COVERED) | (self.cells == FLAGGED)).sum())
        return "won" if mines is not None and hidden == mines else None

    def layout(self, end: End) -> NDArray[np.bool_]:
        """Where the mines were, bool[rows, cols], as the page shows them after the game."""
        if end == "won":
            return (self.cells == COVERED) | (self.cells == FLAGGED) | (self.cells == MINE)
        return (self.cells == MINE) | (self.cells == FLAGGED)
