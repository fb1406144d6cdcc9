"""A recorded game as pictures: keys to state, state to the screen; and as text for a file or a pipe."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hazard.apps.cli.board import NARROW, WIDE, width_of
from hazard.apps.cli.faces import Cell, Signs, plain_look
from hazard.apps.cli.play_view import LEAST, draw_around, ended_look, keys_line, too_small
from hazard.apps.cli.watch import PAUSES
from hazard.arena.replaying import after
from hazard.core.status import Status
from hazard.mines.game import FINISHED, Game
from hazard.mines.record import Record

if TYPE_CHECKING:
    from rich.text import Text

KEYS: tuple[tuple[str, str, str], ...] = (
    ("a", "auto", "go on by itself, or stop"),
    ("+ -", "speed", "faster, slower"),
    ("home end", "jump", "to the start, to the end"),
    ("← →", "step", "the decision before, the next one"),
    ("q", "quit", "quit"),
)
_BOUNDLESS = 10_000
"""Lines of a picture that is printed, not drawn on a screen."""


@dataclass(frozen=True)
class ReplayState:
    """Where in the game the watcher stands: after `at` of `decisions` decisions."""

    decisions: int
    at: int = 0
    auto: bool = False
    speed: int = 2

    @property
    def pause(self) -> float:
        """Seconds between two decisions when the game goes on by itself."""
        return PAUSES[self.speed]


def press(state: ReplayState, key: str | None) -> ReplayState | None:
    """What a key does, or no key for the time of a pause; None ends. Pure."""
    match key:
        case None:
            at = min(state.at + state.auto, state.decisions)
            return replace(state, at=at, auto=state.auto and at < state.decisions)
        case "space" | "enter" | "right" | "l" | "n":
            return replace(state, at=min(state.at + 1, state.decisions), auto=False)
        case "left" | "h" | "b" | "p":
            return replace(state, at=max(state.at - 1, 0), auto=False)
        case "home":
            return replace(state, at=0, auto=False)
        case "end":
            return replace(state, at=state.decisions, auto=False)
        case "a":
            return replace(state, auto=not state.auto and state.at < state.decisions)
        case "+" | "=" | "up":
            return replace(state, speed=min(state.speed + 1, len(PAUSES) - 1))
        case "-" | "down":
            return replace(state, speed=max(state.speed - 1, 0))
        case "q":
            return None
        case _:
            return state


def render(state: ReplayState, line: int, record: Record, game: Game, room: Cell, signs: Signs) -> Text:
    """The whole screen, at most room = (lines, columns) large."""
    from rich.text import Text

    lines, columns = room
    if lines < LEAST[0] or columns < LEAST[1]:
        return too_small()
    head = Text(headline(line, record), "bold")
    head.truncate(columns, overflow="ellipsis")
    told = Text(what_happened(record, state.at), "yellow")
    told.truncate(columns, overflow="ellipsis")
    board = picture(record, game, state.at, (lines - 3, columns), signs)
    return Text("\n").join([head, told, board, keys_line(KEYS, columns)])


def printed(line: int, record: Record, signs: Signs, columns: int, *, every: bool) -> Iterator[Text]:
    """Start and end of a game, or `every` position, one text each."""
    from rich.text import Text

    yield Text(headline(line, record), "bold")
    last = len(record.decisions)
    for at in range(last + 1) if every else sorted({0, last}):
        yield Text("\n" + what_happened(record, at), "yellow")
        yield picture(record, after(record, at), at, (_BOUNDLESS, columns), signs)


def headline(line: int, record: Record) -> str:
    """Who played what, and how it ended."""
    level = record.level
    name = f"{level.name} {level}" if level.name else str(level)
    source = "a given layout" if record.seed is None else f"seed {record.seed}"
    return f"line {line}: {record.agent or 'somebody'} {_end(record)}  {name}  rule {level.rule}  {source}"


def _end(record: Record) -> str:
    status = Status[record.status]
    if status in FINISHED:
        return status.name.lower()
    return "did not finish" if status is Status.UNFINISHED else f"ended by its fault: {status.name}"


def what_happened(record: Record, at: int) -> str:
    """The decision that led here; decisions count from 0, as everywhere."""
    last = len(record.decisions)
    if at == 0:
        first = (
            "" if record.first is None else f", ({record.first[0]}, {record.first[1]}) opened by the arena"
        )
        return f"start{first}; {last} decision{'' if last == 1 else 's'} follow{'s' if last == 1 else ''}"
    return f"decision {at - 1} of 0..{last - 1}: {record.decisions[at - 1]}"


def picture(record: Record, game: Game, at: int, room: Cell, signs: Signs) -> Text:
    """The board after `at` decisions, the cells of the last one in brackets; at the end with its mines."""
    size = record.rows, record.cols
    chosen = [divmod(cell, record.cols) for _, cell in record.actions[at - 1]] if at else []
    marked = chosen or ([record.first] if record.first is not None else [])
    over = game.status in FINISHED
    face = ended_look(game, signs, fatal=marked) if over else plain_look(game.cells, signs)
    pitch = WIDE if width_of(*size, WIDE) <= min(room[1], 80) else NARROW
    return draw_around(marked[0] if marked else (0, 0), size, face, room, pitch, marked)
