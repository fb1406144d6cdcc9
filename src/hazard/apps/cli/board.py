"""A board drawn in a terminal: a grid of faces with coordinates, readable without colour."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hazard.apps.cli.faces import Cell, Face

if TYPE_CHECKING:
    from rich.text import Text

NARROW, WIDE = 2, 3
"""Columns of the terminal a cell takes: one character, or two (for percents), after a blank or a bracket."""


_MARK = "bold reverse"


@dataclass(frozen=True)
class Window:
    """The part of a board that is shown."""

    rows: range
    cols: range

    def holds_all(self, rows: int, cols: int) -> bool:
        """Whether nothing of a rows x cols board is left out."""
        return len(self.rows) == rows and len(self.cols) == cols


def margin(rows: int) -> int:
    """Columns that row numbers take."""
    return len(str(rows - 1)) + 1


def width_of(rows: int, cols: int, pitch: int) -> int:
    """Columns that a drawn board takes."""
    return margin(rows) + cols * pitch + 1


def window_around(cell: Cell, size: Cell, room: Cell, pitch: int) -> Window:
    """The largest part of a `size` (rows, cols) board that fits into `room` (lines, columns), near `cell`."""
    lines = room[0] - _header_lines(size[1], pitch)
    columns = (room[1] - margin(size[0]) - 1) // pitch
    shown = max(lines, 1), max(columns, 1)
    tops = [min(max(c - n // 2, 0), max(whole - n, 0)) for c, whole, n in zip(cell, size, shown, strict=True)]
    top, left = tops
    return Window(range(top, min(top + shown[0], size[0])), range(left, min(left + shown[1], size[1])))


def draw(
    size: Cell,
    face: Callable[[int, int], Face],
    *,
    pitch: int,
    window: Window | None = None,
    marked: Collection[Cell] = (),
) -> Text:
    """The board with row and column numbers; marked cells stand in brackets."""
    from rich.text import Text

    shown = window or Window(range(size[0]), range(size[1]))
    space = margin(size[0])
    lines = [Text(line, "dim") for line in _header(shown.cols, size[1], space, pitch)]
    for row in shown.rows:
        line = Text.assemble((f"{row:>{space - 1}} ", "dim"))
        for text, style in _row(row, shown.cols, face, pitch, marked):
            line.append(text, style)
        lines.append(line)
    return Text("\n").join(lines)


def _row(
    row: int, cols: range, face: Callable[[int, int], Face], pitch: int, marked: Collection[Cell]
) -> Iterator[tuple[str, str]]:
    """Pieces (text, style) of one row: between two cells stands one column, blank or a bracket."""
    before = False
    for col in cols:
        here = (row, col) in marked
        edge = ("|" if before else "[") if here else "]" if before else " "
        yield edge, "" if edge == " " else _MARK
        shown = face(row, col)
        yield shown.text * (pitch - 1) if shown.fill else f"{shown.text:>{pitch - 1}}", shown.style
        before = here
    yield ("]", _MARK) if before else (" ", "")


def _header_lines(cols: int, pitch: int) -> int:
    return 2 if pitch == NARROW and cols > 10 else 1


def _header(cols: range, all_cols: int, space: int, pitch: int) -> list[str]:
    """Column numbers: whole where two digits fit, else tens above units."""
    if pitch == NARROW:
        units = " " * space + "".join(f" {col % 10}" for col in cols)
        if _header_lines(all_cols, pitch) == 1:
            return [units]
        tens = "".join(f"{col // 10:>2}" if col % 10 == 0 and col else "  " for col in cols)
        return [" " * space + tens, units]
    return [" " * space + "".join(f"{col % 100:>3}" for col in cols)]
