"""Dicewars' state machine in the terminal: a key comes in, a new state and perhaps a wish come out. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from hazard.apps.cli.dice_map import toward
from hazard.apps.cli.play_state import STEPS
from hazard.apps.cli.speeds import Speed, changed
from hazard.dice.command import END, Command, attack, transfer
from hazard.dice.drawing import LETTERS
from hazard.dice.position import Position

KEYS: tuple[tuple[str, str, str], ...] = (
    ("arrows", "", "move to the next area there; h j k l do, too"),
    ("12", "", "go to area 12 (then enter); : starts the same"),
    ("tab", "next", "your next area that can attack; with an area chosen, its next target"),
    ("space", "act", "choose an area of yours, then where its dice go; enter, too"),
    ("escape", "", "choose no area"),
    ("e", "end", "end the turn"),
    ("u", "undo", "take transfers back, until dice are rolled"),
    ("+ -", "speed", "agents play faster, slower, or by steps: then space lets them play"),
    ("n", "new", "new game"),
    ("?", "help", "show or hide this help"),
    ("q", "quit", "quit"),
)
"""What each key does: the key, in a word for the line of keys (or not there), in a sentence."""

WishKind = Literal["command", "undo", "step", "new", "quit"]


@dataclass(frozen=True)
class Wish:
    """What the player wants done."""

    kind: WishKind
    command: Command = END


@dataclass(frozen=True)
class State:
    """What the player's keys have set; `typed` is None unless an area's number is being typed."""

    cursor: int = 0
    source: int | None = None
    """The area that was chosen to attack or to give dice."""
    typed: str | None = None
    speed: Speed = "normal"
    help: bool = False
    message: str = ""


def press(state: State, key: str, position: Position, *, ours: bool) -> tuple[State, Wish | None]:
    """What a key does; `ours` says that the turn is the player's, not an agent's."""
    if state.help:
        return replace(state, help=False), (Wish("quit") if key == "q" else None)
    state = replace(state, message="")
    if state.typed is not None:
        return type_area(state, state.typed, key, len(position.map)), None
    if (key.isascii() and key.isdecimal()) or key == ":":
        return replace(state, typed="" if key == ":" else key), None
    if key in STEPS:
        return replace(state, cursor=toward(position.map, state.cursor, STEPS[key])), None
    match key:
        case "q":
            return state, Wish("quit")
        case "n":
            return replace(state, source=None), Wish("new")
        case "?":
            return replace(state, help=True), None
        case "+" | "=" | "-":
            return replace(state, speed=changed(state.speed, 1 if key != "-" else -1)), None
        case "escape":
            return replace(state, source=None), None
        case "tab":
            return following(state, position, ours=ours), None
        case "space" | "enter":
            return act(state, position) if ours else (state, Wish("step"))
        case "e" | "u":
            return replace(state, source=None), Wish("command", END) if key == "e" else Wish("undo")
        case _:
            return replace(state, message=f"{key} does nothing; ? lists the keys"), None


def act(state: State, position: Position) -> tuple[State, Wish | None]:
    """Choose the area under the cursor, or command something between the chosen one and it."""
    here, source = state.cursor, state.source
    own = int(position.owners[here]) == position.player
    if source == here:
        return replace(state, source=None), None
    if source is not None and here in position.map.neighbours[source]:
        command = transfer(source, here) if own else attack(source, here)
        return replace(state, source=None), Wish("command", command)
    if not own:
        owner = LETTERS[int(position.owners[here])]
        if source is None:
            return replace(state, message=f"area {here} is {owner}'s: choose one of yours first"), None
        return replace(state, message=f"the areas {source} and {here} do not touch"), None
    if position.dice[here] < 2:
        return replace(state, message=f"area {here} has one die: it must stay"), None
    return replace(state, source=here), None


def following(state: State, position: Position, *, ours: bool) -> State:
    """The cursor on the next own area that can attack, or on the next target of the chosen one."""
    if not ours:
        return state
    if state.source is None:
        sources = [area for area in position.areas_of(position.player) if position.dice[area] >= 2]
        choices = [area for area in sources if targets(position, area)]
    else:
        choices = sorted(targets(position, state.source))
    later = [area for area in choices if area > state.cursor]
    if not choices:
        return replace(state, message="nothing here can be attacked; e ends the turn")
    return replace(state, cursor=(later or choices)[0])


def targets(position: Position, source: int) -> list[int]:
    """The areas that one could attack if it had the dice."""
    owners = position.owners
    return [other for other in position.map.neighbours[source] if owners[other] != owners[source]]


def type_area(state: State, typed: str, key: str, areas: int) -> State:
    """An area's number being typed: digits, then enter."""
    if key in ("enter", "space"):
        state = replace(state, typed=None)
        if not typed:
            return state
        if int(typed) >= areas:
            return replace(state, message=f"there is no area {int(typed)}; they are 0 to {areas - 1}")
        return replace(state, cursor=int(typed))
    if key == "escape":
        return replace(state, typed=None)
    if key == "backspace":
        return replace(state, typed=typed[:-1] if typed else None)
    if key.isascii() and key.isdecimal():
        return replace(state, typed=(typed + key)[:3])
    return replace(state, typed=None, message=f"an area is a number, such as 12; {key} ended the typing")
