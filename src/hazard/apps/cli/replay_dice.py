"""A recorded game of Dicewars: turn by turn as text, command by command on the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from hazard.apps.cli.dice_map import draw_map
from hazard.apps.cli.dice_tables import rules_in_words
from hazard.apps.cli.dice_words import dice, percent
from hazard.apps.cli.faces import Cell
from hazard.apps.cli.play_view import keys_line, too_small
from hazard.apps.cli.replay_view import KEYS, ReplayState
from hazard.apps.cli.replay_view import press as press_any
from hazard.dice.command import Kind
from hazard.dice.drawing import LETTERS, counted
from hazard.dice.record import Record, Step

if TYPE_CHECKING:
    from rich.text import Text

    from hazard.apps.cli.dice_map import Mark
    from hazard.dice.position import Position

DICE_KEYS: tuple[tuple[str, str, str], ...] = (
    *KEYS[:-1],
    ("t T", "turn", "next turn, turn before"),
    KEYS[-1],
)


def press(state: ReplayState, key: str | None, steps: Sequence[Step]) -> ReplayState | None:
    """What a key does; None ends. Pure."""
    if key == "t":
        later = (at for at in range(state.at + 1, len(steps)) if begins_turn(steps, at))
        return replace(state, at=next(later, len(steps)), auto=False)
    if key == "T":
        earlier = (at for at in range(state.at - 1, 0, -1) if begins_turn(steps, at))
        return replace(state, at=next(earlier, 0), auto=False)
    return press_any(state, key)


def begins_turn(steps: Sequence[Step], at: int) -> bool:
    """Whether a turn begins after so many commands."""
    return at == 0 or steps[at - 1].event.command.kind == Kind.END


def render(state: ReplayState, line: int, record: Record, steps: Sequence[Step], room: Cell) -> Text:
    """The whole screen, at most room = (lines, columns) large."""
    from rich.text import Text

    position = steps[state.at - 1].position if state.at else record.beginning()
    last = steps[state.at - 1] if state.at else None
    marks = {} if last is None or last.event.command.kind == Kind.END else marked(last)
    fresh = last.event.dealt if last is not None else ()
    picture = draw_map(position, marks, fresh) if position.map.hexes else []
    lines = [
        Text(headline(line, record), "bold"),
        Text(f"command {state.at} of {len(steps)}: {told(last)}", "yellow"),
        *picture,
        *(Text(account(position, player, record)) for player in range(record.rules.players)),
        keys_line(DICE_KEYS, room[1]),
    ]
    if len(lines) > room[0] or any(row.cell_len > room[1] for row in picture):
        return too_small((len(lines), max((row.cell_len for row in picture), default=0)))
    for text in lines:
        text.truncate(room[1], overflow="ellipsis")
    return Text("\n").join(lines)


def marked(step: Step) -> dict[int, Mark]:
    """The areas of a command, for the brackets of the map."""
    return {step.event.command.source: "from", step.event.command.target: "here"}


def printed(line: int, record: Record, *, every: bool) -> Iterator[Text]:
    """The game as text: a line a turn, or every command."""
    from rich.text import Text

    from hazard.dice.record import steps

    yield Text(headline(line, record), "bold")
    walked = list(steps(record))
    for ended, group in groupby(walked, key=lambda step: step.before.native.all_turns):
        taken = list(group)
        yield Text(turn_line(ended + 1, record, taken))
        for step in taken if every else ():
            yield Text(f"    {told(step)}")
    final = walked[-1].position if walked else record.beginning()
    for player in range(record.rules.players):
        yield Text(account(final, player, record))


def headline(line: int, record: Record) -> str:
    """Where it comes from, and how it ended."""
    end = "nobody won" if record.winner is None else f"{name_of(record, record.winner)} won"
    source = "a given position" if record.seeds is None else f"seeds {' '.join(map(str, record.seeds))}"
    return f"line {line}: {end}, {rules_in_words(record.rules)}, {source}"


def name_of(record: Record, player: int) -> str:
    """`B dice/dt.stei`"""
    return f"{LETTERS[player]} {record.agents[player]}" if record.agents else f"player {LETTERS[player]}"


def turn_line(turn: int, record: Record, taken: Sequence[Step]) -> str:
    """What a player did in a turn, in half a line."""
    kinds = Counter(step.event.command.kind for step in taken)
    won = sum(step.event.won for step in taken)
    dealt = sum(len(step.event.dealt) for step in taken)
    parts = [
        f"{won} of {counted(kinds[Kind.ATTACK], 'attack', 'attacks')} won" if kinds[Kind.ATTACK] else "",
        counted(kinds[Kind.TRANSFER], "transfer", "transfers") if kinds[Kind.TRANSFER] else "",
        f"{dice(dealt)} dealt" if kinds[Kind.END] else "",
    ]
    before, after = taken[0].before, taken[-1].position
    player = before.player
    did = ", ".join(part for part in parts if part)
    holds = f"{counted(len(after.areas_of(player)), 'area', 'areas')}, {dice(after.dice_of(player))}"
    gone = [
        f"; {LETTERS[other]} is out"
        for other in range(record.rules.players)
        if before.areas_of(other) and not after.areas_of(other)
    ]
    return f"turn {turn:3}  {name_of(record, player)}: {did}; {holds}{''.join(gone)}"


def told(step: Step | None) -> str:
    """A command in words, with its roll and the chance that it had."""
    if step is None:
        return "the start"
    (kind, source, target), before = step.event.command, step.before
    who = LETTERS[before.player]
    if kind == Kind.TRANSFER:
        moved = int(before.dice[source] - step.position.dice[source])
        return f"{who} moves {dice(moved)} {source} -> {target}"
    if kind == Kind.END:
        return f"{who} ends the turn: {dice(len(step.event.dealt))} dealt"
    first, second = step.event.rolled or (0, 0)
    defender = f"{LETTERS[before.owners[target]]}'s {target} ({before.dice[target]})"
    outcome = "won" if step.event.won else "lost"
    chance = percent(before.win_chance(step.event.command))
    sides = f"{source} ({before.dice[source]}) -> {defender}"
    return f"{who} attacks {sides}: {first} to {second}, {outcome}; {chance}"


def account(position: Position, player: int, record: Record) -> str:
    """What a player has."""
    region = len(position.largest_region(player))
    holds = f"{counted(len(position.areas_of(player)), 'area', 'areas')}, {dice(position.dice_of(player))}"
    return f"{name_of(record, player)}: {holds}, largest region {region}, reserve {position.reserves[player]}"
