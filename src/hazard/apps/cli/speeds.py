"""How fast agents play on the screen; imports nothing heavy, as options need it."""

from __future__ import annotations

from typing import Literal, get_args

Speed = Literal["step", "slow", "normal", "fast"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)
PAUSES: dict[Speed, float | None] = {"step": None, "slow": 2.0, "normal": 0.6, "fast": 0.1}
"""Seconds between two commands; None: a key asks for each."""


def changed(speed: Speed, by: int) -> Speed:
    """So many steps faster, as far as it goes; negative: slower."""
    return SPEEDS[min(max(SPEEDS.index(speed) + by, 0), len(SPEEDS) - 1)]
