"""A running match on stderr: a live table in a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from hazard.apps.cli.leaderboard import clock, readable

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

SECONDS_BETWEEN_LINES = 5.0


class Running(Protocol):
    """A match under way."""

    @property
    def played(self) -> int:
        """Games so far."""
        ...

    @property
    def whole(self) -> int:
        """Games that are asked for."""
        ...

    @property
    def kept(self) -> int:
        """Games that were played before this match went on."""
        ...

    def seconds_left(self, workers: int) -> float | None:
        """An estimate; None while there is none."""
        ...


RunningT = TypeVar("RunningT", bound=Running)


@dataclass(frozen=True)
class Look(Generic[RunningT]):
    """How a kind of match is told."""

    title: Callable[[RunningT], str]
    table: Callable[[RunningT, int, bool], RenderableType]
    """In so many columns, with more than ASCII or without."""
    rates: Callable[[RunningT], str]
    """The standings in half a line."""


@contextmanager
def progress_for(
    console: Console, workers: int, look: Look[RunningT]
) -> Generator[Callable[[RunningT], None]]:
    """What to call with the standings after each block; the live picture is gone when the block ends."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield _Lines(console, workers, look)
        return

    from rich.live import Live

    picture = _Picture(console, workers, look)
    with Live(get_renderable=picture.render, console=console, refresh_per_second=8, transient=True):
        yield picture.update


class _Lines(Generic[RunningT]):
    """One plain line every few seconds."""

    def __init__(self, console: Console, workers: int, look: Look[RunningT]) -> None:
        self.console, self.workers, self.look = console, workers, look
        self.began = self.last = time.monotonic()

    def __call__(self, result: RunningT) -> None:
        now = time.monotonic()
        if now - self.last < SECONDS_BETWEEN_LINES:
            return
        self.last = now
        left = result.seconds_left(self.workers)
        estimate = "" if left is None else f", {clock(left)} left"
        speed = f", {pace(result, now - self.began)}/s"
        rates = self.look.rates(result)
        self.console.print(
            f"{result.played:,} of {result.whole:,} games{speed}{estimate}: {rates}", soft_wrap=True
        )


class _Picture(Generic[RunningT]):
    """The table so far, and one bar for the whole match."""

    def __init__(self, console: Console, workers: int, look: Look[RunningT]) -> None:
        self.console, self.workers, self.look = console, workers, look
        self.result: RunningT | None = None
        self.began = time.monotonic()

    def update(self, result: RunningT) -> None:
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
        left = result.seconds_left(self.workers)
        line = Table.grid(padding=(0, 2))
        line.add_row(
            ProgressBar(whole, result.played, max(self.console.width - 58, 10), complete_style="cyan"),
            f"{result.played / whole:4.0%}",
            f"{result.played:,}/{whole:,} games",
            f"{pace(result, time.monotonic() - self.began)}/s",
            "" if left is None else f"{clock(left)} left",
        )
        fancy = self.console.encoding.startswith("utf")
        board = self.look.table(result, self.console.width, fancy)
        return Group(Text(self.look.title(result), "italic"), Text(), board, Text(), line)


def pace(result: Running, seconds: float) -> str:
    """Games a second of all workers together, since the match began or went on."""
    return readable((result.played - result.kept) / max(seconds, 1e-9))
