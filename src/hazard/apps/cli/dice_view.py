"""The picture of Dicewars in the terminal: state and session in, text out; a map fits into 80x30."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from hazard.apps.cli.dice_map import Mark, draw_map, ground, style_of
from hazard.apps.cli.dice_session import Session
from hazard.apps.cli.dice_state import KEYS, State
from hazard.apps.cli.dice_words import dice, percent
from hazard.apps.cli.faces import Cell
from hazard.apps.cli.play_view import keys_line, keys_page, prompt, too_small
from hazard.dice.command import Kind, attack
from hazard.dice.drawing import LETTERS
from hazard.dice.position import Position
from hazard.dice.rules import MOST_DICE

if TYPE_CHECKING:
    from rich.text import Text

PANEL = 13
"""Columns that the table of players needs at least."""
_WIDEST_PANEL = 28
_WIDE_HEAD = " areas dice region reserve"
_SIGNS = """
A letter is the owner of land. 07 5 is area 7 with 5 dice; 07+5 got some of them
when a turn last ended. Strokes and textures (A, a, with or without dots) part
areas. ( ) is chosen, or where dice came from; [ ] is the cursor, or where they
went. At the right: areas, dice, largest region and reserve of each player; an
agent with ! has failed. An area holds if it withstands one attack by each of
its hostile neighbours.

Any key goes on."""
_AROUND_TABLE = 8
"""Lines of the panel besides two a player."""
_BELOW_MAP = 2
"""Lines at least: what happened, the keys."""


def render(state: State, session: Session, room: Cell) -> Text:
    """The whole screen, at most room = (lines, columns) large."""
    from rich.text import Text

    lines, columns = room
    land = ground(session.position.map)
    beside = panel(state, session, min(columns - land.columns, _WIDEST_PANEL))
    height = max(land.lines, _AROUND_TABLE + 2 * session.rules.players)
    needed = height + _BELOW_MAP, land.columns + PANEL
    if lines < needed[0] or columns < needed[1]:
        return too_small(needed)
    if state.help:
        return keys_page("Dicewars in the terminal", KEYS).append(_SIGNS)
    board = draw_map(session.position, marks(state, session), session.fresh)
    board += [Text(" " * land.columns) for _ in range(height - land.lines)]
    for line, text in zip(board, beside, strict=False):
        line.append_text(text)
    told = [Text(line, tone(session)) for line in wrap(words(state, session), columns)]
    below = told[: lines - height - 1] or [Text()]
    return Text("\n").join([*board, *below, prompt("area", state.typed) or keys_line(KEYS, columns)])


def marks(state: State, session: Session) -> dict[int, Mark]:
    """The areas in brackets: what an agent has just done, or what the player has chosen."""
    if session.waits_for_agent or session.position.over:
        last = session.last
        if last is None or last.kind is Kind.END:
            return {}
        return {last.source: "from", last.target: "here"}
    chosen: dict[int, Mark] = {} if state.source is None else {state.source: "from"}
    chosen[state.cursor] = "here"
    return chosen


def panel(state: State, session: Session, width: int) -> list[Text]:
    """Beside the map: seed, turn, speed, what each player has, and of the area under the cursor."""
    from rich.text import Text

    position = session.position
    rows = [
        Text(f" seed {session.seed}" if session.seed < 10**7 else f" {session.seed}", "bold"),
        Text(f" turn {position.native.all_turns + 1}"),
        Text(f" speed {state.speed}"),
        Text(_WIDE_HEAD if width >= _WIDEST_PANEL else " ar  di rg rs", "dim"),
    ]
    for player, name in enumerate(session.names):
        to_command = player == position.player and not position.over
        letter = LETTERS[player], f"bold {style_of(player, 0)}"
        failed = "!" if player in session.faults else ""
        rows.append(Text.assemble(">" if to_command else " ", letter, f" {failed}{name}"))
        rows.append(counts(position, player, wide=width >= _WIDEST_PANEL))
    if session.ours:
        hold = position.hold_chance(state.cursor)
        rows.append(Text(f" transfers {position.transfers_left}"))
        rows.append(Text(f" income {position.income}"))
        rows.append(Text(f" {state.cursor:02d} holds"))
        rows.append(Text(f"  {percent(hold)}"))
    for row in rows:
        row.truncate(width, overflow="ellipsis")
    return rows


def counts(position: Position, player: int, *, wide: bool) -> Text:
    """A player's areas, dice, largest region and reserve, below the panel's head."""
    from rich.text import Text

    areas = len(position.areas_of(player))
    if not areas:
        return Text("  out", "dim")
    region = len(position.largest_region(player))
    widths = (6, 5, 7, 8) if wide else (3, 4, 3, 3)
    numbers = areas, position.dice_of(player), region, position.reserves[player]
    return Text("".join(f"{number:{width}}" for number, width in zip(numbers, widths, strict=True)))


def words(state: State, session: Session) -> str:
    """What is told below the map: an answer, else what the chosen command would do, else what happened."""
    if state.message:
        return state.message
    if not session.ours:
        return session.told
    return preview(state, session.position) or session.told


def preview(state: State, position: Position) -> str:
    """What a command between the chosen area and the one under the cursor would do; empty for none."""
    here, source = state.cursor, state.source
    if source is None or source == here or here not in position.map.neighbours[source]:
        return ""
    if position.owners[here] != position.player:
        return odds(position, source, here)
    moved = min(MOST_DICE - int(position.dice[here]), int(position.dice[source]) - 1)
    return f"transfer {source} -> {here}: {dice(moved)}, {position.transfers_left} transfers left"


def odds(position: Position, source: int, target: int) -> str:
    """The exact odds of an attack, and of holding what it leaves."""
    attackers, defenders = int(position.dice[source]), int(position.dice[target])
    if attackers < 2:
        return f"area {source} has one die: it must stay"
    won = position.attacked(source, target, 6 * attackers, defenders)
    wins = percent(position.win_chance(attack(source, target)))
    there, here = percent(won.hold_chance(target)), percent(won.hold_chance(source))
    return f"attack {source} -> {target}: wins {wins}; then {target} holds {there}, {source} holds {here}"


def tone(session: Session) -> str:
    """The style of what is told."""
    winner = session.position.winner
    if not session.position.over:
        return "yellow"
    won = winner is not None and session.seats[winner] is None
    return "bold green" if won else "bold bright_red"
