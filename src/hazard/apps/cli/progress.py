"""A running match on stderr: a live leaderboard in a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hazard.apps.cli.leaderboard import clock, leaderboard, readable, seconds_left, share, title

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from hazard.arena.match import MatchResult

SECONDS_BETWEEN_LINES = 5.0


@contextmanager
def progress_for(console: Console, workers: int) -> Generator[Callable[[MatchResult], None]]:
    """What to call with the standings after each block; the live picture is gone when the block ends."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield _Lines(console, workers)
        return

    from rich.live import Live

    picture = _Picture(console, workers)
    with Live(get_renderable=picture.render, console=console, refresh_per_second=8, transient=True):
        yield picture.update


class _Lines:
    """One plain line every few seconds."""

    def __init__(self, console: Console, workers: int) -> None:
        self.console, self.workers = console, workers
        self.began = self.last = time.monotonic()

    def __call__(self, result: MatchResult) -> None:
        now = time.monotonic()
        if now - self.last < SECONDS_BETWEEN_LINES:
            return
        self.last = now
        rates = ", ".join(
            f"{row.agent} {share(row.win_rate)}" for row in result.ranking if row.win_rate is not None
        )
        left = seconds_left(result, self.workers)
        estimate = "" if left is None else f", {clock(left)} left"
        speed = f", {pace(result, now - self.began)}/s"
        self.console.print(
            f"{result.played:,} of {result.whole:,} games{speed}{estimate}: {rates}", soft_wrap=True
        )


class _Picture:
    """The leaderboard so far, and one bar for the whole match."""

    def __init__(self, console: Console, workers: int) -> None:
        self.console, self.workers = console, workers
        self.result: MatchResult | None = None
        self.began = time.monotonic()

    def update(self, result: MatchResult) -> None:
        self.result = result

    def render(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        result = self.result
        if result is None:
            return Text("starting …", "italic")
        whole = result.whole
        left = seconds_left(result, self.workers)
        line = Table.grid(padding=(0, 2))
        line.add_row(
            ProgressBar(whole, result.played, max(self.console.width - 58, 10), complete_style="cyan"),
            f"{result.played / whole:4.0%}",
            f"{result.played:,}/{whole:,} games",
            f"{pace(result, time.monotonic() - self.began)}/s",
            "" if left is None else f"{clock(left)} left",
        )
        fancy = self.console.encoding.startswith("utf")
        board = leaderboard(result, self.console.width, fancy=fancy)
        return Group(Text(title(result), "italic"), Text(), board, Text(), line)


def pace(result: MatchResult, seconds: float) -> str:
    """Games a second of all workers together, since the match began or went on."""
    return readable((result.played - result.kept) / max(seconds, 1e-9))
