"""What the verbs that play matches share: the store, the command line to note there, workers, Ctrl-C."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping, Sequence

    from hazard.arena.store import Store


class Ended(Protocol):
    """A match that was played, or interrupted."""

    @property
    def played(self) -> int:
        """Games."""
        ...

    @property
    def whole(self) -> int:
        """Games that were asked for."""
        ...

    @property
    def kept(self) -> int:
        """Games that were played before it went on."""
        ...

    @property
    def interrupted(self) -> bool:
        """By Ctrl-C."""
        ...


@contextmanager
def store_for(*, needed: bool) -> Generator[Store | None]:
    """The result store. Where there is none to be had, a match is played all the same, and says so."""
    from hazard.apps.cli.output import remarks
    from hazard.arena.store import Store
    from hazard.core.errors import BadInput

    try:
        store = Store.open()
    except BadInput as error:
        if needed:
            raise
        remarks().print(f"the games are not kept: {error}", soft_wrap=True)
        yield None
        return
    with store:
        yield store


def command_line(words: Sequence[str], options: Mapping[str, object]) -> str:
    """The command line that plays these games again, for the store.

    An option that is None or False is left out, True stands without a value, a tuple has several.
    """
    import shlex

    line = ["hazard", *words]
    for name, value in options.items():
        if isinstance(value, tuple):
            line += [name, *map(str, cast("tuple[object, ...]", value))] if value else []
        elif value is True:
            line.append(name)
        elif value is not None and value is not False:
            line += [name, str(value)]
    return shlex.join(line)


def told_resumed(resume: bool, result: Ended) -> None:
    """Say that there was nothing to go on with."""
    from hazard.apps.cli.output import remarks

    if resume and not result.kept:
        remarks().print("nothing to resume: no match of these games was interrupted; this one is new")


def refuse_interrupted(result: Ended) -> None:
    """End as Ctrl-C does, where Ctrl-C ended the match."""
    if result.interrupted:
        played = f"{result.played:,} of {result.whole:,} games"
        raise KeyboardInterrupt(f"interrupted after {played}; the same command with --resume goes on")


def processors() -> int:
    """How many there are for us."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
