"""Curves of trainings: a panel a column, a curve a run, published figures as lines across.

figure = figure_of([Curve("dense-net", rows)], ["fresh_win_rate"], by="elapsed",
                   lines={"fresh_win_rate": [Line(0.845, "exact least risk")]})
write_figure(figure, Path("win-rate.png"))
"""

# pyright: reportUnknownMemberType=false
# matplotlib tells the types of its functions in part only.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import cycle
from math import ceil, isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hazard.arena.stats import wilson
from hazard.core.errors import BadInput
from hazard.core.records import write_whole
from hazard.learn.metrics import SESSION, TIMES, Row, check_column, columns_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

By = Literal["session", "elapsed", "games"]

ENDINGS = (".png", ".svg")
FIRST_CHOICE = ("loss", "test_loss", "win_rate", "fresh_win_rate", "opened", "clicks")
MOST_PANELS = 6  # that are drawn unless columns are named
ACROSS = 3  # panels in a row
PANEL = (4.4, 3.0)  # inches
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
    *(f"{test}{name}" for test in ("", "test_") for name in ("precision", "recall", "accuracy")),
}

TITLES = {
    "loss": "loss while learning",
    "test_loss": "loss on positions held out",
    "win_rate": "games won while learning",
    "fresh_win_rate": "new games won",
    "teacher_win_rate": "games won by the teacher",
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

    `smooth` is the number of neighbouring values that are averaged; shares of games are pooled and have their
    Wilson 95 % interval as a band. Raises BadInput where a column is in no curve, or there is nothing to draw.
    """
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    columns = list(columns) or default_columns(curves)
    check(curves, columns, by, smooth)
    across = min(len(columns), ACROSS)
    down = ceil(len(columns) / across)
    with rc_context(STYLE):
        figure = Figure((PANEL[0] * across, PANEL[1] * down + 0.35 * (len(curves) > 1)), layout="constrained")
        unit = unit_of(curves) if by == "elapsed" else (AXES[by], 1.0)
        for number, column in enumerate(columns, start=1):
            axes = figure.add_subplot(down, across, number)
            draw_panel(axes, curves, column, by, smooth, unit, (lines or {}).get(column, ()))
        if title:
            figure.suptitle(title, fontweight="bold")
        if len(curves) > 1:
            handles, labels = figure.axes[0].get_legend_handles_labels()
            figure.legend(handles, labels, loc="outside lower center", ncols=min(len(curves), 4))
    return figure


def picture_of(figure: Figure, ending: str) -> bytes:
    """The figure as the file that the ending names."""
    from matplotlib import rc_context

    out = BytesIO()
    kind = ending.removeprefix(".")
    with rc_context(STYLE):
        figure.savefig(out, format=kind, dpi=150, metadata={"Date": None} if kind == "svg" else {})
    return out.getvalue()


def write_figure(figure: Figure, path: Path) -> None:
    """Write PNG or SVG, as the path's ending says; raises BadInput."""
    if path.suffix not in ENDINGS:
        raise BadInput(f"cannot draw {path}: want a name that ends in {' or '.join(ENDINGS)}")
    write_whole(path, picture_of(figure, path.suffix))


def check(curves: Sequence[Curve], columns: Sequence[str], by: str, smooth: int) -> None:
    """Raise BadInput for what cannot be drawn."""
    where = f"run {curves[0].label}" if len(curves) == 1 else "none of the runs"
    for curve in curves:
        if not curve.rows:
            raise BadInput(f"run {curve.label} has no session yet: there is nothing to draw")
    known = columns_of(all_rows(curves))
    for column in (*columns, by):
        check_column(column, known, where) if len(curves) == 1 else check_any(column, known)
    if smooth < 1:
        raise BadInput(f"--smooth {smooth}: want a whole number from 1")


def check_any(column: str, known: Sequence[str]) -> None:
    """Raise BadInput where no run has the column."""
    check_column(column, known, "no run here")


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
    told = [row for row in rows if is_number(row.get(column)) and is_number(row.get(by))]
    x, raw = values(told, by), values(told, column)
    counted = COUNTS.get(column)
    if counted is None or not all(row.get(counted) for row in told):
        return Series(x, raw, means(raw, np.ones_like(raw), smooth), None, None)
    games = values(told, counted)
    y, pooled = means(raw, games, smooth), window_sums(games, smooth)
    ends = [wilson(round(rate * n), round(n)) for rate, n in zip(y, pooled, strict=True)]
    low, high = (np.array([end[side] for end in ends]) for side in (0, 1))
    return Series(x, raw, y, low, high)


def is_number(value: float | None) -> bool:
    """Whether it can be drawn."""
    return value is not None and isfinite(value)


def values(rows: Sequence[Row], column: str) -> NDArray[np.float64]:
    """A column that is a number in every row."""
    return np.array([row[column] for row in rows], np.float64)


def means(y: NDArray[np.float64], weights: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """The weighted mean of each value and its neighbours, `width` in all; fewer at both ends."""
    return window_sums(y * weights, width) / window_sums(weights, width)


def window_sums(y: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """The sum of each value and its neighbours, `width` in all; fewer at both ends."""
    at = np.arange(len(y))
    sums = np.concatenate([[0.0], np.cumsum(y)])
    begin = np.maximum(at - (width - 1) // 2, 0)
    end = np.minimum(at + width // 2 + 1, len(y))
    return sums[end] - sums[begin]


def draw_panel(
    axes: Axes,
    curves: Sequence[Curve],
    column: str,
    by: str,
    smooth: int,
    unit: tuple[str, float],
    lines: Sequence[Line],
) -> None:
    """One column of all curves."""
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
    axes.margins(x=0.02)
    write_numbers(axes, column)
    draw_lines(axes, lines)


def write_numbers(axes: Axes, column: str) -> None:
    """Shares in per cent, within 0 and 100; large numbers with their thousands apart."""
    from matplotlib.ticker import FuncFormatter, MaxNLocator, PercentFormatter

    def whole(value: float, _place: int | None = None) -> str:
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}"

    axes.xaxis.set_major_formatter(FuncFormatter(whole))
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.yaxis.set_major_formatter(
        PercentFormatter(1.0, decimals=None, symbol=" %") if column in SHARES else FuncFormatter(whole)
    )


def draw_lines(axes: Axes, lines: Sequence[Line]) -> None:
    """Dashed lines with captions that do not lie on each other."""
    for line in lines:
        axes.axhline(line.value, color=GREY, linestyle=(0, (4, 3)), linewidth=1.0, zorder=1.5)
    low, high = axes.get_ylim()
    close = (high - low) * 0.09
    above = None  # the value of the line above, whose caption may reach down
    for number, line in enumerate(sorted(lines, key=lambda line: -line.value)):
        under = above is not None and above - line.value < close
        side = "right" if number % 2 == 0 else "left"
        axes.annotate(
            line.caption,
            (0.99 if side == "right" else 0.01, line.value),
            xycoords=("axes fraction", "data"),
            xytext=(0, -2 if under else 2),
            textcoords="offset points",
            ha=side,
            va="top" if under else "bottom",
            fontsize=7.5,
            color=GREY,
        )
        above = line.value
