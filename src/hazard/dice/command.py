"""What a player can do: attack, transfer dice between own areas, end the turn."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """The codes that engine, decisions and records share."""

    END = 0
    ATTACK = 1
    TRANSFER = 2


class Command(NamedTuple):
    """`Command(Kind.ATTACK, 3, 7)`; an end names no areas."""

    kind: Kind
    source: int = 0
    target: int = 0

    def __str__(self) -> str:
        if self.kind not in tuple(Kind):  # whatever numbers somebody gave
            return f"command {tuple(self)}"
        name = Kind(self.kind).name.lower()
        return "end of turn" if self.kind == Kind.END else f"{name} {self.source} -> {self.target}"


END = Command(Kind.END)


def attack(source: int, target: int) -> Command:
    """All dice of the source but one go against the target."""
    return Command(Kind.ATTACK, source, target)


def transfer(source: int, target: int) -> Command:
    """As many dice as the source can spare and the target has room for."""
    return Command(Kind.TRANSFER, source, target)
