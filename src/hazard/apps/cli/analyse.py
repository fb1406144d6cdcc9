"""`hazard analyse`: a position with its exact risks, drawn or as JSON."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from textwrap import fill
from typing import TYPE_CHECKING

from hazard.apps.cli.inputs import FileOrInput, standard_input

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from hazard.apps.cli.faces import Cell, Signs
    from hazard.mines.inference import Analysis
    from hazard.mines.position import Position

_LONGEST_EXACT = 16
"""Digits up to which a count is printed whole."""

_PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".gif", ".webp")

_LISTED = 12
"""Cells that a list names before it says "and … more"."""


def analyse(
    position: FileOrInput, /, *, json: bool = False, ignore_flags: bool = False, mines: int | None = None
) -> None:
    """Show the exact risks of a position, its certain cells and its best cell.

    Risks are percents in two digits; signs for the rest stand under the board. The best cell is what
    mines/exact would open: a certainly safe one, else one of the least risk.

    Parameters
    ----------
    position
        A file of position text (first line COLSxROWSxMINES, then a line a row: 0-8 open, H covered, F
        flagged), or - to read it from standard input; or a picture of a board (.png, .jpg …).
    json
        One JSON object on stdout instead of the picture.
    ignore_flags
        Take flagged cells as covered ones; without it they are taken as mines.
    mines
        How many mines the board on a picture has; without it, as many as boards of its size have by custom.
    """
    from hazard.apps.cli.output import screen, write_json
    from hazard.mines import inference

    board = _read(position, mines)
    found = inference.analyse(board, trust_flags=not ignore_flags)
    if json:
        write_json(found.to_json())
        return
    console = screen()
    for part in _report(console, board, found, trust_flags=not ignore_flags):
        console.print(part, soft_wrap=True)


def _read(position: str, mines: int | None) -> Position:
    from hazard.core.errors import PositionError
    from hazard.mines import formats

    if position.lower().endswith(_PICTURES):
        return _seen(position, mines)
    if mines is not None:
        raise PositionError("--mines is for pictures: position text names its mines itself")
    if position != "-":
        return formats.read_position(position)
    try:
        return formats.parse_position(standard_input().decode())
    except UnicodeDecodeError as error:
        raise PositionError("standard input: not a text (bytes that are no UTF-8)") from error
    except PositionError as error:
        raise PositionError(f"standard input: {error}") from error


def _seen(picture: str, mines: int | None) -> Position:
    """The position on a picture."""
    from hazard.core.errors import PictureError

    try:
        from hazard.browser.picture.board import read_file
    except ModuleNotFoundError as error:
        raise PictureError(f"{error.name} is not installed: pip install 'hazard[browser]'") from None
    board = read_file(picture)
    try:
        return board.position(mines)
    except PictureError as error:
        raise PictureError(f"{picture}: {error}") from None


def _report(
    console: Console, position: Position, found: Analysis, *, trust_flags: bool
) -> Iterator[Text | str]:
    from hazard.apps.cli.faces import signs_for

    signs = signs_for(console.encoding)
    yield _picture(console, position, found, signs, trust_flags=trust_flags)
    yield ""
    yield _legend(signs)
    yield ""
    yield from _facts(position, found, trust_flags=trust_flags)


def _picture(
    console: Console, position: Position, found: Analysis, signs: Signs, *, trust_flags: bool
) -> Text:
    """The board; as two halves, or only the part around the best cell, where the window is too narrow."""
    from rich.text import Text

    from hazard.apps.cli.board import WIDE, Window, draw, width_of, window_around
    from hazard.apps.cli.faces import risk_look
    from hazard.apps.cli.output import bounded

    size = position.rows, position.cols
    face = risk_look(
        position.cells, found.mine_probability, found.safe, found.mine, signs, show_flags=trust_flags
    )
    marked = [found.best] if found.best else []
    if not bounded(console) or width_of(*size, WIDE) <= console.width:
        return draw(size, face, pitch=WIDE, marked=marked)
    half = (position.cols + 1) // 2
    if width_of(position.rows, half, WIDE) <= console.width:
        parts = (range(half), range(half, position.cols))
        pictures = [
            draw(size, face, pitch=WIDE, window=Window(range(position.rows), cols), marked=marked)
            for cols in parts
        ]
        return Text("\n\n").join(pictures)
    window = window_around(found.best or (0, 0), size, (max(console.height - 12, 10), console.width), WIDE)
    note = "The board is too wide for this window: here is the part around the best cell. --json tells all."
    return Text(fill(note, console.width) + "\n\n", "italic") + draw(
        size, face, pitch=WIDE, window=window, marked=marked
    )


def _legend(signs: Signs) -> Text:
    """The meaning of the board's signs, each in its own style."""
    from rich.text import Text

    from hazard.apps.cli.faces import MINE_STYLE, SAFE_STYLE, heat

    return Text.assemble(
        ("07", heat(0.07)),
        " risk in percent   ",
        (signs.safe, SAFE_STYLE),
        " certainly safe   ",
        (signs.mine, MINE_STYLE),
        " certainly a mine   ",
        ("[", "bold reverse"),
        " ",
        ("]", "bold reverse"),
        " best cell",
    )


def _facts(position: Position, found: Analysis, *, trust_flags: bool) -> Iterator[str]:
    from hazard.apps.cli.faces import COVERED, FLAGGED
    from hazard.core.errors import TooWide

    flags = int((position.cells == FLAGGED).sum()) if trust_flags else 0
    covered = int((position.cells <= COVERED).sum()) - flags
    mines = len(found.mine) - flags
    yield f"Mines     {position.mines - flags:,} left among {_count(covered, 'covered cell')}"
    yield f"Layouts   {_readable(found.layouts)} fit what is seen"
    yield f"Certain   {_count(len(found.safe), 'safe cell')}, {_count(mines, 'mine')}"
    yield f"Best      {_best(found)}"
    with suppress(TooWide):
        if found.dead:
            yield f"Dead      {_list(found.dead)}: there is nothing new to learn there"


def _best(found: Analysis) -> str:
    if found.best is None:
        return "nothing is left to open"
    if found.best in found.safe:
        return f"{found.best}, certainly safe"
    return f"{found.best}, risk {100 * found.mine_probability[found.best]:.2f} %"


def _count(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _readable(layouts: int) -> str:
    """The count whole where it is short, else as 1.23e56."""
    if layouts < 10**_LONGEST_EXACT:
        return f"{layouts:,}"
    return f"{Decimal(layouts):.2e}".replace("e+", "e")


def _list(cells: list[Cell]) -> str:
    named = ", ".join(str(cell) for cell in cells[:_LISTED])
    return named if len(cells) <= _LISTED else f"{named} and {len(cells) - _LISTED} more"
