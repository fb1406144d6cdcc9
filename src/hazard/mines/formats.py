"""Files of Minesweeper: position text, layouts as JSON lines, `.mbf` layouts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
import numpy as np

from hazard.core.errors import BadInput, LayoutError, PositionError
from hazard.core.records import write_whole
from hazard.mines.layout import Layout
from hazard.mines.position import Position
from hazard.mines.views import COVERED, FLAGGED

CODES = {"H": COVERED, "F": FLAGGED} | {str(number): number for number in range(9)}
LETTERS = {code: letter for letter, code in CODES.items()}
HEADER_FORM = "COLSxROWSxMINES, such as 30x16x99"


def parse_position(text: str) -> Position:
    """Read position text; raises PositionError that names line and column, both counted from 1."""
    lines = [line.strip() for line in text.removeprefix("\ufeff").splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    if not lines:
        raise PositionError(f"the position is empty; its first line must be {HEADER_FORM}")
    header = re.fullmatch(r"(\d{1,9})x(\d{1,9})x(\d{1,9})", lines[0], re.IGNORECASE | re.ASCII)
    if header is None:
        raise PositionError(f"line 1 is {shorten(lines[0])}; it must be {HEADER_FORM}")
    cols, rows, mines = map(int, header.groups())
    if len(lines) - 1 != rows:
        raise PositionError(f"{rows} rows are announced in line 1, but {len(lines) - 1} follow")
    if not (0 < rows * cols <= len(text)):
        raise PositionError(f"line 1 announces {rows} rows of {cols} cells")
    cells = np.array(
        [parse_row(line, number, cols) for number, line in enumerate(lines[1:], start=2)], np.int8
    )
    return Position(rows, cols, mines, cells)


def parse_row(line: str, number: int, cols: int) -> list[int]:
    """The codes of one row of position text."""
    if len(line) != cols:
        raise PositionError(f"line {number} has {len(line)} cells instead of {cols}: {shorten(line)}")
    for column, letter in enumerate(line, start=1):
        if letter not in CODES:
            raise PositionError(
                f"line {number}, column {column}: {letter!r} is no cell; 0 to 8 is open, H covered, F flagged"
            )
    return [CODES[letter] for letter in line]


def shorten(text: str) -> str:
    """A quoted piece of input, never long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def format_position(position: Position) -> str:
    """Position text with a newline at the end."""
    rows = ["".join(LETTERS[code] for code in row) for row in position.cells.tolist()]
    return "\n".join([f"{position.cols}x{position.rows}x{position.mines}", *rows, ""])


def read_position(path: Path | str) -> Position:
    """Read a position file; errors start with the file's name."""
    data = read_file(path, PositionError)
    try:
        return parse_position(data.decode())
    except UnicodeDecodeError:
        raise PositionError(f"{path} is not a text file") from None
    except BadInput as error:
        raise PositionError(f"{path}: {error}") from None


def write_position(path: Path | str, position: Position) -> None:
    """Write a position file, whole or not at all."""
    write_whole(path, format_position(position).encode())


class LayoutLine(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A layout as it stands in a line of JSON."""

    rows: int
    cols: int
    mines: tuple[tuple[int, int], ...]
    first: tuple[int, int] | None = None


DECODER = msgspec.json.Decoder(LayoutLine)


def parse_layouts(text: str | bytes) -> list[Layout]:
    """Read layouts, JSON lines, blank lines skipped; raises LayoutError that names the line."""
    data = text.encode() if isinstance(text, str) else text
    layouts: list[Layout] = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            read = DECODER.decode(line)
            layouts.append(Layout(read.rows, read.cols, read.mines, read.first))
        except (msgspec.DecodeError, UnicodeDecodeError, LayoutError) as error:
            raise LayoutError(f"line {number}: {error}") from None
    return layouts


def format_layout(layout: Layout) -> str:
    """One JSON line, without the newline."""
    line = LayoutLine(layout.rows, layout.cols, layout.mines, layout.first)
    return msgspec.json.encode(line).decode()


def parse_mbf(data: bytes) -> Layout:
    """Read one `.mbf` layout: columns, rows, mine count (two bytes, high first), column, row of each mine."""
    if len(data) < 4:
        raise LayoutError(f"{len(data)} bytes are too few for a .mbf layout; its header has 4")
    cols, rows, count = data[0], data[1], int.from_bytes(data[2:4], "big")
    if len(data) != 4 + 2 * count:
        raise LayoutError(
            f"{count} mines are announced, which makes {4 + 2 * count} bytes, but there are {len(data)}"
        )
    return Layout(rows, cols, tuple(zip(data[5::2], data[4::2], strict=True)))


def format_mbf(layout: Layout) -> bytes:
    """The bytes of a `.mbf` file; the first cell has no place in them."""
    header = bytes([layout.cols, layout.rows]) + len(layout.mines).to_bytes(2, "big")
    return header + bytes(byte for row, col in layout.mines for byte in (col, row))


def read_layouts(path: Path | str) -> list[Layout]:
    """Read a layouts file: `.mbf` by its ending, JSON lines otherwise; errors start with the file's name."""
    data = read_file(path, LayoutError)
    try:
        return [parse_mbf(data)] if is_mbf(path) else parse_layouts(data)
    except LayoutError as error:
        raise LayoutError(f"{path}: {error}") from None


def write_layouts(path: Path | str, layouts: Iterable[Layout]) -> None:
    """Write layouts as JSON lines, or a single one as `.mbf` by the file's ending; whole or not at all."""
    layouts = list(layouts)
    if not is_mbf(path):
        write_whole(path, "".join(format_layout(layout) + "\n" for layout in layouts).encode())
    elif len(layouts) == 1:
        write_whole(path, format_mbf(layouts[0]))
    else:
        raise LayoutError(f"{path}: a .mbf file holds one layout, not {len(layouts)}")


def is_mbf(path: Path | str) -> bool:
    """By the file's ending."""
    return Path(path).suffix.lower() == ".mbf"


def read_file(path: Path | str, error_class: type[BadInput]) -> bytes:
    """A file's bytes; raises `error_class` where it cannot be read."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise error_class(f"cannot read {path}: {error.strerror}") from None
