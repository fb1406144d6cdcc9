"""`hazard replay`: a file of records, verified; a game of it, shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hazard.apps.cli.inputs import FileOrInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hazard.apps.cli.faces import Signs
    from hazard.apps.cli.terminal import Terminal
    from hazard.arena.replaying import Replayed
    from hazard.dice.record import Record as DiceRecord
    from hazard.mines.record import Record

_MOST_FAULTS = 20
"""Lines that are told one by one."""
_TICK = 0.5


def replay(
    records: FileOrInput, /, *, game: int | None = None, show: bool = False, json: bool = False
) -> None:
    """Play records again and say whether they are as they were written; show one of them.

    Every game of the file is verified: its check, its moves, its rolls, its end. A terminal shows the named
    game, or the only one, step by step; elsewhere Dicewars is told turn by turn.

    Parameters
    ----------
    records
        A file of records (`hazard match … --records FILE`), one JSON line a game; `-` is standard input.
    game
        The game to show: the number of its line, from 1.
    show
        Print every decision: with the position after it, instead of only start and end; for Dicewars every
        command, instead of a line a turn.
    json
        One JSON object on stdout: what was found in the file, or the decisions of `--game`.
    """
    from hazard.arena import replaying
    from hazard.core.errors import RecordError

    found = replaying.replay(records)
    source = replaying.source_of(records)
    if game is not None and game not in {each.line for each in found}:
        raise RecordError(
            f"{source}: there is no game in line {game}; the last one is in line {found[-1].line}"
        )
    chosen = next((each for each in found if each.line == game), found[0] if len(found) == 1 else None)
    asked = [chosen] if game is not None and chosen is not None else found
    if json:
        _write_json(records, asked, chosen if game is not None else None)
    elif chosen is None:
        _summarise(source, found)
    _refuse_faults(source, asked)
    if chosen is not None and chosen.record is not None and not json:
        _show(chosen.line, chosen.record, every=show)


def _refuse_faults(source: str, found: Sequence[Replayed]) -> None:
    from hazard.apps.cli.output import remarks
    from hazard.core.errors import RecordError

    faults = [f"{source}, line {each.line}: {each.fault}" for each in found if each.fault]
    if len(faults) == 1:
        raise RecordError(faults[0])
    for line in faults[:_MOST_FAULTS]:
        remarks().print(line, soft_wrap=True)
    if faults:
        raise RecordError(f"{source}: {len(faults):,} of {len(found):,} games are not as they were recorded")


def _write_json(records: str, found: Sequence[Replayed], chosen: Replayed | None) -> None:
    from hazard.apps.cli.output import write_json
    from hazard.arena import replaying
    from hazard.mines.record import Record

    faults = [{"line": each.line, "message": each.fault} for each in found if each.fault]
    if chosen is None or chosen.record is None or chosen.fault:
        write_json(
            {"records": records, "games": len(found), "faults": faults, "agents": replaying.games_of(found)}
        )
        return
    record = chosen.record
    told = _mines_as_json(record) if isinstance(record, Record) else _dice_as_json(record)
    write_json({"line": chosen.line, **told})


def _mines_as_json(record: Record) -> dict[str, Any]:
    from hazard.arena import replaying

    decisions: list[dict[str, Any]] = [
        {"actions": actions, "cells": game.cells.tolist()} for actions, game in replaying.steps(record)
    ]
    return {
        "agent": record.agent,
        "level": str(record.level),
        "rule": record.rule,
        "first": record.first,
        "seed": record.seed,
        "status": record.status.lower(),
        "undone": record.undone,
        "decisions": decisions,
    }


def _dice_as_json(record: DiceRecord) -> dict[str, Any]:
    from msgspec import to_builtins

    from hazard.dice.record import steps

    commands: list[dict[str, Any]] = [
        {
            "player": step.before.player,
            "command": text,
            "owners": step.position.owners.tolist(),
            "dice": step.position.dice.tolist(),
        }
        for text, step in zip(record.commands, steps(record), strict=True)
    ]
    return {
        "game": "dice",
        "agents": list(record.agents),
        "rules": to_builtins(record.rules),
        "seeds": record.seeds,
        "winner": record.winner,
        "statuses": [status.lower() for status in record.statuses],
        "undone": record.undone,
        "commands": commands,
    }


def _summarise(source: str, found: Sequence[Replayed]) -> None:
    """How many games there are of each agent, and that they replay."""
    from rich.table import Table

    from hazard.apps.cli.output import screen
    from hazard.arena.replaying import games_of

    good = sum(each.fault is None for each in found)
    all_of = f"all {good:,}" if good == len(found) else f"{good:,} of {len(found):,}"
    table = Table(box=None, padding=(0, 2, 0, 0))
    for column in ("agent", "games", "won", "otherwise"):
        table.add_column(column, justify="right" if column in ("games", "won") else "left", no_wrap=True)
    for row in games_of(found):
        others = ", ".join(f"{count:,} {name}" for name, count in row["statuses"].items() if name != "won")
        table.add_row(row["agent"] or "(not said)", f"{row['games']:,}", f"{row['wins']:,}", others)
    screen().print(f"{source}: {all_of} games replay as they were recorded", style="italic", soft_wrap=True)
    if good:
        screen().print()
        screen().print(table)


def _show(line: int, record: Record | DiceRecord, *, every: bool) -> None:
    import sys

    from rich.console import Console

    from hazard.apps.cli.faces import signs_for
    from hazard.apps.cli.output import screen
    from hazard.mines.record import Record

    if sys.stdin.isatty() and sys.stdout.isatty() and not every:
        from hazard.apps.cli.terminal import Terminal

        console = Console(file=sys.stdout, highlight=False)
        terminal = Terminal(console)
        with terminal:
            if isinstance(record, Record):
                _browse(terminal, line, record, signs_for(console.encoding))
            else:
                _browse_dice(terminal, line, record)
        return
    console = screen()
    if isinstance(record, Record):
        from hazard.apps.cli.replay_view import printed

        texts = printed(line, record, signs_for(console.encoding), console.width, every=every)
    else:
        from hazard.apps.cli.replay_dice import printed

        texts = printed(line, record, every=every)
    for text in texts:
        console.print(text, soft_wrap=True)


def _browse(terminal: Terminal, line: int, record: Record, signs: Signs) -> None:
    from hazard.apps.cli.replay_view import ReplayState, press, render
    from hazard.arena.replaying import after

    state: ReplayState | None = ReplayState(len(record.decisions))
    while state is not None:
        shown = after(record, state.at)
        terminal.draw(render(state, line, record, shown, terminal.room, signs))
        state = press(state, terminal.key(state.pause if state.auto else _TICK))


def _browse_dice(terminal: Terminal, line: int, record: DiceRecord) -> None:
    from hazard.apps.cli.replay_dice import press, render
    from hazard.apps.cli.replay_view import ReplayState
    from hazard.dice.record import steps

    walked = list(steps(record))
    state: ReplayState | None = ReplayState(len(walked))
    while state is not None:
        terminal.draw(render(state, line, record, walked, terminal.room))
        state = press(state, terminal.key(state.pause if state.auto else _TICK), walked)
