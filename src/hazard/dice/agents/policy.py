"""The base of agents that a native policy decides for: asked here about views as any agent is."""

from __future__ import annotations

from typing import ClassVar

from hazard.dice import native
from hazard.dice.views import Decisions, Views

NUMBERS = {name: number for number, name in enumerate(native.policies())}


class PolicyAgent:
    """An agent that a native policy decides for; `policy` is its name there."""

    policy: ClassVar[str]

    def choose(self, views: Views) -> Decisions:
        """One command a view, the same that the policy gives in whole games."""
        return Decisions(native.choose(NUMBERS[self.policy], views.native))
