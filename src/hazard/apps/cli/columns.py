"""A plain table of texts in as many columns as fit, and intervals drawn on one axis."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from hazard.arena.stats import Interval

    Bars = tuple[str, Sequence[Text]]

GAP = 2
WIDEST_BAR, NARROWEST_BAR = 40, 12


def width_of(columns: Mapping[str, Sequence[str]]) -> int:
    """What a table of these columns takes."""
    return sum(max(map(len, [name, *texts])) + GAP for name, texts in columns.items())


def fitting(columns: Mapping[str, Sequence[str]], width: int) -> dict[str, Sequence[str]]:
    """The columns that fit, the last ones left out first."""
    kept = dict(columns)
    while len(kept) > 1 and width_of(kept) > width + GAP:
        kept.popitem()
    return kept


def table_of(
    columns: Mapping[str, Sequence[str]],
    left: Collection[str],
    bars: Bars | None = None,
) -> Table:
    """A table, the first column bold, those in `left` set to the left; `bars` are a last one."""
    from rich.table import Table

    table = Table(box=None, padding=(0, GAP, 0, 0), pad_edge=False)
    for number, name in enumerate(columns):
        justify = "left" if name in left else "right"
        table.add_column(name, style="" if number else "bold", justify=justify, no_wrap=True)
    if bars is not None:
        table.add_column(bars[0], no_wrap=True)
    for row, texts in enumerate(zip(*columns.values(), strict=True)):
        table.add_row(*texts, *(() if bars is None else (bars[1][row],)))
    return table


def bars_of(
    rows: Sequence[tuple[float | None, Interval]],
    columns: Mapping[str, Sequence[str]],
    width: int,
    *,
    fancy: bool = True,
) -> Bars | None:
    """A last column with the rates and intervals on one axis, where there is room beside the others."""
    from rich.text import Text

    room = min(width - width_of(columns), WIDEST_BAR)
    if room < NARROWEST_BAR:
        return None
    axis = scale([interval for rate, interval in rows if rate is not None])
    low, high = (f"{end:.0%}".replace("%", " %") for end in axis)
    head = low + " " * (room - len(low) - len(high)) + high
    return head, [
        Text("") if rate is None else interval_bar(rate, interval, axis, room, fancy=fancy)
        for rate, interval in rows
    ]


def scale(intervals: Sequence[Interval]) -> tuple[float, float]:
    """Ends of a common axis, in tenths, that holds all intervals."""
    known = intervals or [(0.0, 1.0)]
    return floor(10 * min(low for low, _ in known)) / 10, ceil(10 * max(high for _, high in known)) / 10


def interval_bar(
    rate: float, interval: Interval, axis: tuple[float, float], width: int, *, fancy: bool = True
) -> Text:
    """The interval on the axis: `├──●──┤`."""
    from rich.text import Text

    step = (axis[1] - axis[0]) / (width - 1)
    start, point, end = (round((value - axis[0]) / step) for value in (interval[0], rate, interval[1]))
    left, line, dot, right = "├─●┤" if fancy else "[-o]"
    marks = [" "] * width
    marks[start : end + 1] = line * (end + 1 - start)
    marks[start], marks[end], marks[point] = left, right, dot
    text = Text("".join(marks), "cyan")
    text.stylize("bold", point, point + 1)
    return text
