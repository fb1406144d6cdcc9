"""Where a verb writes: the picture or the JSON to stdout, progress and remarks to stderr."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

_BOUNDLESS = 10_000


def screen() -> Console:
    """Standard output; into a file or a pipe, lines are as long as they need to be (or COLUMNS)."""
    return _console(error=False)


def remarks() -> Console:
    """Standard error."""
    return _console(error=True)


def _console(*, error: bool) -> Console:
    from rich.console import Console

    class Writer(Console):
        """A console whose closed pipe is an error like any other, for `main` to tell."""

        def on_broken_pipe(self) -> None:
            raise  # rich calls this where it has caught the BrokenPipeError

    stream = sys.stderr if error else sys.stdout
    bound = stream.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return Writer(
        file=stream, highlight=False, markup=False, emoji=False, width=None if bound else _BOUNDLESS
    )


def bounded(console: Console) -> bool:
    """Whether lines have to fit into a width."""
    return console.width < _BOUNDLESS


def write_json(value: Any) -> None:
    """One JSON value on one line of stdout."""
    print(json.dumps(value, allow_nan=False))
