"""mines/datalog: opens what Datalog derives by the two counting rules, else a random cell.

The rules stand in `counting.datalog`, or in a file of yours: `mines/datalog:FILE`. pyDatalog derives, the
engine that the study page-trio used.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import AgentError, AgentFault, in_one_line
from hazard.mines.agents.rulefile import RuleFile, engine
from hazard.mines.agents.rules import open_certain
from hazard.mines.around import around, sum_around
from hazard.mines.deduction import MINE, SAFE, UNKNOWN
from hazard.mines.views import Decisions, Views

NAME = "mines/datalog"
RULES = Path(__file__).with_name("counting.datalog")
WORDS = (("safe", SAFE), ("mine", MINE))


@dataclass
class Facts:
    """What the head of `counting.datalog` describes; a cell is row * cols + col."""

    number: dict[int, int] = field(default_factory=dict[int, int])
    beside: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    flagged: set[int] = field(default_factory=set[int])

    @classmethod
    def of(cls, cells: NDArray[np.int8], certain: NDArray[np.uint8]) -> Facts:
        """Of a position and what is known of it so far, both [rows, cols]."""
        facts = cls()
        rows, cols = cells.shape
        unknown = (cells < 0) & (certain == UNKNOWN)
        for row, col in np.argwhere((cells >= 0) & (sum_around(unknown) > 0)).tolist():
            near = [
                cell for cell in around(row, col, rows, cols) if cells[cell] < 0 and certain[cell] != SAFE
            ]
            number = row * cols + col
            facts.number[number] = int(cells[row, col])
            facts.beside[number] = [r * cols + c for r, c in near]
            facts.flagged.update(r * cols + c for r, c in near if certain[r, c] == MINE)
        return facts


class Datalog:
    """The same moves as mines/rules, found by an engine that knows nothing of the game."""

    # The engine has one set of rules a thread. It asks for facts where it needs them: adding them one by one
    # would take longer than deriving.
    _loaded: ClassVar[Datalog | None] = None
    given: ClassVar[Facts] = Facts()

    def __init__(self, file: Path = RULES) -> None:
        self.rules = RuleFile.read(file, NAME)
        self._engine = engine("pyDatalog", "pyDatalog.pyDatalog", NAME)
        try:
            self.certain(np.array([[1, -1]], np.int8))
        except AgentFault as fault:
            raise AgentError(f"agent {NAME}: {fault}") from None

    def choose(self, views: Views) -> Decisions:
        """The safe cells of each view, or one random cell."""
        certain = np.zeros(views.cells.shape, np.uint8)
        for game in np.flatnonzero(~views.untouched):
            certain[game] = self.certain(views.cells[game])
        return Decisions(open_certain(views, certain))

    def certain(self, cells: NDArray[np.int8]) -> NDArray[np.uint8]:
        """What the rules derive in one position, int8[rows, cols] to uint8[rows, cols].

        Codes as in `hazard.mines.deduction`; flags count as covered cells. Raises AgentFault.
        """
        certain = np.zeros(cells.shape, np.uint8)
        known = certain.reshape(-1)
        while True:
            facts = Facts.of(cells, certain)
            found = dict(self._derived(facts)) if facts.number else {}
            new = {cell: code for cell, code in found.items() if known[cell] == UNKNOWN}
            if not new:
                return certain
            known[list(new)] = list(new.values())

    def _derived(self, facts: Facts) -> Iterator[tuple[int, int]]:
        """Cells and what they are; raises AgentFault where the engine fails, or names another cell."""
        covered = {cell for near in facts.beside.values() for cell in near}
        try:
            self._load()
            Datalog.given = facts
            answers = [(word, code, self._cells(word)) for word, code in WORDS]
        except Exception as error:  # its own errors, and whatever a file of rules makes Python raise
            raise AgentFault(f"pyDatalog does not follow {self.rules.file}: {in_one_line(error)}") from None
        for word, code, cells in answers:
            for cell in cells:
                if cell not in covered:
                    raise AgentFault(f"{self.rules.file.name}: {word}({cell}) names no covered cell")
                yield cell, code

    def _cells(self, word: str) -> list[int]:
        """Those of which the engine derives the word."""
        answer = self._engine.ask(f"{word}(Y)")
        return [] if answer is None else [cell for (cell,) in answer.answers]

    def _load(self) -> None:
        """Give the engine these rules, unless it has them."""
        if Datalog._loaded is self:
            return
        Datalog._loaded = None
        self._engine.clear()
        for answer in (number, beside, flagged):
            self._engine.predicate()(answer)
        self._engine.load(self.rules.text)
        Datalog._loaded = self


# What the engine calls to learn the facts named so: terms are variables, or a constant whose `id` is a cell.


def number(X: Any, N: Any) -> Iterator[tuple[int, int]]:  # noqa: N803
    """number(X, N)"""
    known = Datalog.given.number
    return ((cell, known[cell]) for cell in ([X.id] if X.is_const() else known) if cell in known)


def beside(X: Any, Y: Any) -> Iterator[tuple[int, int]]:  # noqa: N803
    """beside(X, Y)"""
    known = Datalog.given.beside
    return ((cell, other) for cell in ([X.id] if X.is_const() else known) for other in known.get(cell, ()))


def flagged(Y: Any) -> Iterator[tuple[int]]:  # noqa: N803
    """flagged(Y)"""
    known = Datalog.given.flagged
    return ((cell,) for cell in ([Y.id] if Y.is_const() else known) if cell in known)
