"""`hazard course`: an AI of the course, from "does it run" to a table, with one command."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.table import Table

    from hazard.arena.dice.course import CourseReport, Yardstick
    from hazard.arena.dice.course_check import CourseCheck
    from hazard.arena.dice.match import Playing
    from hazard.arena.dice.result import DiceResult

FAULTS = ("error", "timeout", "illegal")
Names = Annotated[tuple[str, ...] | None, Parameter(consume_multiple=True)]


def course(
    path: str,
    /,
    *,
    maps: int = 20,
    seed: int = 1,
    against: Names = None,
    clock: str | None = None,
    workers: int | None = None,
    resume: bool = False,
    report: str | None = None,
    json: bool = False,
) -> None:
    """Check an AI that was written for the course's platform, and let it play the references.

    First whole games that show whether it runs as on the platform; then it meets each reference on the same
    maps, every map from every seat; and below that stands how the references themselves fare in its place.
    The exit code is 1 where a check did not pass.

    Parameters
    ----------
    path
        A package folder, a file with class AI, or a module; PATH:Class where the class is called otherwise.
    maps
        How many maps; with four seats each is played four times against each opponent.
    seed
        Names the maps and the dice; the same seed gives the same ones anywhere.
    against
        The opponents instead of the references: any agents of Dicewars, or other AIs as course:PATH.
    clock
        Seconds to begin with + seconds more for each decision, 10+0.25 as on the platform; or off.
    workers
        Processes that play at the same time (one for each processor).
    resume
        Go on with the last match of the same games and agents that was interrupted, by Ctrl-C or otherwise.
    report
        Write everything as a Markdown page to this file.
    json
        One JSON object on stdout instead of the tables.
    """
    from hazard.apps.cli.matches import command_line, processors
    from hazard.apps.cli.output import remarks, screen, write_json
    from hazard.arena.dice.course import REFERENCES, CourseReport, against_references, compared, named
    from hazard.arena.dice.course_check import check_course

    agent, workers = named(path, clock), processors() if workers is None else workers
    given = {"--maps": maps, "--seed": seed, "--against": against or (), "--clock": clock}
    command = command_line(["course", path], given)
    if report is not None:
        refuse_target(report)
    remarks().print(f"checking {agent} in whole games", soft_wrap=True)
    found = CourseReport(check_course(agent))
    if not json:
        show_check(screen(), found.check)
    if found.check.playable:
        play = against_references(agent, against or REFERENCES, maps, seed)
        result = played(play, workers, command, resume=resume)
        if not result.interrupted:
            remarks().print("the references play each other on the same maps")
        found = compared(found.check, result, workers)
    if report is not None:
        write_page(report, found, command)
    if json:
        write_json(found.to_json())
    else:
        show(screen(), found)
    leave(found)


def refuse_target(report: str) -> None:
    """Raise BadInput where the page could not be written; now, not after the games."""
    from pathlib import Path

    from hazard.arena.spool import check_target

    check_target(Path(report))


def write_page(file: str, report: CourseReport, command: str) -> None:
    """The report as Markdown, whole or not at all."""
    from pathlib import Path

    from hazard.apps.cli.course_page import page
    from hazard.core.records import write_whole

    write_whole(Path(file), [page(report, command).encode()])


def played(play: Playing, workers: int, command: str, *, resume: bool) -> DiceResult:
    """The match under a live table, kept in the store."""
    from hazard.apps.cli.dice_tables import table
    from hazard.apps.cli.matches import store_for
    from hazard.apps.cli.output import remarks
    from hazard.apps.cli.progress import Look, progress_for
    from hazard.arena.dice.result import DiceResult

    def board(result: DiceResult, width: int, fancy: bool) -> Table:
        return table(result, width, fancy=fancy)

    look = Look[DiceResult](title, board, mean)
    with store_for(needed=resume) as store, progress_for(remarks(), workers, look) as progress:
        result = play.run(workers=workers, progress=progress, store=store, resume=resume, command=command)
    if resume and not result.kept:
        remarks().print("nothing to resume: no match of these games was interrupted; this one is new")
    return result


def title(result: DiceResult) -> str:
    """One line that says what was measured."""
    deal = result.deal
    maps = "one map" if deal.maps == 1 else f"{deal.maps:,} maps"
    return (
        f"{result.names[0]} against 3 copies of each, rules of the platform, {maps}, every map from every "
        f"seat, seed {deal.seed}"
    )


def mean(result: DiceResult) -> str:
    """So far."""
    from hazard.apps.cli.leaderboard import share

    return "" if result.mean is None else f"mean win rate {share(result.mean[0])}"


def show_check(console: Console, check: CourseCheck) -> None:
    """The verdicts, and the AI's exceptions in full."""
    from hazard.apps.cli.check import lines_of_checks

    for line, style in lines_of_checks(check):
        console.print(line, style=style, soft_wrap=True)
    for text in check.tracebacks:
        console.print()
        console.print(text.rstrip(), soft_wrap=True)
    console.print()


def show(console: Console, report: CourseReport) -> None:
    """The tables of the match."""
    from hazard.apps.cli.dice_tables import table

    if report.result is None:
        console.print("no matches: it came through no game of the check", style="bold", soft_wrap=True)
        return
    result, fancy = report.result, console.encoding.startswith("utf")
    console.print(title(result), style="italic", soft_wrap=True)
    console.print()
    console.print(table(result, console.width, fancy=fancy))
    if report.yardsticks:
        console.print()
        console.print(
            "in the AI's place, on the same maps against the same opponents", style="italic", soft_wrap=True
        )
        console.print()
        console.print(beside(report, console.width, fancy=fancy))
    for line in (*thinking(report), *faults(report)):
        console.print(line, soft_wrap=True)


def beside(report: CourseReport, width: int, *, fancy: bool) -> Table:
    """The AI among the references, best first."""
    from hazard.apps.cli.columns import bars_of, fitting, table_of
    from hazard.apps.cli.dice_tables import interval_of, rate_of

    assert report.result is not None
    assert report.result.mean is not None
    rate, interval = report.result.mean
    rows = [(one.agent, one.mean, one.interval, points(one)) for one in report.yardsticks]
    rows.insert((report.rank or 1) - 1, ("this AI", rate, interval, ""))
    columns = {
        "agent": [name for name, _, _, _ in rows],
        "mean": [rate_of(rate) for _, rate, _, _ in rows],
        "95 % interval": [interval_of(rate, interval) for _, rate, interval, _ in rows],
        "the AI is ahead by": [ahead for _, _, _, ahead in rows],
    }
    bars = [(rate, interval) for _, rate, interval, _ in rows]
    kept = fitting(columns, width)
    drawn = bars_of(bars, kept, width, fancy=fancy) if len(kept) == len(columns) else None
    return table_of(kept, {"agent", "95 % interval", "the AI is ahead by"}, drawn)


def points(one: Yardstick) -> str:
    """`+4.1 [+1.0, +7.2]`, in points."""
    low, high = one.ahead_interval
    return f"{100 * one.ahead:+.1f} [{100 * low:+.1f}, {100 * high:+.1f}]"


def thinking(report: CourseReport) -> Iterator[str]:
    """How long it thought."""
    time = report.time
    if time is not None:
        yield ""
        late = time["overruns"]
        yield (
            f"{time['decisions']:,} decisions: median {time['median_ms']:.2g} ms, "
            f"99 % below {time['p99_ms']:.2g} ms, worst {time['worst_ms']:.3g} ms; "
            + (
                f"its clock ran out {late:,} times, and these turns ended"
                if late
                else "its clock never ran out"
            )
        )


def faults(report: CourseReport) -> Iterator[str]:
    """What went wrong at the tables, each traceback once."""
    from hazard.apps.cli.leaderboard import fault_lines

    pooled = report.pooled
    if pooled is None or not pooled.faults:
        return
    counts = (f"{count:,} {name}" for name, count in pooled.statuses.items() if name in FAULTS)
    yield ""
    yield f"it only passed from some command on: {', '.join(counts)} of {pooled.games:,} games"
    yield from fault_lines(pooled.faults)
    for text in dict.fromkeys(fault.traceback for fault in pooled.faults if fault.traceback):
        yield ""
        yield text.rstrip()


def leave(report: CourseReport) -> None:
    """End as Ctrl-C did, or with 1 where a check did not pass."""
    result = report.result
    if result is not None and result.interrupted:
        done = f"{result.played:,} of {result.whole:,} games"
        raise KeyboardInterrupt(f"interrupted after {done}; the same command with --resume goes on")
    if not report.check.passed:
        raise SystemExit(1)
