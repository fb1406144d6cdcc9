"""Every error that Hazard raises on purpose; all are `HazardError`, and each message fits on one line."""

from __future__ import annotations

import traceback
from pathlib import Path

LONGEST = 900  # characters of a message


class HazardError(ValueError):
    """Root of all errors that input or agent are to blame for: print `str(error)`, without a traceback."""

    def __str__(self) -> str:
        return one_line(super().__str__())  # a message quotes input, and input may hold any character


class BadInput(HazardError):
    """Something that was read or passed in is not what it should be."""


class LevelError(BadInput):
    """A level that cannot be played: unknown name, bad size, too many mines for its rule."""


class PositionError(BadInput):
    """A position text or array that is not a position."""


class LayoutError(BadInput):
    """A layout (where the mines are) that cannot be read or does not fit its board."""


class RecordError(BadInput):
    """A record of a game that cannot be read, or that does not replay."""


class StoreError(BadInput):
    """A file of results that cannot be opened, read or written."""


class CellError(BadInput):
    """A cell that is not on the board."""


class DecisionError(BadInput):
    """What an agent returned has the wrong shape or type."""


class AgentError(BadInput):
    """An agent that cannot be loaded: no such file, no class in it, an error while importing it."""


class UnknownAgent(AgentError):
    """A name that no table lists."""


class AgentFault(HazardError):
    """An agent's code raised, or its process died, while it was asked for decisions."""


class AgentStalled(AgentFault):
    """No decision within the limit (seconds); `place` is ` (bot.py, line 12)` where that is known."""

    def __init__(self, limit: float, place: str = "") -> None:
        super().__init__(f"no answer within {limit:g} s{place}")
        self.limit, self.place = limit, place


class IllegalMove(HazardError):
    """A move that the rules refuse, such as opening a flagged cell."""


class TooWide(HazardError):
    """A position whose numbers hang together too widely for exact inference."""


class PictureError(BadInput):
    """A picture on which no board can be read, or none that can be."""


class BrowserError(HazardError):
    """A browser that does not start or goes away, or a page that cannot be played."""


class WorkerFault(HazardError):
    """A task that raised in a worker process, or whose process died."""


class Contradiction(HazardError):
    """A position that no layout fits.

    `cells` are the clashing numbers, an irreducible set: drop any one and the rest can be true.
    `uses_mine_count` says that the total number of mines takes part in the clash.
    `smallest` says that no smaller set clashes (proven; False: a smaller one may exist).
    """

    def __init__(
        self,
        message: str,
        cells: tuple[tuple[int, int], ...] = (),
        *,
        uses_mine_count: bool = False,
        smallest: bool = False,
    ) -> None:
        super().__init__(message)
        self.cells = cells
        self.uses_mine_count = uses_mine_count
        self.smallest = smallest


def one_line(text: str) -> str:
    """The text with line breaks as blanks, and no longer than anybody reads."""
    text = " ".join(text.splitlines())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def in_one_line(error: BaseException, file: Path | str | None = None) -> str:
    """Type and message of any exception on one line, with the last line of `file` that took part in it:

    `IndexError: list index out of range (bot.py, line 12)`.
    """
    message = " ".join(str(error).split())
    what = f"{type(error).__name__}: {message}" if message else type(error).__name__
    if file is None or isinstance(error, SyntaxError):  # a syntax error's message names its line
        return what
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)
    ]
    return f"{what} ({Path(file).name}, line {lines[-1]})" if lines else what
