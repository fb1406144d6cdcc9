"""What went wrong at the hands of an agent: one message, told once with the number of games that it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MOST_FAULTS = 20  # different messages that a standing tells of an agent


@dataclass(frozen=True)
class Fault:
    """Games that ended by the agent's fault, all with the same message: how many, and the first of them."""

    agent: str
    game: int
    status: str
    message: str
    count: int = 1
    traceback: str = ""
    """All of it, of the first time, where somebody has kept it."""

    def to_json(self) -> dict[str, Any]:
        """agent, game, status, message, count; traceback, where there is one."""
        fields = ("agent", "game", "status", "message", "count")
        told = {name: getattr(self, name) for name in fields}
        return {**told, "traceback": self.traceback} if self.traceback else told
