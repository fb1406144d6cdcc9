"""Why a seat is given up."""

from __future__ import annotations

from dataclasses import dataclass

from hazard.core.status import Status


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a seat does nothing but end its turns from now on."""

    status: Status
    message: str
    traceback: str = ""
    """All of it, where there is one."""
