"""What the verbs that play matches share: play under a live table, tell the end, note it in the store."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from hazard.apps.cli.progress import Look, Running, progress_for

if TYPE_CHECKING:
    from hazard.arena.store import Store


class Ended(Running, Protocol):
    """A match that was played, or interrupted."""

    @property
    def interrupted(self) -> bool:
        """By Ctrl-C."""
        ...

    def to_json(self) -> dict[str, Any]:
        """What --json prints."""
        ...


EndedT = TypeVar("EndedT", bound=Ended)
Play = Callable[[Callable[[EndedT], None], "Store | None"], EndedT]
"""Plays the match: what to call with the standings after each block, and the store."""


def play_told(
    play: Play[EndedT],
    look: Look[EndedT],
    printed: Callable[[EndedT], None],
    remarks_on: Callable[[EndedT], Iterable[str]],
    *,
    workers: int,
    resume: bool,
    json: bool,
) -> None:
    """Play under a live table; tell the end, as `printed` or as JSON. Ends as Ctrl-C did, where it did."""
    from hazard.apps.cli.output import remarks, write_json

    with store_for(needed=resume) as store, progress_for(remarks(), workers, look) as show:
        result = play(show, store)
    if resume and not result.kept:
        remarks().print("nothing to resume: no match of these games was interrupted; this one is new")
    if json:
        write_json(result.to_json())
    else:
        printed(result)
    for remark in remarks_on(result):
        remarks().print(remark, soft_wrap=True)
    if result.interrupted:
        done = f"{result.played:,} of {result.whole:,} games"
        raise KeyboardInterrupt(f"interrupted after {done}; the same command with --resume goes on")


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


def processors() -> int:
    """How many there are for us."""
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
