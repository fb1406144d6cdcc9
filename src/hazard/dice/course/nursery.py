"""Where AIs of the course are born: a process that has imported one, and is copied for each of its games.

What is imported here is paid for by every copy, so that numpy is left out unless the AI may want it.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any

from hazard.core.errors import AgentError
from hazard.dice.course.lives import Lives
from hazard.dice.course.platform import ai_class_of, moved_in, needs_others
from hazard.dice.course.source import parsed


def living(path: str, name: str) -> tuple[Callable[[tuple[str, Any]], Any], None]:
    """What calls the methods of `Lives`, (name, argument) each."""
    lives = make(path, name)
    return lambda question: getattr(lives, question[0])(question[1]), None


def make(path: str, name: str) -> Lives:
    """What begins and ends its games, in a worker process that is there for it alone."""
    source = parsed(path)
    private = [int(number) for number in os.listdir("/proc/self/fd") if int(number) > 2]
    folder = moved_in(source)
    try:
        ai_class = ai_class_of(source, name)
    except AgentError:
        raise
    except BaseException as error:
        raise AgentError(
            f"agent {name}: importing {source.place} failed: {import_fault(error, folder)}"
        ) from None
    if "numpy" in sys.modules or needs_others(source):
        import_module("numpy.random")  # else each copy of this process would load it anew, and seed it anyhow
    return Lives(ai_class, folder, source.clock, private)


def import_fault(error: BaseException, folder: str) -> str:
    """Why a module does not load, with the place in the AI's own files."""
    what = " ".join("".join(traceback.format_exception_only(error)).split())
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(folder):
            name = frame.filename.removeprefix(f"{folder}/dicewars/ai/")
            return f"{what} ({name}, line {frame.lineno})"
    return what
