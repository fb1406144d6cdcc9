"""`hazard leaderboard`: what every agent has reached so far, from the store."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from hazard.mines.level import Rule

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from hazard.arena.dice.results import Result as DiceResult
    from hazard.arena.mines.results import Result
    from hazard.arena.store import Store

    Told = tuple[str, Table, list[str]]

_MOST_COMMANDS = 3
"""Command lines that are told under a table; `--json` has all."""


def leaderboard(
    game: str | None = None,
    /,
    *,
    level: str | None = None,
    rule: Rule | None = None,
    first: str | None = None,
    json: bool = False,
) -> None:
    """Show the results of all matches that were played here, with 95 % intervals.

    For Minesweeper win rates: level, rule and first cell are part of every number, so there is a table for
    each, and for each file of layouts. For Dicewars ratings (Bradley–Terry, in Elo points with a mean of 0),
    a table for each set of rules, without matches that did not rotate seats. A game counts once for an agent,
    however often it was played. Agents of different versions are different agents. The results stand in
    HAZARD_HOME/hazard.sqlite.

    Parameters
    ----------
    game
        Only this game: mines or dice.
    level
        Only this Minesweeper level: a name such as expert, or ROWSxCOLS/MINES.
    rule
        Only this rule: open, safe or any.
    first
        Only this first cell, as the match was asked for it: default, corner, R,C, random or agent.
    json
        One JSON array on stdout, with the commands that played the games.
    """
    from hazard.apps.cli.output import screen, write_json
    from hazard.arena.store import FILE, Store
    from hazard.core import registry
    from hazard.core.home import home

    if game is not None:
        registry.refuse_unknown_game(game)
    refuse_unknown(level, first)
    mines: list[Result] = []
    dice: list[DiceResult] = []
    narrowed = (level, rule, first) != (None, None, None)
    if (home() / FILE).exists():
        with Store.open() as store:
            if game in (None, "mines"):
                mines = mines_results(store, level, rule, first)
            if game in (None, "dice") and not narrowed:
                dice = dice_results(store)
    if json:
        write_json([row.to_json() for row in (*mines, *dice)])
    elif mines or dice:
        _print(screen(), [*mines_tables(mines, screen().width), *dice_tables(dice, screen().width)])
    else:
        which = " of these" if narrowed or game is not None else ""
        hint = "hazard match mines rules exact --games 1000"
        screen().print(f"no results{which} in {home() / FILE} yet; play some: {hint}", soft_wrap=True)


def refuse_unknown(level: str | None, first: str | None) -> None:
    """Raise BadInput where a level or a first cell is asked for that cannot be."""
    from hazard.mines.first import fixed_cell, plain
    from hazard.mines.level import Level

    size = Level(255, 255, 0, "any") if level is None else Level.parse(level, "any")
    if first is not None and plain(first) != "random":
        fixed_cell(first, size)


def mines_results(store: Store, level: str | None, rule: Rule | None, first: str | None) -> list[Result]:
    """The rows of Minesweeper."""
    from hazard.arena.mines.results import results
    from hazard.mines.first import plain
    from hazard.mines.level import Level

    size = None if level is None else str(Level.parse(level, "any"))
    return results(store, size, rule, None if first is None else plain(first))


def dice_results(store: Store) -> list[DiceResult]:
    """The rows of Dicewars."""
    from hazard.arena.dice.results import results

    return results(store)


def _print(console: Console, tables: Sequence[Told]) -> None:
    """All tables, each with its title and the commands that played its games."""
    for number, (place, shown, commands) in enumerate(tables):
        if number:
            console.print()
        console.print(place, style="italic", soft_wrap=True)
        console.print()
        console.print(shown)
        for command in commands[:_MOST_COMMANDS]:
            console.print(f"played by: {command}", style="dim", soft_wrap=True)
        if len(commands) > _MOST_COMMANDS:
            console.print(f"and by {len(commands) - _MOST_COMMANDS:,} more: --json has all", style="dim")


def mines_tables(rows: Sequence[Result], width: int) -> list[Told]:
    """A table for each level, rule, first cell and file of layouts."""
    from itertools import groupby

    groups = [(place, list(group)) for place, group in groupby(rows, key=title)]
    return [(place, table(group, width), commands_of(group)) for place, group in groups]


def dice_tables(rows: Sequence[DiceResult], width: int) -> list[Told]:
    """A table for each set of rules."""
    from itertools import groupby

    from hazard.apps.cli.dice_tables import rules_in_words

    groups = [(rules, list(group)) for rules, group in groupby(rows, key=lambda row: row.rules)]
    return [
        (f"dice, {rules_in_words(rules)}", dice_table(group, width), commands_of(group))
        for rules, group in groups
    ]


def commands_of(rows: Sequence[Result] | Sequence[DiceResult]) -> list[str]:
    """All that played games of these rows: the last one of each row, then the one before it, and so on."""
    turns = zip_longest(*(row.commands for row in rows))
    return list(dict.fromkeys(command for turn in turns for command in turn if command))


def dice_table(rows: Sequence[DiceResult], width: int) -> Table:
    """Agents, best first; the last columns are left out where they do not fit into `width`."""
    from hazard.apps.cli.columns import fitting, table_of
    from hazard.apps.cli.dice_tables import interval_of, rating_of
    from hazard.apps.cli.leaderboard import share

    columns = {
        "agent": [row.agent for row in rows],
        "version": [shown_version(row.version) for row in rows],
        "rating, 95 %": [rating_of(row.rating) for row in rows],
        "win rate": [share(row.win_rate) for row in rows],
        "95 % interval": [interval_of(row.win_rate, row.interval) for row in rows],
        "games": [f"{row.games:,}" for row in rows],
        "last played": [row.when[:10] for row in rows],
    }
    return table_of(
        fitting(columns, width), left={"agent", "version", "rating, 95 %", "95 % interval", "last played"}
    )


def shown_version(version: str) -> str:
    """A version, or the beginning of a digest."""
    return version.removeprefix("sha256:")[:8]


def title(row: Result) -> str:
    """What the rows of a table share."""
    from hazard.mines.level import Level

    name = Level.parse(row.level, "any").name
    place = f"{row.game} {f'{name} ' if name else ''}{row.level}, rule {row.rule}, first cell {row.first}"
    return f"{place}, layouts of the file {row.file}" if row.file else place


def table(rows: Sequence[Result], width: int) -> Table:
    """Agents, best first; the last columns are left out where they do not fit into `width`."""
    from hazard.apps.cli.columns import fitting, table_of
    from hazard.apps.cli.leaderboard import readable, share

    columns = {
        "agent": [row.agent for row in rows],
        "version": [shown_version(row.version) for row in rows],
        "win rate": [share(row.win_rate) for row in rows],
        "95 % interval": [f"[{100 * row.interval.low:.2f}, {100 * row.interval.high:.2f}]" for row in rows],
        "games": [f"{row.games:,}" for row in rows],
        "games/s": ["" if row.games_per_second is None else readable(row.games_per_second) for row in rows],
        "last played": [row.when[:10] for row in rows],
    }
    return table_of(fitting(columns, width), left={"agent", "version", "95 % interval", "last played"})
