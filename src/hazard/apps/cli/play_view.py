"""The terminal game's picture: state and session in, text out; Expert fits into 80x24."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from hazard.apps.cli.board import NARROW, WIDE, draw, width_of, window_around
from hazard.apps.cli.faces import FLAGGED, Cell, Face, Signs, heat, percent, plain_look, risk_look
from hazard.apps.cli.leaderboard import clock
from hazard.apps.cli.play_session import Session
from hazard.apps.cli.play_session import percent as exactly
from hazard.apps.cli.play_state import KEYS, State
from hazard.core.status import Status
from hazard.mines.game import Game

if TYPE_CHECKING:
    from rich.text import Text

LEAST = (10, 36)
"""Lines and columns below which nothing sensible can be drawn."""

_AROUND_BOARD = 4
"""Lines besides board and message: two above, one empty, the keys."""


def render(state: State, session: Session, room: Cell, signs: Signs) -> Text:
    """The whole screen, at most room = (lines, columns) large."""
    from rich.text import Text

    lines, columns = room
    if lines < LEAST[0] or columns < LEAST[1]:
        return too_small()
    if state.help:
        return help_page()
    message = wrap(state.message or session.verdict, columns)[:3]
    head = [headline(session, columns), facts(state, session, columns)]
    board = picture(state, session, (lines - _AROUND_BOARD - max(len(message), 1), columns), signs)
    below = [Text(line, _tone(session)) for line in message] or [Text()]
    return Text("\n").join(
        [*head, board, *below, prompt("row,column", state.typed) or keys_line(KEYS, columns)]
    )


def too_small(least: Cell = LEAST) -> Text:
    """What is shown where nothing sensible can be; least = (lines, columns)."""
    from rich.text import Text

    return Text(f"window too small:\n{least[1]}x{least[0]} needed")


def headline(session: Session, columns: int) -> Text:
    """Level, rule, seed, and whether this is practice."""
    from rich.text import Text

    level = session.level
    name = f"{level.name} {level}" if level.name else str(level)
    line = Text.assemble((f"{name}  rule {level.rule}  seed {session.seed}", "bold"))
    if text := str(session.practice):
        line.append(f"  practice: {text}", "italic yellow")
    line.truncate(columns, overflow="ellipsis")
    return line


def facts(state: State, session: Session, columns: int) -> Text:
    """Mines left by the flags, the clock, the cursor and what is known about its cell."""
    from rich.text import Text

    row, col = state.cursor
    left = session.level.mines - session.flags
    line = Text(f"mines {left:>3}  time {clock(session.seconds)}  cursor ({row}, {col})")
    if state.risks and not session.over and session.game.cells[row, col] < 0:
        line.append("  " + _known(session, state.cursor), "bold")
    line.truncate(columns, overflow="ellipsis")
    return line


def _known(session: Session, cell: Cell) -> str:
    if session.untouched:
        return "no number is open yet"
    found = session.analysis()
    if found is None:
        return "too wide for exact risks"
    if cell in found.safe:
        return "certainly safe"
    return "certainly a mine" if cell in found.mine else f"risk {exactly(found, cell)}"


def picture(state: State, session: Session, room: Cell, signs: Signs) -> Text:
    """The board, or as much of it around the cursor as the room holds."""
    size = state.size
    risky = state.risks and not session.over and not session.untouched
    wide = risky or width_of(*size, WIDE) <= room[1]
    pitch = WIDE if wide else NARROW
    return draw_around(state.cursor, size, look(session, signs, risky=risky), room, pitch, [state.cursor])


def draw_around(
    cell: Cell, size: Cell, face: Callable[[int, int], Face], room: Cell, pitch: int, marked: list[Cell]
) -> Text:
    """The board, or the part near `cell` that fits into room = (lines, columns), and which part that is."""
    window = window_around(cell, size, room, pitch)
    if window.holds_all(*size):
        return draw(size, face, pitch=pitch, marked=marked)
    window = window_around(cell, size, (room[0] - 1, room[1]), pitch)
    rows, cols = window.rows, window.cols
    text = draw(size, face, pitch=pitch, window=window, marked=marked)
    part = f"rows {rows[0]}-{rows[-1]} of {size[0]}, columns {cols[0]}-{cols[-1]} of {size[1]}"
    return text.append(f"\n{part[: room[1]]}", "italic dim")


def look(session: Session, signs: Signs, *, risky: bool) -> Callable[[int, int], Face]:
    """What cells show: the player's view, with risks where wanted, with the truth when the game is over."""
    cells = session.game.cells
    seen = plain_look(cells, signs)
    if session.over:
        return ended_look(session.game, signs, session.fatal)
    found = session.analysis() if risky else None
    if found is None:
        return seen
    with_risks = risk_look(cells, found.mine_probability, found.safe, found.mine, signs, show_flags=False)

    def both(row: int, col: int) -> Face:
        """A flag keeps its sign and takes the colour of the risk."""
        face = with_risks(row, col)
        return replace(face, text=signs.flag) if cells[row, col] == FLAGGED else face

    return both


def ended_look(game: Game, signs: Signs, fatal: Collection[Cell]) -> Callable[[int, int], Face]:
    """A finished game with its mines; those among the `fatal` cells were hit, flags elsewhere were wrong."""
    cells = game.cells
    seen = plain_look(cells, signs)
    mines = set(game.reveal().mines)
    won = game.status is Status.WON

    def truth(row: int, col: int) -> Face:
        if (row, col) in mines:
            if (row, col) in fatal:
                return Face(signs.hit, "bold white on red")
            if won or cells[row, col] == FLAGGED:
                return Face(signs.flag, "bold green")
            return Face(signs.mine, "bold bright_red")
        if cells[row, col] == FLAGGED:
            return Face(signs.wrong, "bold white on red")
        return seen(row, col)

    return truth


def prompt(place: str, typed: str | None) -> Text | None:
    """The line where a place to go to is typed, while it is."""
    from rich.text import Text

    if typed is None:
        return None
    return Text.assemble(
        (f"go to {place}: ", "bold"), typed, ("█", "dim"), ("  enter goes, escape ends", "dim")
    )


def keys_line(keys: tuple[tuple[str, str, str], ...], columns: int) -> Text:
    """As many keys as fit; the last two of the table come first."""
    from rich.text import Text

    line = Text()
    for key, word, _ in (*keys[-2:], *keys[:-2]):
        piece = Text.assemble((key, "bold"), f" {word}  ")
        if line.cell_len + piece.cell_len - 2 > columns:
            break
        if word:
            line.append_text(piece)
    line.rstrip()
    return line


def help_page() -> Text:
    """All keys, and what the signs mean."""
    page = keys_page("Minesweeper in the terminal", KEYS)
    page.append("\nTwo digits are a risk in percent: ")
    page.append(percent(0.07), heat(0.07))
    page.append(" is a mine in 7 of 100 layouts that fit.\n\nAny key goes on.")
    return page


def keys_page(title: str, keys: tuple[tuple[str, str, str], ...]) -> Text:
    """A page that says what each key does."""
    from rich.text import Text

    page = Text.assemble((f"{title}\n\n", "bold"))
    for key, _, sentence in keys:
        page.append(f"  {key:>7}", "bold")
        page.append(f"   {sentence}\n")
    return page


def _tone(session: Session) -> str:
    if session.game.status is Status.WON:
        return "bold green"
    return "bold bright_red" if session.game.status is Status.LOST else "yellow"
