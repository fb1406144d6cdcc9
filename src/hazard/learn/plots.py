"""Curves of trainings: a panel a column, a curve a run, published figures as lines across.

figure = figure_of([Curve("dense-net", rows)], ["fresh_win_rate"], by="elapsed",
                   lines={"fresh_win_rate": [Line(0.845, "exact least risk")]})
write_figure(figure, Path("win-rate.png"))
"""

# pyright: reportUnknownMemberType=false
# matplotlib tells the types of its functions in part only.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from itertools import cycle
from math import ceil, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hazard.arena.stats import wilson
from hazard.core.errors import BadInput
from hazard.core.records import write_whole
from hazard.learn.metrics import SESSION, TIMES, Row, check_column, columns_of, spans_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

By = Literal["session", "elapsed", "games"]

ENDINGS = (".png", ".svg")
FIRST_CHOICE = ("loss", "test_loss", "win_rate", "fresh_win_rate", "opened", "clicks")
MOST_PANELS = 6  # that are drawn unless columns are named
ACROSS = 3  # panels in a row
PANEL = (4.4, 3.0)  # inches
CAPTIONS, LEGEND = 1.2, 0.35  # inches more, where they stand
HANDLE, CHARACTER = 0.6, 0.065  # inches of an entry of the legend: what stands before it, each letter
CAPTION_HEIGHT = 0.06  # of a panel
FEW = 30  # values that still get a dot each

# Okabe and Ito's colours, which colour-blind readers tell apart; the dark ones first, and no yellow on white.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
DASHES = ("-", "--", ":", "-.")  # the next when colours begin again
GREY = "#555555"

STYLE = {
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e3e3e3",
    "grid.linewidth": 0.7,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "axes.labelcolor": GREY,
    "lines.linewidth": 1.6,
    "lines.markersize": 3.5,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "hazard",  # the same curves, the same file
}

COUNTS = {"fresh_win_rate": "fresh_games", "win_rate": "session_games", "teacher_win_rate": None}
"""Columns that are shares, and those with the number of games behind each, where there is one."""
SHARES = {
    *COUNTS,
    "best_win_rate",
    *(f"{test}{name}" for test in ("", "test_", "fresh_") for name in ("precision", "recall", "accuracy")),
}

TITLES = {
    "loss": "loss while learning",
    "test_loss": "loss on positions held out",
    "fresh_loss": "loss on new games",
    "layout_loss": "cross-entropy with the mines",
    "accuracy": "accuracy while learning",
    "test_accuracy": "accuracy on positions held out",
    "fresh_accuracy": "accuracy on new games",
    "win_rate": "games won while learning",
    "fresh_win_rate": "new games won",
    "teacher_win_rate": "games won by the teacher",
    "best_win_rate": "games won by the best player",
    "best_points": "points of the best player",
    "mean_points": "points, all players",
    "guesses": "guesses a game, all players",
    "fresh_guesses": "guesses a new game, best player",
    "opened": "cells opened a game",
    "clicks": "decisions a game",
    "games": "games so far",
    "wins": "games won so far",
    "session_games": "games a session",
    "positions": "positions a session",
    "rate": "learning rate",
    "seconds": "seconds a session",
    "elapsed": "seconds so far",
}
AXES = {"session": "session", "games": "games played"}
UNITS = (("seconds", 1.0, 180.0), ("minutes", 60.0, 3 * 3600.0), ("hours", 3600.0, float("inf")))


@dataclass(frozen=True, slots=True)
class Curve:
    """The rows of one training, under the name that the legend gives it."""

    label: str
    rows: Sequence[Row]


@dataclass(frozen=True, slots=True)
class Line:
    """A value drawn across a panel: what was published, what is possible."""

    value: float
    caption: str


class Series(NamedTuple):
    """What is drawn of a column: float64[n] each; low and high are None where there is no interval."""

    x: NDArray[np.float64]
    raw: NDArray[np.float64]
    y: NDArray[np.float64]
    low: NDArray[np.float64] | None
    high: NDArray[np.float64] | None


def default_columns(curves: Sequence[Curve]) -> list[str]:
    """The columns that say most, of those that hold a number somewhere."""
    told = [name for name in columns_of(all_rows(curves)) if any(one_has(curve, name) for curve in curves)]
    chosen = [name for name in FIRST_CHOICE if name in told]
    hidden = (SESSION, *TIMES)
    return (chosen or [name for name in told if name not in hidden])[:MOST_PANELS]


def figure_of(
    curves: Sequence[Curve],
    columns: Sequence[str] = (),
    *,
    by: By = SESSION,
    smooth: int = 1,
    lines: Mapping[str, Sequence[Line]] | None = None,
    title: str = "",
) -> Figure:
    """Panels of the columns side by side; without any, of those that say most.

    `smooth` is the number of sessions around each that are averaged. Shares of games are pooled, and have
    their Wilson 95 % interval as a band. Raises BadInput where a column is in no curve, or there is nothing
    to draw.
    """
    style = styled()
    from matplotlib.figure import Figure

    columns, lines = list(columns) or default_columns(curves), lines or {}
    check(curves, columns, by, smooth)
    across = min(len(columns), ACROSS)
    down = ceil(len(columns) / across)
    captioned = {number % across for number, column in enumerate(columns) if lines.get(column)}
    size = (PANEL[0] * across + CAPTIONS * len(captioned), PANEL[1] * down + LEGEND * (len(curves) > 1))
    unit = unit_of(curves) if by == "elapsed" else (AXES[by], 1.0)
    with style:
        figure = Figure(size, layout="constrained")
        for number, column in enumerate(columns, start=1):
            axes = figure.add_subplot(down, across, number)
            draw_panel(axes, curves, column, by, smooth, unit)
            draw_lines(axes, lines.get(column, ()))
        if title:
            figure.suptitle(title, fontweight="bold")
        if len(curves) > 1:
            handles, labels = figure.axes[0].get_legend_handles_labels()
            figure.legend(handles, labels, loc="outside lower center", ncols=abreast(labels, size[0]))
    return figure


def abreast(labels: Sequence[str], width: float) -> int:
    """How many entries of a legend stand side by side in so many inches."""
    one = HANDLE + CHARACTER * max(len(label) for label in labels)
    return max(1, min(len(labels), 4, int(width / one)))


def styled() -> AbstractContextManager[None]:
    """In this context figures look like ours; raises BadInput where matplotlib is missing."""
    try:
        matplotlib: Any = import_module("matplotlib")
    except ModuleNotFoundError:
        raise BadInput(
            "plots are drawn with matplotlib, which is not installed: pip install 'hazard[learn]'"
        ) from None
    return matplotlib.rc_context(STYLE)


def picture_of(figure: Figure, ending: str) -> bytes:
    """The figure as the file that the ending names."""
    out = BytesIO()
    kind = ending.removeprefix(".")
    with styled():
        figure.savefig(out, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {})
    return out.getvalue()


def write_figure(figure: Figure, path: Path) -> None:
    """Write PNG or SVG, as the path's ending says; raises BadInput."""
    if path.suffix not in ENDINGS:
        raise BadInput(f"cannot draw {path}: want a name that ends in {' or '.join(ENDINGS)}")
    write_whole(path, picture_of(figure, path.suffix))


def check(curves: Sequence[Curve], columns: Sequence[str], by: str, smooth: int) -> None:
    """Raise BadInput for what cannot be drawn."""
    where = f"run {curves[0].label}" if len(curves) == 1 else "the table of these runs"
    for curve in curves:
        if not curve.rows:
            raise BadInput(f"run {curve.label} has no session yet: there is nothing to draw")
    known = columns_of(all_rows(curves))
    for column in (*columns, by):
        check_column(column, known, where)
    if smooth < 1:
        raise BadInput(f"--smooth {smooth}: want a whole number from 1")


def all_rows(curves: Sequence[Curve]) -> list[Row]:
    """Of all curves."""
    return [row for curve in curves for row in curve.rows]


def one_has(curve: Curve, column: str) -> bool:
    """Whether there is a number in the column."""
    return any(row.get(column) is not None for row in curve.rows)


def unit_of(curves: Sequence[Curve]) -> tuple[str, float]:
    """The unit of time in which the longest training is easily read, and its seconds."""
    longest = max(float(row.get("elapsed") or 0) for row in all_rows(curves))
    return next((f"training time [{name}]", seconds) for name, seconds, up_to in UNITS if longest <= up_to)


def series_of(rows: Sequence[Row], column: str, by: str, smooth: int) -> Series:
    """The column's numbers, smoothed, against those of `by`; rows that lack either are left out."""
    drawn = [is_number(row.get(column)) and is_number(row.get(by)) for row in rows]
    told = [row for row, one in zip(rows, drawn, strict=True) if one]
    x, raw, sessions = (values(told, name) for name in (by, column, SESSION))
    if column == "session_games":  # a row of a kept curve counts those of several sessions
        raw = raw / np.array(spans_of(rows))[drawn]
    counted = COUNTS.get(column)
    if counted is None or not all(row.get(counted) for row in told):
        ones = np.ones_like(raw)
        return Series(x, raw, around(raw, sessions, smooth) / around(ones, sessions, smooth), None, None)
    games = around(values(told, counted), sessions, smooth)
    won = around(raw * values(told, counted), sessions, smooth)
    ends = [wilson(round(k), round(n)) for k, n in zip(won, games, strict=True)]
    low, high = (np.array([end[side] for end in ends]) for side in (0, 1))
    return Series(x, raw, won / games, low, high)


def is_number(value: float | None) -> bool:
    """Whether it can be drawn."""
    return value is not None and isfinite(value)


def values(rows: Sequence[Row], column: str) -> NDArray[np.float64]:
    """A column that is a number in every row."""
    return np.array([row[column] for row in rows], np.float64)


def around(summed: NDArray[np.float64], sessions: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """The sum of what lies within `width` sessions around each.

    Near both ends as far to one side as to the other, or a steep curve would begin too high.
    """
    if not len(summed):
        return summed
    reach = np.minimum((width - 1) / 2, np.minimum(sessions - sessions[0], sessions[-1] - sessions))
    begin = np.asarray(np.searchsorted(sessions, sessions - reach, side="left"), np.intp)
    end = np.asarray(np.searchsorted(sessions, sessions + reach, side="right"), np.intp)
    sums = np.concatenate([[0.0], np.cumsum(summed)])
    return sums[end] - sums[begin]


def draw_panel(
    axes: Axes,
    curves: Sequence[Curve],
    column: str,
    by: str,
    smooth: int,
    unit: tuple[str, float],
) -> None:
    """One column of all curves, from the first session of any to the last."""
    looks = zip(cycle(COLOURS), (dash for dash in cycle(DASHES) for _ in COLOURS), strict=False)
    for curve, (colour, dash) in zip(curves, looks, strict=False):
        series = series_of(curve.rows, column, by, smooth)
        x = series.x / unit[1]
        if smooth > 1:
            axes.plot(x, series.raw, color=colour, alpha=0.25, linewidth=0.8)
        if series.low is not None and series.high is not None:
            axes.fill_between(x, series.low, series.high, color=colour, alpha=0.15, linewidth=0)
        dot = "o" if len(x) <= FEW and smooth == 1 else ""
        axes.plot(x, series.y, color=colour, linestyle=dash, marker=dot, label=curve.label)
    axes.set_title(TITLES.get(column, column.replace("_", " ")))
    axes.set_xlabel(unit[0])
    every = values([row for row in all_rows(curves) if is_number(row.get(by))], by) / unit[1]
    room = 0.02 * (every.max() - every.min()) or 0.5
    axes.set_xlim(every.min() - room, every.max() + room)
    write_numbers(axes, column, counted=by != "elapsed")


def write_numbers(axes: Axes, column: str, *, counted: bool) -> None:
    """Shares in per cent, large numbers with their thousands apart; whole ones where something is counted."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    def whole(value: float, _place: int | None = None) -> str:
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}"

    def share(value: float, _place: int | None = None) -> str:
        return f"{100 * value:.6g} %"

    axes.xaxis.set_major_formatter(FuncFormatter(whole))
    axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10], integer=counted))
    axes.yaxis.set_major_formatter(FuncFormatter(share if column in SHARES else whole))


def draw_lines(axes: Axes, lines: Sequence[Line]) -> None:
    """Dashed lines with captions beside the panel, moved apart where they would lie on each other."""
    lines = sorted(lines, key=lambda line: line.value)
    for line in lines:
        axes.axhline(line.value, color=GREY, linestyle=(0, (4, 3)), linewidth=1.0, zorder=1.5)
    low, high = axes.get_ylim()
    places = apart([(line.value - low) / (high - low) for line in lines], CAPTION_HEIGHT)
    for line, place in zip(lines, places, strict=True):
        axes.text(1.02, place, line.caption, transform=axes.transAxes, va="center", fontsize=7.5, color=GREY)


def apart(places: Sequence[float], least: float) -> list[float]:
    """The ascending places, moved as little as keeps them `least` from each other."""
    groups: list[list[float]] = []  # of places that touch; each is spread around its middle
    for place in places:
        groups.append([place])
        while len(groups) > 1 and spread(groups[-1], least)[0] - spread(groups[-2], least)[-1] < least:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [place for group in groups for place in spread(group, least)]


def spread(group: Sequence[float], least: float) -> list[float]:
    """As many places, `least` from each other, around the mean."""
    middle = sum(group) / len(group)
    return [middle + (number - (len(group) - 1) / 2) * least for number in range(len(group))]
