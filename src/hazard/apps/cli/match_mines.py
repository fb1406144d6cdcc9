"""`hazard match mines`: agents on the same layouts, live, and the leaderboard at the end."""

from __future__ import annotations

from hazard.mines.level import Rule


def mines(
    *agents: str,
    level: str = "expert",
    rule: Rule = "open",
    first: str = "default",
    games: int = 2000,
    seed: int = 1,
    workers: int | None = None,
    json: bool = False,
) -> None:
    """Let agents play the same Minesweeper layouts, and rank them by win rate with Wilson 95 % intervals.

    Ctrl-C ends the match; the table then holds what was played.

    Parameters
    ----------
    agents
        Names that `hazard agents` lists, or FILE.py[:Class].
    level
        beginner, beginner8, intermediate, expert, small, tiny4, tiny5, or ROWSxCOLS/MINES.
    rule
        What the first cell is: open (no mine on it or beside it), safe (no mine on it), any.
    first
        The cell opened before the agent is asked: default (the rule's), corner, R,C, random, or agent (the
        agent chooses).
    games
        Layouts to play; each agent plays all of them.
    seed
        Names the layouts; the same seed gives the same ones anywhere.
    workers
        Processes that play at the same time (one for each processor); they change nothing but the time.
    json
        One JSON object on stdout instead of the leaderboard.
    """
    from hazard.apps.cli.leaderboard import leaderboard, remarks_on, title
    from hazard.apps.cli.output import remarks, screen, write_json
    from hazard.apps.cli.progress import progress_for
    from hazard.arena.match import match_mines
    from hazard.mines.level import Level

    used = _processors() if workers is None else workers
    with progress_for(remarks(), used) as show:
        result = match_mines(agents, Level.parse(level, rule), first, games, seed, used, progress=show)
    if json:
        write_json(result.to_json())
    else:
        console = screen()
        console.print(title(result), style="italic", soft_wrap=True)
        console.print()
        console.print(leaderboard(result, console.width, fancy=console.encoding.startswith("utf")))
    for remark in remarks_on(result):
        remarks().print(remark, soft_wrap=True)
    if result.interrupted:
        played = f"{result.played:,} of {result.games * len(result.standings):,} games"
        raise KeyboardInterrupt(f"interrupted after {played}; this is what was played so far")


def _processors() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
