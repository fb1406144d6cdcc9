"""Answers with an array."""

from __future__ import annotations

from typing import Any

from hazard.dice.agents.references import Rand
from hazard.dice.views import Views


class Bot(Rand):
    def choose(self, views: Views) -> Any:
        return super().choose(views).commands
