"""What `hazard course` found, as a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hazard.arena.dice.course import CourseReport
    from hazard.arena.dice.result import DiceResult
    from hazard.arena.stats import Interval


def page(report: CourseReport, command: str) -> str:
    """The whole page; `command` is the line that makes it again."""
    return "\n".join(lines_of(report, command)) + "\n"


def lines_of(report: CourseReport, command: str) -> Iterator[str]:
    """Line by line."""
    import hazard

    yield f"# {report.check.agent}"
    yield ""
    yield f"Written by `{command}`, Hazard {hazard.__version__}."
    yield ""
    yield from checks(report)
    if report.result is None:
        yield "It came through no game of the check, so no matches were played."
        return
    yield from matches(report.result)
    yield from references(report)
    yield from thinking(report)
    yield from faults(report)


def checks(report: CourseReport) -> Iterator[str]:
    """Conformance."""
    yield "## Does it run as on the platform?"
    yield ""
    rows = [
        (check.name, check.verdict, cell(check.seen), cell(check.advice)) for check in report.check.checks
    ]
    yield from table(("check", "verdict", "seen", "what to do"), rows)
    yield from blocks(report.check.tracebacks)


def matches(result: DiceResult) -> Iterator[str]:
    """Against each reference."""
    deal = result.deal
    yield "## Against the references"
    yield ""
    yield (
        f"{result.played:,} games: the AI against three copies of each reference, {deal.maps:,} maps of "
        f"seed {deal.seed}, every map from every seat. Parity is 25 %. Intervals of 95 %, by map."
    )
    yield ""
    if result.interrupted:
        yield f"**Interrupted**: {result.played:,} of {result.whole:,} games were played."
        yield ""
    seats = tuple(f"seat {number}" for number in range(1, deal.rules.players + 1))
    rows: list[Sequence[str]] = []
    for name, lane in zip(result.names[1:], result.lanes, strict=True):
        row = lane.standings[0]
        if row.win_rate is not None:
            by_seat = (percent(seat.win_rate or 0.0) for seat in row.by_seat)
            rows.append((name, percent(row.win_rate), span(row.interval), *by_seat, str(lane.unwon)))
    if result.mean is not None:
        rate, interval = result.mean
        by_seat = (percent(seat.win_rate or 0.0) for seat in result.pooled(0).by_seat)
        unwon = str(sum(lane.unwon for lane in result.lanes))
        rows.append(("**mean**", f"**{percent(rate)}**", span(interval), *by_seat, unwon))
    yield from table(("against", "wins, %", "95 %", *seats, "nobody won"), rows)


def references(report: CourseReport) -> Iterator[str]:
    """How the references fare against the same opponents."""
    if not report.yardsticks or report.result is None or report.result.mean is None:
        return
    rate, interval = report.result.mean
    yield "## Beside the references"
    yield ""
    yield (
        "Each in the AI's place, on the same maps against the same opponents. The last column is the AI less "
        "the reference in points, paired by map."
    )
    yield ""
    rows: list[Sequence[str]] = [
        (
            one.agent,
            percent(one.mean),
            span(one.interval),
            f"{points(one.ahead)} {span(one.ahead_interval, signed=True)}",
        )
        for one in report.yardsticks
    ]
    rank = report.rank or 1
    rows.insert(rank - 1, ("**this AI**", f"**{percent(rate)}**", span(interval), ""))
    yield from table(("", "mean wins, %", "95 %", "the AI is ahead by"), rows)
    short = [name.removeprefix("dice/") for name in report.result.names[1:]]
    mine = [percent(lane.standings[0].win_rate or 0.0) for lane in report.result.lanes]
    grid: list[Sequence[str]] = [
        (one.agent.removeprefix("dice/"), *map(percent, one.rates)) for one in report.yardsticks
    ]
    grid.insert(rank - 1, ("**this AI**", *mine))
    yield "Wins in percent of the row's against three copies of the column's:"
    yield ""
    yield from table(("", *short), grid)


def thinking(report: CourseReport) -> Iterator[str]:
    """Time a decision."""
    time = report.time
    if time is None:
        return
    yield "## Time a decision"
    yield ""
    names = ("decisions", "median, ms", "99 % below, ms", "worst, ms", "overruns of the clock")
    values = (time["median_ms"], time["p99_ms"], time["worst_ms"])
    yield from table(
        names, [(f"{time['decisions']:,}", *(f"{one:.3g}" for one in values), str(time["overruns"]))]
    )


def faults(report: CourseReport) -> Iterator[str]:
    """Where it crashed."""
    result, pooled = report.result, report.pooled
    if result is None or pooled is None:
        return
    yield "## Faults"
    yield ""
    if not pooled.faults:
        yield "None."
        return
    yield "The AI only passed from some command on, as on the platform, which does not say so:"
    yield ""
    rows = [
        (
            fault.status,
            str(fault.count),
            lane.lane.name.partition(" against ")[2],
            str(fault.game),
            cell(fault.message),
        )
        for lane in result.lanes
        for fault in lane.standings[0].faults
    ]
    yield from table(("status", "games", "against", "first game", "what"), rows)
    yield from blocks(dict.fromkeys(fault.traceback for fault in pooled.faults if fault.traceback))


def blocks(texts: Sequence[str] | dict[str, None]) -> Iterator[str]:
    """Tracebacks."""
    for text in texts:
        yield "```text"
        yield text.rstrip("\n").replace("```", "'''")
        yield "```"
        yield ""


def table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A Markdown table, and an empty line."""
    yield f"| {' | '.join(names)} |"
    yield "|" + "---|" * len(names)
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def cell(text: str) -> str:
    """What may stand in a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;")


def percent(rate: float) -> str:
    """`43.2`"""
    return f"{100 * rate:.1f}"


def points(difference: float) -> str:
    """`+4.1`"""
    return f"{100 * difference:+.1f}"


def span(interval: Interval, *, signed: bool = False) -> str:
    """`[40.1, 46.3]`"""
    show = points if signed else percent
    return f"[{show(interval.low)}, {show(interval.high)}]"
