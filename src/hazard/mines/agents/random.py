"""mines/random: opens a random covered cell; what any agent must beat."""

from __future__ import annotations

from hazard.mines.choice import random_cell
from hazard.mines.views import COVERED, Decisions, Views


class Random:
    """Every covered cell without a flag is as likely as every other."""

    def choose(self, views: Views) -> Decisions:
        """One cell a view."""
        return Decisions(random_cell(views, views.cells == COVERED))
