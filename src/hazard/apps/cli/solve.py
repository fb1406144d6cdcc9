"""`hazard solve`: given layouts played by an agent, one JSON line a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.mines.level import Rule

if TYPE_CHECKING:
    from collections import Counter


def solve(
    layouts: str,
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
        JSON lines {"rows": 16, "cols": 30, "mines": [[r, c], ...], "first": [r, c]}, or a .mbf file.
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
    from hazard.core.errors import LayoutError
    from hazard.mines.formats import read_layouts

    counts: Counter[str] = Counter()
    faults: list[str] = []
    given = read_layouts(layouts)
    if not given:
        raise LayoutError(f"{layouts}: no layouts in this file")
    games = solving.solve(
        given, agent, rule=rule, first=first, seed=seed, workers=workers, time_limit=time_limit
    )
    for game in games:
        write_json(game.to_json())
        counts[game.status] += 1
        if game.message:
            faults.append(f"game {game.index}: {game.message}")
    _summarise(agent, counts, faults)


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
    console.print(f"{agent} won {won:,} of {played:,} games{others}: {rate}", soft_wrap=True)
    if faults:
        console.print(f"the first fault: {faults[0]}", soft_wrap=True)
