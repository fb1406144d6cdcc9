"""The command line's door: the table of verbs, and what becomes of errors.

Verbs are named by import path, so that `hazard --help` loads neither numpy nor the native core.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from cyclopts import App, Parameter

EXIT_REFUSED = 2
EXIT_INTERRUPTED = 130


def _version() -> str:
    from hazard import __version__

    return f"hazard {__version__}"


# Where a verb's function lives, and its sentence in the list of verbs.
_VERBS = {
    "agents": ("agents:agents", "List the agents that can play."),
    "analyse": (
        "analyse:analyse",
        "Show the exact risks of a position, its certain cells and its best cell.",
    ),
    "solve": ("solve:solve", "Let an agent play given layouts: one JSON line a game."),
    "match mines": ("match_mines:mines", "Let agents play the same Minesweeper layouts."),
    "match dice": ("match_dice:dice", "Let a Dicewars agent play against others, every map from every seat."),
    "tournament dice": ("tournament:dice", "Let Dicewars agents play all against all, and rate them."),
    "serve dice": ("serve:dice", "Serve games of Dicewars that clients of the course platform can join."),
    "join": ("join:join", "Let an agent play on a server of the course platform, or on ours."),
    "replay": ("replay:replay", "Play records again: verify a file of games, show one."),
    "leaderboard": ("standings:leaderboard", "Show the results of all matches that were played here."),
    "check": ("check:check", "Try an agent against the rules, in plain words, in less than a minute."),
    "course": ("course:course", "Check an AI of the Dicewars course, and let it play the references."),
    "export": ("export:export", "Write a trained network as an agent file, or an agent as a package."),
    "draw": ("draw:draw", "Draw a map, a position or a step of a record as SVG."),
    "play mines": (
        "play_mines:mines",
        "Play Minesweeper, with exact risks a key away, or watch an agent play.",
    ),
    "play dice": (
        "play_dice:dice",
        "Play Dicewars, with the odds of an attack shown before it, or watch agents play.",
    ),
    "browser": ("browser:browser", "Let agents play a Minesweeper page in a real browser."),
    "train": ("train:train", "Train a network as a recipe says, or go on with a training."),
    "runs": ("runs:runs", "List the trainings that are here."),
    "data": ("data:data", "Write positions with their exact risks and layouts as Parquet files."),
    "reproduce": ("reproduce:reproduce", "Make a published study again, its table beside ours."),
    "plot": ("plot:plot", "Draw the curves of trainings side by side."),
}
_GROUPS = {
    "match": "Let agents play the same games, and rank them with intervals.",
    "tournament": "Let agents play all against all, and rate them.",
    "play": "Play a game in the terminal, or watch an agent play.",
    "serve": "Serve games to clients over TCP.",
}


def _build(words: Sequence[str]) -> App:
    """The app; a verb's sentence is for lists only, on its own page its docstring says more."""
    app = App(
        name="hazard",
        help="A laboratory and a coach for playing well under uncertainty.",
        version=_version,
        version_flags=["--version"],
        help_format="markdown",
        default_parameter=Parameter(negative=()),
        suppress_keyboard_interrupt=False,
    )
    groups = {name: App(name=name, help=sentence) for name, sentence in _GROUPS.items()}
    for group in groups.values():
        app.command(group)
    for verb, (place, sentence) in _VERBS.items():
        group, _, name = verb.rpartition(" ")
        own_page = name in words
        groups.get(group, app).command(
            f"hazard.apps.cli.{place}", name=name, help=None if own_page else sentence
        )
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code: 0 done, 2 refused with one line, 130 interrupted."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        app = _build(words)
        app(words, exit_on_error=False, print_error=False, verbose=False, result_action="return_value")
        sys.stdout.flush()
    except KeyboardInterrupt as interrupt:
        print(f"hazard: {str(interrupt) or 'interrupted'}", file=sys.stderr)
        return EXIT_INTERRUPTED
    except Exception as error:
        return _refuse(error)
    return 0


def _refuse(error: Exception) -> int:
    """Say in one line on stderr what went wrong; HAZARD_DEBUG=1 shows where."""
    if isinstance(error, BrokenPipeError):
        _leave_the_closed_pipe()
    if os.environ.get("HAZARD_DEBUG", "0") not in ("", "0"):
        import traceback

        traceback.print_exception(error)
    print(f"hazard: {_sentence(error)}", file=sys.stderr)
    return EXIT_REFUSED


def _sentence(error: Exception) -> str:
    from cyclopts import CycloptsError, UnusedCliTokensError

    from hazard.core.errors import HazardError

    if isinstance(error, BrokenPipeError):
        return "the output was closed before everything was written"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, UnusedCliTokensError):
        return f"too many arguments: {' '.join(error.unused_tokens or [])}"
    if isinstance(error, CycloptsError) and isinstance(error.__cause__, HazardError):
        error = error.__cause__  # what a parameter of ours has to say of its value
    text = " ".join(str(error).split())
    if isinstance(error, (HazardError, CycloptsError)):
        return text
    return f"unexpected {type(error).__name__}: {text} (HAZARD_DEBUG=1 shows where)"


def _leave_the_closed_pipe() -> None:
    """Point stdout at nothing: the interpreter flushes it once more at its end, and would complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
