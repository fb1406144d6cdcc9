"""Plays at no table."""

from __future__ import annotations

from hazard.dice.views import Decisions, Views


class Bot:
    def choose(self, views: Views) -> Decisions:
        raise ValueError(f"{views.rules.players} players are not for me")
