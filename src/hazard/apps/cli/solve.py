"""`hazard solve`: given layouts played by an agent, one JSON line a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.apps.cli.inputs import FileOrInput, standard_input
from hazard.mines.level import Rule

if TYPE_CHECKING:
    from collections import Counter

    from hazard.mines.layout import Layout


def solve(
    layouts: FileOrInput,
    /,
    *,
    agent: str,
    rule: Rule = "any",
    first: str = "default",
    seed: int = 1,
    workers: int = 1,
    time_limit: float = 10.0,
) -> None:
    """Let an agent play given layouts, as a match would: one JSON line a game on standard output.

    The fields of a line: index (from 0), status, won, opened (cells), decisions, guesses (decisions that
    opened a cell of exact risk above 0), seconds. A summary goes to standard error.

    Parameters
    ----------
    layouts
        JSON lines {"rows": 16, "cols": 30, "mines": [[r, c], ...], "first": [r, c]}, or a .mbf file; - reads
        JSON lines from standard input.
    agent
        A name that `hazard agents` lists, FILE.py[:Class], or FILE.onnx.
    rule
        What the agent is told about the first cell; it also says which cell is the default one.
    first
        The cell opened before the agent is asked: default (the layout's own where it names one, else the
        rule's), corner, R,C, random, or agent (the agent chooses).
    seed
        For agents that draw lots.
    workers
        Processes that play at the same time; they change nothing but the time.
    time_limit
        Seconds a decision; after that the game has the status timeout.
    """
    from collections import Counter

    from hazard.apps.cli.output import write_json
    from hazard.arena.mines import solving

    counts: Counter[str] = Counter()
    faults: list[str] = []
    given = _read(layouts)
    games = solving.solve(
        given, agent, rule=rule, first=first, seed=seed, workers=workers, time_limit=time_limit
    )
    for game in games:
        write_json(game.to_json())
        counts[game.status] += 1
        if game.message:
            faults.append(f"game {game.index}: {game.message}")
    _summarise(agent, counts, faults)


def _read(layouts: str) -> list[Layout]:
    from hazard.core.errors import LayoutError
    from hazard.mines import formats

    if layouts != "-":
        given = formats.read_layouts(layouts)
    else:
        layouts = "standard input"
        try:
            given = formats.parse_layouts(standard_input())
        except LayoutError as error:
            raise LayoutError(f"{layouts}: {error}") from None
    if not given:
        raise LayoutError(f"{layouts}: no layouts in it")
    return given


def _summarise(agent: str, counts: Counter[str], faults: list[str]) -> None:
    from hazard.apps.cli.leaderboard import share
    from hazard.apps.cli.output import remarks
    from hazard.arena.stats import wilson

    won, played = counts["won"], counts.total()
    low, high = wilson(won, played)
    others = "".join(
        f", {count:,} {status}" for status, count in sorted(counts.items()) if status not in ("won", "lost")
    )
    console = remarks()
    rate = f"{share(won / played)} [{share(low)}, {share(high)}]"
    games = f"{played:,} game{'' if played == 1 else 's'}"
    console.print(f"{agent} won {won:,} of {games}{others}: {rate}", soft_wrap=True)
    if faults:
        console.print(f"the first fault: {faults[0]}", soft_wrap=True)
