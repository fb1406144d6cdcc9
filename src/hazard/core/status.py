"""How a game stands: the codes that engine, matches and records share."""

from __future__ import annotations

from enum import IntEnum


class Status(IntEnum):
    """`UNFINISHED` while it runs; `ERROR`, `TIMEOUT` and `ILLEGAL` end a game by the agent's fault."""

    UNFINISHED = 0
    WON = 1
    LOST = 2
    ERROR = 3
    TIMEOUT = 4
    ILLEGAL = 5
