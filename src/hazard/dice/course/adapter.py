"""`course:PATH` as an agent: what the registry asks of another kind of source."""

from __future__ import annotations

import os
import traceback
from collections.abc import Mapping

from hazard.core.errors import AgentError
from hazard.core.hosting import Host
from hazard.dice.course.lives import Lives
from hazard.dice.course.platform import ai_class_of, moved_in
from hazard.dice.course.sessions import Sessions
from hazard.dice.course.source import parsed

GAME = "dice"
ENVIRONMENT: Mapping[str, str] = {
    "PYTHONHASHSEED": "0",  # sets of strings have the same order in every process
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",  # a copy of a process has none of its threads
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


def row_of(text: str) -> tuple[str, str, str]:
    """Name, path and sentence of the table's row; raises AgentError."""
    source = parsed(text)
    return f"{GAME}/{source.package}", source.text, f"an AI of the course, from {source.place}"


def version(path: str) -> str:
    """What tells the versions of an AI apart."""
    return f"sha256:{parsed(path).digest()}"


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
    return Lives(ai_class, folder, source.clock, private)


def asked(host: Host, path: str) -> Sessions:
    """What asks it from here."""
    return Sessions(host, parsed(path).clock)


def import_fault(error: BaseException, folder: str) -> str:
    """Why a module does not load, with the place in the AI's own files."""
    what = " ".join("".join(traceback.format_exception_only(error)).split())
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(folder):
            name = frame.filename.removeprefix(f"{folder}/dicewars/ai/")
            return f"{what} ({name}, line {frame.lineno})"
    return what
