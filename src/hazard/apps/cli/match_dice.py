"""`hazard match dice`: one agent against copies of others, or a fixed table; every map from every seat."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hazard.apps.cli.dice_options import DiceOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.table import Table

    from hazard.arena.dice.match import Playing
    from hazard.arena.dice.result import DiceResult
    from hazard.arena.store import Store

MAPS = 200
USUAL = DiceOptions()

Names = Annotated[list[str] | None, Parameter(consume_multiple=True)]


def dice(
    agent: str | None = None,
    /,
    *,
    against: Names = None,
    players: Names = None,
    options: DiceOptions = USUAL,
) -> None:
    """Let an agent play against copies of others, each map from every seat: win rates with intervals by map.

    Games of one map hang together, so the 95 % intervals take maps for their sample, not games. Ctrl-C ends
    the match; the table then holds what was played, and --resume goes on from there.

    Parameters
    ----------
    agent
        A name that `hazard agents dice` lists, or FILE.py[:Class]; it sits with copies of each opponent.
    against
        The opponents, one table each: --against B C D.
    players
        Instead of the above: who sits at one table, in the order of turns; names may repeat.
    """
    from hazard.arena.dice.match import match_dice, table_dice
    from hazard.core.errors import BadInput

    if agent is not None and against and not players:
        words, named = ["match", "dice", agent], {"--against": tuple(against)}
        play = match_dice(agent, against, options.deal(MAPS), options.time_limit)
    elif players and agent is None and not against:
        if options.seats not in (None, len(players)):
            raise BadInput(f"--players names {len(players)} for --seats {options.seats}: leave --seats out")
        words, named = ["match", "dice"], {"--players": tuple(players)}
        play = table_dice(players, replace(options, seats=len(players)).deal(MAPS), options.time_limit)
    else:
        raise BadInput("name an agent and its opponents (A --against B C), or a table (--players A B C D)")
    run(play, words, named, options)


def run(play: Playing, words: Sequence[str], named: dict[str, tuple[str, ...]], options: DiceOptions) -> None:
    """Play a match of any kind under a live table, and print it."""
    from hazard.apps.cli.dice_tables import rates, remarks_on, table, title
    from hazard.apps.cli.matches import command_line, play_told, processors
    from hazard.apps.cli.progress import Look
    from hazard.arena.dice.result import DiceResult

    def board(result: DiceResult, width: int, fancy: bool) -> Table:
        return table(result, width, fancy=fancy)

    workers = processors() if options.workers is None else options.workers

    def played(show: Callable[[DiceResult], None], store: Store | None) -> DiceResult:
        return play.run(
            workers=workers,
            progress=show,
            records=options.records,
            store=store,
            resume=options.resume,
            command=command_line(words, named | options.given()),
        )

    look = Look[DiceResult](title, board, rates)
    play_told(played, look, _print, remarks_on, workers=workers, resume=options.resume, json=options.json)


def _print(result: DiceResult) -> None:
    from hazard.apps.cli.dice_tables import lines_below, table, title
    from hazard.apps.cli.output import screen

    console = screen()
    console.print(title(result), style="italic", soft_wrap=True)
    console.print()
    console.print(table(result, console.width, fancy=console.encoding.startswith("utf")))
    console.print()
    for line in lines_below(result):
        console.print(line, soft_wrap=True)
