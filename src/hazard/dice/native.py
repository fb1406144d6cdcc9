"""The one door to the native core of Dicewars."""

from __future__ import annotations

from pathlib import Path

from hazard._native.dice import (
    Games,
    Map,
    Settings,
    State,
    Views,
    chances,
    choose,
    outcome_inputs,
    outcomes,
    policies,
    search_network,
    set_network_folder,
    traits,
    ways,
    winning_rolls,
)

__all__ = [
    "Games",
    "Map",
    "Settings",
    "State",
    "Views",
    "chances",
    "choose",
    "outcome_inputs",
    "outcomes",
    "policies",
    "search_network",
    "set_network_folder",
    "traits",
    "ways",
    "winning_rolls",
]

set_network_folder(str(Path(__file__).parent / "nets" / "weights"))
