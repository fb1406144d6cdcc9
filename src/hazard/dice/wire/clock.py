"""How long a client may think: a budget for the game that grows with each decision, as on the platform."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hazard.core.errors import BadInput

MOST = 24 * 3600.0


@dataclass(frozen=True)
class Clock:
    """Seconds to begin with, and seconds more for each decision; None instead of one: no limit."""

    start: float = 10.0
    increment: float = 0.25

    def __str__(self) -> str:
        return f"{self.start:g}+{self.increment:g}"


PLATFORM = Clock()


def parse_clock(text: str) -> Clock | None:
    """`10+0.25`, or `off`; raises BadInput."""
    if text == "off":
        return None
    if found := re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)\+(\d{1,6}(?:\.\d{1,6})?)", text, re.ASCII):
        start, increment = map(float, found.groups())
        if 0 < start + increment <= MOST:
            return Clock(start, increment)
    raise BadInput(
        f"a clock {text!r}: want SECONDS+SECONDS, such as 10+0.25 (more for each decision), or off"
    )


def check_waiting(seconds: float) -> None:
    """Raise BadInput where nobody can wait so long."""
    if not 0 <= seconds <= MOST:
        raise BadInput(f"a wait of {seconds:g} s: want 0 to {MOST:g}")


class Budget:
    """What one player has left."""

    def __init__(self, clock: Clock | None) -> None:
        self.clock = clock
        self.left = 0.0 if clock is None else clock.start

    def begin(self) -> float | None:
        """Seconds for the decision that begins now."""
        if self.clock is None:
            return None
        self.left += self.clock.increment
        return self.left

    def spend(self, seconds: float) -> bool:
        """Take what a decision took; whether it was in time."""
        self.left -= seconds
        late = self.clock is not None and self.left < 0
        self.left = max(0.0, self.left)
        return not late
