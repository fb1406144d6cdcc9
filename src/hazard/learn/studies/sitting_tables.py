"""A study's tables and pictures of Dicewars: players over all references, some opponent by opponent."""

# pyright: reportUnknownMemberType=false
# matplotlib tells the types of its functions in part only.

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hazard.arena.dice.course import REFERENCES
from hazard.arena.dice.standing import Seat, Standing
from hazard.arena.stats import Interval, wilson
from hazard.learn.plots import COLOURS, GREY, styled
from hazard.learn.studies.reproducing import Report, Sat

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

HEADS = ("player", "published", "always first", "every seat", "games")
LOST = "#d9d9d9"


def told(report: Report) -> str:
    """How it was measured."""
    return (
        "Per cent won against three copies of each of the 13 references (parity is 25), 95 % intervals, "
        f"those of every seat by map; seed {report.seed}, every map from every seat, the same maps for all."
    )


def overall(report: Report) -> list[tuple[str, ...]]:
    """One line a player: always in the first seat, and in every seat."""
    lines: list[tuple[str, ...]] = []
    for sat in report.sat:
        seats = sat.pooled
        published = sat.row.published
        mean = f"{sum(published.values()) / len(published):.0f}" if published else "–"
        first = seats.by_seat[0]
        lines.append(
            (sat.row.what, mean, percent(first.win_rate, first.interval), every(seats), f"{seats.games:,}")
        )
    return lines


def opponents(report: Report) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Heads and lines of the table of opponents."""
    shown = [sat for sat in report.sat if sat.row.column]
    heads = ["three copies of"]
    for sat in shown:
        if sat.row.published:
            heads += [f"{sat.row.column}: published", f"{sat.row.column}: always first"]
        heads.append(sat.row.column)
    lines: list[tuple[str, ...]] = []
    for number, name in enumerate(REFERENCES):
        cells = [name]
        for sat in shown:
            seats = sat.against(number)
            if sat.row.published:
                first = seats.by_seat[0]
                cells += [f"{sat.row.published[name]}", percent(first.win_rate, first.interval)]
            cells.append(every(seats))
        lines.append(tuple(cells))
    return tuple(heads), lines


def every(seats: Standing) -> str:
    """In every seat."""
    return percent(seats.win_rate, seats.interval)


def percent(rate: float | None, interval: Interval) -> str:
    """`44.7 [40.5, 48.9]`."""
    if rate is None:
        return "–"
    return f"{100 * rate:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def bars(sat: Sat) -> Figure:
    """Wins and losses by opponent: as published, always in the first seat, in every seat."""
    style = styled()
    from matplotlib.figure import Figure

    published = [wins_of(share, 100) for share in (sat.row.published.get(name, 0) for name in REFERENCES)]
    seats = [sat.against(number) for number in range(len(REFERENCES))]
    panels = [
        ("published, 100 games each", published),
        ("always first", [one.by_seat[0] for one in seats]),
        ("every seat", [wins_of(one.wins, one.games) for one in seats]),
    ]
    panels = panels if sat.row.published else panels[1:]
    with style:
        figure = Figure((3.6 * len(panels) + 1.2, 4.2), layout="constrained")
        first: Axes | None = None
        for number, (title, games) in enumerate(panels, start=1):
            axes = figure.add_subplot(1, len(panels), number, sharey=first)
            draw_bars(axes, title, games, named=first is None)
            first = first or axes
        figure.suptitle(f"{sat.row.what}: won and lost against three copies", fontweight="bold")
    return figure


def wins_of(wins: int, games: int) -> Seat:
    """Games as those of one seat."""
    return Seat(games, wins)


def draw_bars(axes: Axes, title: str, games: Sequence[Seat], *, named: bool) -> None:
    """One panel: a bar an opponent, what was won in colour, with its Wilson 95 % interval."""
    places = range(len(games))
    won = [100 * (seat.win_rate or 0.0) for seat in games]
    ends = [wilson(seat.wins, seat.games) for seat in games]
    below = [share - 100 * end.low for share, end in zip(won, ends, strict=True)]
    above = [100 * end.high - share for share, end in zip(won, ends, strict=True)]
    axes.barh(places, [100.0] * len(won), color=LOST)
    axes.barh(
        places, won, color=COLOURS[0], xerr=[below, above], error_kw={"ecolor": GREY, "elinewidth": 0.9}
    )
    axes.axvline(25, color=GREY, linewidth=0.9, linestyle=(0, (4, 3)))
    axes.set_title(title)
    axes.set_xlim(0, 100)
    axes.set_xlabel("per cent won")
    axes.set_yticks(list(places), REFERENCES)
    axes.tick_params(labelleft=named)
    if named:
        axes.invert_yaxis()
