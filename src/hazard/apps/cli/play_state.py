"""The terminal game's state machine: a key comes in, a new state and perhaps a wish come out. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from hazard.apps.cli.faces import Cell

WishKind = Literal["open", "flag", "chord", "undo", "best", "new", "quit"]

STEPS: dict[str, Cell] = {
    "up": (-1, 0),
    "k": (-1, 0),
    "down": (1, 0),
    "j": (1, 0),
    "left": (0, -1),
    "h": (0, -1),
    "right": (0, 1),
    "l": (0, 1),
}
WISHES: dict[str, WishKind] = {
    "space": "open",
    "enter": "open",
    "f": "flag",
    "c": "chord",
    "u": "undo",
    "b": "best",
    "n": "new",
    "q": "quit",
}
KEYS: tuple[tuple[str, str, str], ...] = (
    ("arrows", "", "move the cursor; h j k l do, too, home and end as well"),
    ("3,14", "", "go to row 3, column 14 (then enter); : starts the same"),
    ("space", "open", "open the cell; on a number, the same as c (enter, too)"),
    ("f", "flag", "set or take off a flag: your note, exact risks ignore it"),
    ("c", "chord", "open all around a number that has as many flags"),
    ("r", "risks", "show or hide the exact risks of all covered cells"),
    ("b", "best", "open the best cell"),
    ("u", "undo", "take a move back, even a fatal one: that is practice"),
    ("n", "new", "new game"),
    ("?", "help", "show or hide this help"),
    ("q", "quit", "quit"),
)
"""What each key does: the key, in a word for the line of keys (or not there), in a sentence."""


@dataclass(frozen=True)
class Wish:
    """What the player wants done to the game; `cell` is the one under the cursor."""

    kind: WishKind
    cell: Cell


@dataclass(frozen=True)
class State:
    """What the player's keys have set; `typed` is None unless coordinates are being typed."""

    size: Cell
    cursor: Cell
    typed: str | None = None
    risks: bool = False
    help: bool = False
    message: str = ""


def press(state: State, key: str) -> tuple[State, Wish | None]:
    """What a key does: the next state, and a wish for the game where it is one."""
    if state.help:
        return replace(state, help=False), (Wish("quit", state.cursor) if key == "q" else None)
    state = replace(state, message="")
    if state.typed is not None:
        return _type(state, state.typed, key), None
    if key.isdecimal() or key == ":":
        return replace(state, typed="" if key == ":" else key), None
    if key in STEPS:
        return replace(state, cursor=_moved(state, STEPS[key])), None
    if key in WISHES:
        return state, Wish(WISHES[key], state.cursor)
    match key:
        case "r":
            return replace(state, risks=not state.risks), None
        case "?":
            return replace(state, help=True), None
        case "home":
            return replace(state, cursor=(state.cursor[0], 0)), None
        case "end":
            return replace(state, cursor=(state.cursor[0], state.size[1] - 1)), None
        case _:
            return replace(state, message=f"{key} does nothing; ? lists the keys"), None


def _moved(state: State, step: Cell) -> Cell:
    """The cursor one step further; it stays on the board."""
    row, col = (min(max(c + s, 0), n - 1) for c, s, n in zip(state.cursor, step, state.size, strict=True))
    return row, col


def _type(state: State, typed: str, key: str) -> State:
    """Coordinates being typed: digits and a separator, then enter."""
    if key == "enter":
        return _jump(replace(state, typed=None), typed)
    if key == "escape":
        return replace(state, typed=None)
    if key == "backspace":
        return replace(state, typed=typed[:-1] if typed else None)
    character = " " if key == "space" else key
    if character.isdecimal() or character in ", ":
        return replace(state, typed=typed + character)
    return replace(
        state, typed=None, message=f"coordinates are ROW,COLUMN, such as 3,14; {key} ended the typing"
    )


def _jump(state: State, typed: str) -> State:
    found = re.fullmatch(r"\s*(\d+)\s*[, ]\s*(\d+)\s*", typed)
    if not found:
        return replace(state, message=f"{typed!r} is no cell; type ROW,COLUMN, such as 3,14")
    row, col = int(found[1]), int(found[2])
    rows, cols = state.size
    if row >= rows or col >= cols:
        return replace(
            state, message=f"cell ({row}, {col}) is outside the {rows}x{cols} board (counted from 0)"
        )
    return replace(state, cursor=(row, col))
