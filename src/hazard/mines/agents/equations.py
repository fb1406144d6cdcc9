"""mines/equations: opens what the linear system of all numbers proves safe, else a random cell."""

from __future__ import annotations

from hazard.mines.agents.rules import open_certain
from hazard.mines.deduction import equations
from hazard.mines.views import Decisions, Views


class Equations:
    """As mines/rules, with more proofs."""

    def choose(self, views: Views) -> Decisions:
        """The safe cells of each view, or one random cell."""
        return Decisions(open_certain(views, equations(views.cells)))
