"""A level: board size, number of mines, and what protects the first cell."""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import Literal, cast

from hazard.core.errors import LevelError
from hazard.core.names import meant

Rule = Literal["open", "safe", "any"]
RULES: tuple[Rule, ...] = ("open", "safe", "any")  # the index is the native code

LONGEST_SIDE = 255  # `.mbf` files hold a side in a byte

NAMED: dict[str, tuple[int, int, int]] = {
    "beginner": (9, 9, 10),
    "beginner8": (8, 8, 10),
    "intermediate": (16, 16, 40),
    "expert": (16, 30, 99),
    "small": (10, 10, 10),
    "tiny4": (4, 4, 2),
    "tiny5": (5, 5, 3),
}


@dataclass(frozen=True, slots=True)
class Level:
    """`Level(16, 30, 99, "open")`; str() is "16x30/99". Raises LevelError where it cannot be played.

    The rule says what is free of mines: "open" the first cell and its up to eight neighbours, "safe" the
    first cell, "any" nothing. Layouts are uniform given that.
    """

    rows: int
    cols: int
    mines: int
    rule: Rule = "open"

    def __post_init__(self) -> None:
        for field in ("rows", "cols", "mines"):
            object.__setattr__(self, field, whole_number(field, getattr(self, field)))
        if not (1 <= self.rows <= LONGEST_SIDE and 1 <= self.cols <= LONGEST_SIDE):
            raise LevelError(
                f"a board of {self.rows}x{self.cols} cells: each side must be 1 to {LONGEST_SIDE}"
            )
        if self.rule not in RULES:
            raise LevelError(f"unknown rule {self.rule!r}; the rules are {', '.join(RULES)}")
        if self.mines < 0:
            raise LevelError(f"{self.mines} mines: the number of mines cannot be negative")
        if self.mines > self.room:
            raise LevelError(
                f"{self.mines} mines do not fit on {self.rows}x{self.cols}: "
                f"rule {self.rule!r} leaves room for {self.room}"
            )

    @classmethod
    def parse(cls, text: str, rule: str = "open") -> Level:
        """The level called "expert", or written as "16x30/99" (rows x columns / mines)."""
        name = text.strip().lower()
        if name in NAMED:
            return cls(*NAMED[name], cast(Rule, rule))
        match = re.fullmatch(r"(\d{1,9})[x×](\d{1,9})/(\d{1,9})", name)
        if match is None:
            hint = meant(name, NAMED, f"the names are {', '.join(NAMED)}.")
            raise LevelError(f"unknown level {text!r}; {hint} Or write ROWSxCOLS/MINES, such as 16x30/99")
        rows, cols, mines = map(int, match.groups())
        return cls(rows, cols, mines, cast(Rule, rule))

    def __str__(self) -> str:
        return f"{self.rows}x{self.cols}/{self.mines}"

    @property
    def name(self) -> str | None:
        """The level's name ("expert"), where it has one."""
        size = (self.rows, self.cols, self.mines)
        return next((name for name, named in NAMED.items() if named == size), None)

    @property
    def area(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    @property
    def room(self) -> int:
        """The most mines that the rule leaves room for, wherever the first cell is; never all cells."""
        free = min(3, self.rows) * min(3, self.cols) if self.rule == "open" else 1
        return self.area - free

    @property
    def rule_code(self) -> int:
        """The rule as the native core writes it."""
        return RULES.index(self.rule)

    @property
    def default_first(self) -> tuple[int, int]:
        """The cell that matches open first for this rule, (row, column)."""
        if self.rule != "open":
            return 0, 0
        inset = 3 if min(self.rows, self.cols) >= 10 else 2
        return min(inset, self.rows - 1), min(inset, self.cols - 1)


def whole_number(what: str, value: object) -> int:
    """An integer of any integer type; raises LevelError for everything else."""
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(cast(int, value))
    except TypeError:
        raise LevelError(f"{what} must be a whole number, not {value!r}") from None
