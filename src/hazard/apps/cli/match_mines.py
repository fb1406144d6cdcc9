"""`hazard match mines`: agents on the same layouts, live, and the leaderboard at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from hazard.mines.level import Rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table

    from hazard.arena.mines.match import MatchResult
    from hazard.arena.store import Store

RuleOrAuto = Literal["open", "safe", "any", "auto"]


def mines(
    *agents: str,
    level: str = "auto",
    rule: RuleOrAuto = "auto",
    first: str = "default",
    games: int | None = None,
    seed: int = 1,
    workers: int | None = None,
    until: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    boards: str | None = None,
    paired_with: str | None = None,
    records: str | None = None,
    time_limit: float = 10.0,
    resume: bool = False,
    json: bool = False,
) -> None:
    """Let agents play the same Minesweeper layouts, and rank them by win rate with Wilson 95 % intervals.

    Pairs follow: how many points one is better than the other, with Tango's 95 % interval, and McNemar's
    exact p. Ctrl-C ends the match; the table then holds what was played, and --resume goes on from there.

    Parameters
    ----------
    agents
        Names that `hazard agents` lists, FILE.py[:Class], or FILE.onnx.
    level
        beginner, beginner8, intermediate, expert, small, tiny4, tiny5, or ROWSxCOLS/MINES; auto is expert, or
        what the layouts of --boards are.
    rule
        What the first cell is: open (no mine on it or beside it), safe (no mine on it), any. With --boards it
        is what agents are told. auto is open, any with --boards.
    first
        The cell opened before the agent is asked: default (the rule's, or what the layouts of --boards say),
        corner, R,C, random, or agent (the agent chooses).
    games
        Layouts to play (2,000, or all of --boards); each agent plays all of them.
    seed
        Names the layouts; the same seed gives the same ones anywhere.
    workers
        Processes that play at the same time (one for each processor); they change nothing but the time.
    until
        LO,HI in points: stop as soon as a sequential test (both error rates 5 %) tells whether the first
        agent is at most LO better than the second (H0) or at least HI (H1); looked at every 256 games.
    boards
        A file of layouts to play instead: JSON lines, or .mbf.
    paired_with
        A file of a foreign program's results on the same layouts, a line INDEX WON each (17 1): one more
        row, paired with each agent.
    records
        Write the record of every game to this file, one JSON line each; `hazard replay` reads them.
    time_limit
        Seconds that a decision of a Python agent may take.
    resume
        Go on with the last match of the same games and agents that was interrupted, by Ctrl-C or otherwise.
    json
        One JSON object on stdout instead of the leaderboard.
    """
    from hazard.apps.cli.leaderboard import leaderboard, rates, remarks_on, title
    from hazard.apps.cli.matches import command_line, play_told, processors
    from hazard.apps.cli.progress import Look
    from hazard.arena.mines.match import MatchResult, match_mines
    from hazard.mines.level import Level

    automatic: Rule = "open" if boards is None else "any"
    rules = automatic if rule == "auto" else rule
    played_level = None if level == "auto" else Level.parse(level, rules)
    if boards is None:
        played_level = played_level or Level.parse("expert", rules)
    given = {
        "--level": None if level == "auto" else level,
        "--rule": None if rule == "auto" else rule,
        "--first": None if first == "default" else first,
        "--games": games,
        "--seed": seed,
        "--until": until,
        "--boards": boards,
        "--paired-with": paired_with,
        "--time-limit": None if time_limit == 10 else time_limit,
    }

    used = processors() if workers is None else workers

    def board(result: MatchResult, width: int, fancy: bool) -> Table:
        return leaderboard(result, width, fancy=fancy)

    def played(show: Callable[[MatchResult], None], store: Store | None) -> MatchResult:
        return match_mines(
            agents,
            played_level,
            first,
            games,
            seed,
            used,
            progress=show,
            boards=boards,
            rule=rules,
            until=until,
            paired_with=paired_with,
            records=records,
            time_limit=time_limit,
            store=store,
            resume=resume,
            command=command_line(["match", "mines", *agents], given),
        )

    look = Look[MatchResult](title, board, rates)
    play_told(played, look, _print, remarks_on, workers=used, resume=resume, json=json)


def _print(result: MatchResult) -> None:
    from hazard.apps.cli.leaderboard import leaderboard, pair_lines, title, verdict_line
    from hazard.apps.cli.output import screen

    console = screen()
    console.print(title(result), style="italic", soft_wrap=True)
    console.print()
    fancy = console.encoding.startswith("utf")
    console.print(leaderboard(result, console.width, fancy=fancy))
    lines = pair_lines(result, console.width, fancy=fancy)
    if lines:
        console.print()
    for line in lines:
        console.print(line, soft_wrap=True)
    if result.verdict is not None:
        console.print()
        console.print(verdict_line(result.verdict, result.games), soft_wrap=True)
