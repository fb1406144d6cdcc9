"""`course:PATH` as an agent: what the registry asks of another kind of source."""

from __future__ import annotations

from collections.abc import Mapping

from hazard.core.hosting import Host
from hazard.dice.course.nursery import living, make
from hazard.dice.course.sessions import Sessions
from hazard.dice.course.source import parsed

__all__ = ["ENVIRONMENT", "GAME", "asked", "living", "make", "row_of", "version"]

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


def asked(host: Host, path: str) -> Sessions:
    """What asks it from here."""
    return Sessions(host, parsed(path).clock)
