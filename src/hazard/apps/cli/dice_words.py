"""Chances and numbers of dice in words."""

from __future__ import annotations

from hazard.dice.drawing import counted


def percent(chance: float) -> str:
    """`83.80 %`; what is not certain never reads so."""
    if 0 < chance < 0.00005:
        return "< 0.01 %"
    return "> 99.99 %" if 0.99995 <= chance < 1 else f"{100 * chance:.2f} %"


def dice(number: int) -> str:
    """`1 die`, `3 dice`."""
    return counted(number, "die", "dice")
