"""A running training on stderr: last rows and a bar in a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hazard.apps.cli.leaderboard import clock

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from hazard.learn.metrics import Number, Row
    from hazard.learn.training import Progress

SECONDS_BETWEEN_LINES = 5.0
LAST_ROWS = 10
HIDDEN = {"elapsed", "rate"}
"""Columns that the live table leaves to `hazard plot`; times of parts as well."""


@contextmanager
def shown(console: Console) -> Generator[Callable[[Progress], None]]:
    """What to call with the progress after each session; the live picture is gone when the block ends."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield _Lines(console)
        return

    from rich.live import Live

    picture = _Picture(console)
    with Live(get_renderable=picture.render, console=console, refresh_per_second=4, transient=True):
        yield picture.update


class _Lines:
    """One plain line every few seconds, and one for the last session."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.began = time.monotonic()
        self.last = self.began - SECONDS_BETWEEN_LINES

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        early = now - self.last < SECONDS_BETWEEN_LINES and progress.session < progress.whole
        if progress.row is None or early:
            return
        self.last = now
        left = seconds_left(progress, now - self.began)
        estimate = "" if left is None else f", {clock(left)} left"
        told = ", ".join(
            f"{name} {short(value)}" for name, value in progress.row.items() if told_in_line(name, value)
        )
        self.console.print(
            f"session {progress.session} of {progress.whole}{estimate}: {told}", soft_wrap=True
        )


class _Picture:
    """The last rows as a table, and one bar for the whole training."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.began = time.monotonic()
        self.rows: deque[Row] = deque(maxlen=LAST_ROWS)
        self.progress: Progress | None = None

    def update(self, progress: Progress) -> None:
        self.progress = progress
        if progress.row is not None:
            self.rows.append(progress.row)

    def render(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        progress = self.progress
        if progress is None:
            return Text("starting …", "italic")
        left = seconds_left(progress, time.monotonic() - self.began)
        line = Table.grid(padding=(0, 2))
        line.add_row(
            ProgressBar(
                progress.whole, progress.session, max(self.console.width - 50, 10), complete_style="cyan"
            ),
            f"{progress.session / progress.whole:4.0%}",
            f"session {progress.session} of {progress.whole}",
            "" if left is None else f"{clock(left)} left",
        )
        return Group(Text(progress.run.name, "italic"), Text(), self.table(), Text(), line)

    def table(self) -> RenderableType:
        """As many columns as fit."""
        from rich.table import Table

        table = Table(box=None, padding=(0, 2, 0, 0))
        names = [name for name in dict.fromkeys(n for row in self.rows for n in row) if told_in_line(name, 0)]
        room = self.console.width
        shown_names: list[str] = []
        for name in ["session", *names]:
            room -= max(len(name), 9) + 2
            if room < 0:
                break
            shown_names.append(name)
            table.add_column(name.replace("_", " "), justify="right", no_wrap=True)
        for row in self.rows:
            table.add_row(*(short(row.get(name)) for name in shown_names))
        return table


def told_in_line(name: str, value: Number) -> bool:
    """Whether a column is for those who watch."""
    return value is not None and name != "session" and name not in HIDDEN and not name.endswith("_seconds")


def short(value: Number) -> str:
    """A number in few characters; nothing where there is none."""
    if value is None:
        return ""
    return f"{value:,}" if isinstance(value, int) else f"{value:.4g}"


def seconds_left(progress: Progress, seconds: float) -> float | None:
    """An estimate from the sessions of this process; None before the first."""
    done = progress.session - progress.began_with
    return seconds / done * (progress.whole - progress.session) if done else None
