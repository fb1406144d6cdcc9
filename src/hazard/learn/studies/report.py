"""A study's report: a Markdown page with its table, comparisons, traps, milestones and plots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING

from hazard import __version__
from hazard.arena.mines.standing import Standing
from hazard.core.records import write_whole
from hazard.learn.metrics import SESSION, Row
from hazard.learn.plots import Curve, figure_of, write_figure
from hazard.learn.plots import Line as Across
from hazard.learn.studies import sitting_tables
from hazard.learn.studies.keeping import thinned
from hazard.learn.studies.reproducing import LAST, Line, Report, Sat, passed, reached, tested
from hazard.learn.studies.sitting_tables import bars
from hazard.learn.studies.study import Comparison, Milestone, Plot

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLOTTED = 100  # points a curve: of longer trainings neighbouring sessions are averaged
WIN_RATES = ("win_rate", "fresh_win_rate")
HEADS = ("player", "level, rule", "published", "while learning", "new games", "least exact risk")


def write_report(report: Report, folder: Path) -> Path:
    """Write `report.md` and its pictures into the folder; the page's path."""
    folder.mkdir(parents=True, exist_ok=True)
    for plot in report.study.plots:
        write_figure(drawn(report, plot), folder / f"{plot.name}.png")
    for sat in charted(report):
        write_figure(bars(sat), folder / f"{picture_of(sat)}.png")
    path = folder / "report.md"
    write_whole(path, ("\n".join(page(report)) + "\n").encode())
    return path


def page(report: Report) -> list[str]:
    """The lines of the page."""
    study = report.study
    lines = [f"# {study.name}", "", f"{study.citation}.", "", study.about, ""]
    table = markdown(HEADS, [cells(line) for line in report.lines]) if report.lines else []
    table += markdown(sitting_tables.HEADS, sitting_tables.overall(report)) if report.sat else []
    lines += [*notes(report)[:1], "", *table, "", *(f"- {note}" for note in notes(report)[1:])]
    if report.sat:
        lines += ["", "## By opponent", "", *markdown(*sitting_tables.opponents(report)), ""]
    for sat in charted(report):
        lines += [f"![{sat.row.what}]({picture_of(sat)}.png)", ""]
    if study.milestones:
        told = [reached_when(report, milestone) for milestone in study.milestones]
        lines += [
            "",
            "## How long it took",
            "",
            *markdown(("training", "reached", "published", "here"), told),
            "",
        ]
    if study.comparisons:
        lines += ["", "## Compared", ""]
    for comparison in study.comparisons:
        lines += [f"### {comparison.name}", "", comparison.sentence, "", *compared(report, comparison), ""]
    if study.traps:
        lines += ["", f"## Traps, with and without (means of the last {LAST:.0%} of the sessions)", ""]
    for trap in study.traps:
        lines += [
            f"### {trap.name}",
            "",
            trap.sentence,
            "",
            *ended(report, (trap.flawed, trap.mended), trap.columns),
            "",
        ]
    lines += ["", "## Curves", ""]
    for plot in study.plots:
        lines += [f"![{plot.title}]({plot.name}.png)", ""]
    return lines


def charted(report: Report) -> list[Sat]:
    """The sittings whose wins and losses are drawn."""
    return [sat for sat in report.sat if sat.row.column]


def picture_of(sat: Sat) -> str:
    """The name of that picture."""
    return f"bars-{sat.row.column.replace(' ', '-')}"


def notes(report: Report) -> list[str]:
    """What must be known to read the table; first how it was measured."""
    measured = (
        f"Win rates in per cent, Wilson 95 % intervals; {report.games:,} new games a level, "
        f"seed {report.seed}, the same for all; the first cell is random."
    )
    told = [f"{sitting_tables.told(report) if report.sat else measured} Hazard {__version__}."]
    if any(line.played is None for line in report.lines):
        told.append(
            "† The training's own last test: its model does not come with Hazard, --retrain makes it."
        )
    if report.quick:
        told.append("A quick look: few games, and what was trained here had a few sessions only.")
    return [*told, *report.study.remarks]


def cells(line: Line) -> tuple[str, ...]:
    """A line of the table; also what the command line shows."""
    row = line.row
    fresh = interval(line.played) if line.played is not None else f"{interval(line.tested)} †"
    return (
        row.what,
        f"{row.level} {row.rule}",
        row.published or "–",
        share(None if line.training is None else line.training.win_rate),
        fresh,
        interval(line.exact),
    )


def interval(standing: Standing | None) -> str:
    """`51.1 [50.0, 52.2]`."""
    if standing is None or standing.win_rate is None:
        return "–"
    low, high = standing.interval
    return f"{100 * standing.win_rate:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def markdown(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table."""
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)]


def reached_when(report: Report, milestone: Milestone) -> tuple[str, ...]:
    """A milestone's line."""
    rows = report.curves[milestone.training].rows
    seconds = passed(rows, milestone.column, milestone.value)
    here = (
        "not reached"
        if seconds is None
        else f"{seconds / 60:.1f} minutes"
        if seconds > 90
        else f"{seconds:.0f} s"
    )
    return milestone.training, f"{milestone.value:.0%}", milestone.published, here


def compared(report: Report, comparison: Comparison) -> list[str]:
    """How each of its trainings ended: its columns, or what it won while it learnt and in its last test."""
    if comparison.columns:
        return ended(report, comparison.trainings, comparison.columns)
    told: list[tuple[str, ...]] = []
    for name in comparison.trainings:
        rows = report.curves[name].rows
        learning = reached(rows)
        rate = learning.win_rate if learning is not None else ending(rows, "best_win_rate")  # of evolution
        label = report.study.training(name).label
        told.append((label, f"{rows[-1][SESSION]:,}", share(rate), interval(tested(rows))))
    return markdown(("training", "sessions", "won while learning", "new games won in its last test"), told)


def share(rate: float | None) -> str:
    """`51.1`."""
    return "–" if rate is None else f"{100 * rate:.1f}"


def ended(report: Report, trainings: Sequence[str], columns: Sequence[str]) -> list[str]:
    """What the last sessions of trainings were like."""
    told = [
        (
            report.study.training(name).label,
            *(short(ending(report.curves[name].rows, column)) for column in columns),
        )
        for name in trainings
    ]
    return markdown(("training", *(column.replace("_", " ") for column in columns)), told)


def ending(rows: Sequence[Row], column: str) -> float | None:
    """A column's mean over the last sessions that have it."""
    values = [float(row[column] or 0) for row in rows if row.get(column) is not None]
    return fmean(values[-max(round(len(values) * LAST), 1) :]) if values else None


def short(value: float | None) -> str:
    """Three digits."""
    return "–" if value is None else f"{value:.3g}"


def drawn(report: Report, plot: Plot) -> Figure:
    """The figure of a plot, with what was published and what is possible across its win rates."""
    curves = [
        Curve(report.study.training(name).label, thinned(report.curves[name].rows, PLOTTED))
        for name in plot.trainings
    ]
    across: list[Across] = []
    if plot.published is not None:
        across.append(Across(plot.published, "published"))
    exact = next((line.exact for line in report.lines if (line.row.level, line.row.rule) == plot.exact), None)
    if exact is not None and exact.win_rate is not None:
        across.append(Across(exact.win_rate, "least exact risk"))
    lines = {column: across for column in plot.columns if column in WIN_RATES} if across else None
    return figure_of(curves, plot.columns, by=plot.by, smooth=plot.smooth, lines=lines, title=plot.title)
