"""The one door to the native core of Dicewars."""

from __future__ import annotations

from hazard._native.dice import (
    Games,
    Map,
    Settings,
    State,
    chances,
    choose,
    policies,
    traits,
    ways,
    winning_rolls,
)

__all__ = [
    "Games",
    "Map",
    "Settings",
    "State",
    "chances",
    "choose",
    "policies",
    "traits",
    "ways",
    "winning_rolls",
]
