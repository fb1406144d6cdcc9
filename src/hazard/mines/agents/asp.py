"""mines/asp: opens what answer set programming proves safe, else the cell of least exact risk.

The rules stand in `certain.lp`, or in a file of yours: `mines/asp:FILE`. clingo finds their answers, and what
all answers share (cautious consequences).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import AgentError, AgentFault
from hazard.mines.agents.exact import judged
from hazard.mines.agents.rulefile import RuleFile, engine
from hazard.mines.around import sum_around
from hazard.mines.choice import default_first, least_risk
from hazard.mines.deduction import MINE, SAFE
from hazard.mines.views import COVERED, NO_CELL, Decisions, Views, cells_of

NAME = "mines/asp"
RULES = Path(__file__).with_name("certain.lp")
OPTIONS = ("--enum-mode=cautious", "--models=0", "--warn=none")
CODES = {"safe": SAFE, "mine": MINE}


class Asp:
    """Finds all that exact inference finds; risks, where nothing is safe, come from there."""

    def __init__(self, file: Path = RULES) -> None:
        self.rules = RuleFile.read(file, NAME)
        self._clingo = engine("clingo", "clingo", NAME)
        self._grounded("number(0,0,1). covered(0,1). untouched(0). mines(1).")  # faults of a file show early

    def choose(self, views: Views) -> Decisions:
        """All safe cells of each view, or its cell of least risk; `values` are the risks."""
        risks = judged(views).mine_probability
        certain = np.zeros(views.cells.shape, np.uint8)
        for game in np.flatnonzero(~views.untouched):
            certain[game] = self.certain(views.cells[game], views.level.mines)
        covered = views.cells == COVERED
        cells = cells_of((certain == SAFE) & covered)
        stuck = np.flatnonzero(cells[:, 0] == NO_CELL)
        candidates = covered[stuck] & (certain[stuck] != MINE)
        cells[stuck, 0] = least_risk(candidates, risks[stuck], certain[stuck])
        cells[views.untouched, 0] = default_first(views)
        return Decisions(cells, risks.astype(np.float32), "risk")

    def certain(self, cells: NDArray[np.int8], mines: int) -> NDArray[np.uint8]:
        """What the rules decide in one position, int8[rows, cols] to uint8[rows, cols].

        Codes as in `hazard.mines.deduction`; flags count as covered cells. Raises AgentFault where the rules
        have no answer.
        """
        covered = cells < 0
        beside = covered & (sum_around(cells >= 0) > 0)
        control = self._grounded(" ".join(facts(cells, beside, mines)))
        shared: list[Any] | None = None
        with control.solve(yield_=True) as answers:
            for answer in answers:  # each narrows down what all so far share
                shared = answer.symbols(atoms=True)
        if shared is None:
            raise AgentFault(f"{self.rules.file.name} has no answer for this view")
        certain = np.zeros(cells.shape, np.uint8)
        for symbol in shared:
            code, place = CODES.get(symbol.name), [str(argument) for argument in symbol.arguments]
            if code is None:
                continue
            if place == ["untouched"]:
                certain[covered & ~beside] = code
            else:
                certain[self._cell(symbol, place, covered)] = code
        return certain

    def _cell(self, symbol: Any, place: list[str], covered: NDArray[np.bool_]) -> tuple[int, int]:
        """The covered cell that an atom names; raises AgentFault."""
        if len(place) == 2 and all(part.isdecimal() for part in place):
            row, col = int(place[0]), int(place[1])
            if row < covered.shape[0] and col < covered.shape[1] and covered[row, col]:
                return row, col
        raise AgentFault(f"{self.rules.file.name} concludes {symbol}, which is no covered cell")

    def _grounded(self, given: str) -> Any:
        """clingo with rules and facts, ready to solve; raises AgentError where it cannot read the rules."""
        told: list[str] = []

        def note(_code: object, text: str) -> None:
            told.append(text)

        try:
            control = self._clingo.Control(OPTIONS, logger=note)
            control.add("base", [], self.rules.text)
            control.add("base", [], given)
            control.ground([("base", [])])
        except RuntimeError as error:
            what = " ".join(told[:1] or [str(error)]).replace("<block>", self.rules.file.name)
            raise AgentError(f"agent {NAME}: clingo does not read {self.rules.file}: {what}") from None
        return control


def facts(cells: NDArray[np.int8], beside: NDArray[np.bool_], mines: int) -> Iterator[str]:
    """What the head of `certain.lp` describes; beside: covered cells with open neighbours."""
    covered = cells < 0
    numbers = (cells >= 0) & (sum_around(covered) > 0)
    for row, col in np.argwhere(numbers).tolist():
        yield f"number({row},{col},{cells[row, col]})."
    for row, col in np.argwhere(beside).tolist():
        yield f"covered({row},{col})."
    yield f"untouched({int(covered.sum() - beside.sum())}). mines({mines})."
