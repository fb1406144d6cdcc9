"""`hazard leaderboard`: what every agent has reached so far, from the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hazard.mines.level import Rule

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from hazard.arena.results import Result

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
    """Show the results of all matches that were played here: win rates with Wilson 95 % intervals.

    Level, rule and first cell are part of every number, so there is a table for each. A layout counts once
    for an agent, however often it was played. Agents of different versions are different agents. The results
    stand in HAZARD_HOME/hazard.sqlite.

    Parameters
    ----------
    game
        Only this game: mines.
    level
        Only this level: a name such as expert, or ROWSxCOLS/MINES.
    rule
        Only this rule: open, safe or any.
    first
        Only this first cell, as the match was asked for it: default, corner, R,C, random or agent.
    json
        One JSON array on stdout, with the commands that played the games.
    """
    from hazard.apps.cli.output import screen, write_json
    from hazard.arena.results import results
    from hazard.arena.store import FILE, Store
    from hazard.core import registry
    from hazard.core.errors import UnknownAgent
    from hazard.core.home import home
    from hazard.mines.level import Level

    if game is not None and game not in registry.games():
        raise UnknownAgent(f"unknown game {game!r}{registry.did_you_mean(game, registry.games())}")
    size = None if level is None else str(Level.parse(level, "any"))
    rows: list[Result] = []
    if (home() / FILE).exists():
        with Store.open() as store:
            rows = results(store, size, rule, first)
    if json:
        write_json([row.to_json() for row in rows])
    elif rows:
        _print(screen(), rows)
    else:
        screen().print(
            f"no results in {home() / FILE} yet; play some: hazard match mines rules exact --games 1000",
            soft_wrap=True,
        )


def _print(console: Console, rows: Sequence[Result]) -> None:
    """A table for each level, rule and first cell."""
    from itertools import groupby

    for number, (place, group) in enumerate(groupby(rows, key=title)):
        if number:
            console.print()
        console.print(place, style="italic", soft_wrap=True)
        console.print()
        shown = list(group)
        console.print(table(shown, console.width))
        for command in list(dict.fromkeys(row.commands[0] for row in shown if row.commands))[:_MOST_COMMANDS]:
            console.print(f"played by: {command}", style="dim", soft_wrap=True)


def title(row: Result) -> str:
    """What the rows of a table share."""
    from hazard.mines.level import Level

    name = Level.parse(row.level, "any").name
    return f"{row.game} {f'{name} ' if name else ''}{row.level}, rule {row.rule}, first cell {row.first}"


def table(rows: Sequence[Result], width: int) -> Table:
    """Agents, best first; the last columns are left out where they do not fit into `width`."""
    from hazard.apps.cli.columns import fitting, table_of
    from hazard.apps.cli.leaderboard import readable, share

    columns = {
        "agent": [row.agent for row in rows],
        "version": [row.version.removeprefix("sha256:")[:8] for row in rows],
        "win rate": [share(row.win_rate) for row in rows],
        "95 % interval": [f"[{100 * row.interval.low:.2f}, {100 * row.interval.high:.2f}]" for row in rows],
        "games": [f"{row.games:,}" for row in rows],
        "games/s": ["" if row.games_per_second is None else readable(row.games_per_second) for row in rows],
        "last played": [row.when[:10] for row in rows],
    }
    return table_of(fitting(columns, width), left={"agent", "version", "95 % interval", "last played"})
