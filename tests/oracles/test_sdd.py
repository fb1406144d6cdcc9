"""Every risk is what pysdd, a knowledge compiler, makes of the position, in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import zip_longest
from math import comb
from typing import Any

import pytest

from hazard.mines.inference import Analysis, analyse
from hazard.mines.position import Position
from tests.mines.exactness import check_risk
from tests.oracles.cnf import Cell, Clauses, components, covered_cells, number_clauses, variables_of
from tests.oracles.combining import joined, on_the_board
from tests.oracles.positions import expert_positions, half_open, large_positions

sdd = pytest.importorskip("pysdd.sdd")


class Compiled:
    """A component as an SDD, by which its models are counted by their number of true variables."""

    def __init__(self, clauses: Clauses) -> None:
        self.variables = variables_of(clauses)
        number = {variable: index for index, variable in enumerate(self.variables, start=1)}
        self.manager = sdd.SddManager.from_vtree(sdd.Vtree(var_count=len(number), vtree_type="balanced"))
        self.formula = self.manager.true()
        for clause in clauses:
            either = self.manager.false()
            for literal in clause:
                either |= self.manager.literal(number[abs(literal)] * (1 if literal > 0 else -1))
            self.formula &= either

    def models(self) -> list[int]:
        return count(self.formula, self.manager.vtree(), {})

    def models_with(self, index: int) -> list[int]:
        """The models in which the variable with this index (from 0) is true."""
        return count(self.formula & self.manager.literal(index + 1), self.manager.vtree(), {})


def count(node: Any, tree: Any, known: dict[int, list[int]]) -> list[int]:
    """The models of a node over the variables of a (sub)tree, by number of true ones."""
    variables = tree.var_count()
    if node.is_false():
        return [0]
    if node.is_true():
        return free(variables)
    if node.is_literal():
        return joined([[0, 1] if node.literal > 0 else [1, 0], free(variables - 1)])
    own = node.vtree()
    if node.id not in known:
        ways = (
            joined([count(prime, own.left(), known), count(sub, own.right(), known)])
            for prime, sub in node.elements()
        )
        known[node.id] = [sum(column) for column in zip_longest(*ways, fillvalue=0)]
    return joined([known[node.id], free(variables - own.var_count())])


def free(variables: int) -> list[int]:
    """The ways to set variables of which nothing is said, by number of true ones."""
    return [comb(variables, true) for true in range(variables + 1)]


class Board:
    """A position compiled component by component."""

    def __init__(self, position: Position) -> None:
        clauses = number_clauses(position)
        self.position = position
        self.covered = covered_cells(position)
        self.components = [Compiled(component) for component in components(clauses)]
        self.parts = [component.models() for component in self.components]
        self.sea = len(self.covered) - len(variables_of(clauses))
        self.layouts = on_the_board(self.parts, self.sea, position.mines)

    def sea_risk(self) -> Fraction:
        """As if one cell of the sea were known to be a mine."""
        mined = on_the_board(self.parts, self.sea - 1, self.position.mines - 1)
        return Fraction(mined, self.layouts)

    def risks(self, place: int) -> dict[Cell, Fraction]:
        """The exact risks of one component's cells."""
        others = joined(self.parts[:place] + self.parts[place + 1 :])
        rest = [
            on_the_board([others], self.sea, self.position.mines - mines)
            for mines in range(len(self.parts[place]))
        ]
        component = self.components[place]
        risks: dict[Cell, Fraction] = {}
        for index, variable in enumerate(component.variables):
            mined = sum(a * b for a, b in zip(component.models_with(index), rest, strict=False))
            risks[self.covered[variable - 1]] = Fraction(mined, self.layouts)
        return risks


def check_risks(analysis: Analysis, risks: dict[Cell, Fraction]) -> None:
    for cell, risk in risks.items():
        check_risk(analysis, cell, risk)


def check(position: Position) -> None:
    board, analysis = Board(position), analyse(position)
    assert analysis.layouts == board.layouts
    risks = dict.fromkeys(board.covered, board.sea_risk() if board.sea else Fraction(0))
    for place in range(len(board.parts)):
        risks |= board.risks(place)
    check_risks(analysis, risks)


def check_largest_component(position: Position) -> None:
    board, analysis = Board(position), analyse(position)
    assert analysis.layouts == board.layouts
    largest = max(range(len(board.parts)), key=lambda place: len(board.parts[place]))
    check_risks(analysis, board.risks(largest))


@pytest.mark.parametrize("number", range(40))
def test_expert_positions(number: int) -> None:
    check(expert_positions(40)[number])


@pytest.mark.parametrize("number", range(6))
def test_largest_components_of_large_boards(number: int) -> None:
    check_largest_component(large_positions(6)[number])


def test_the_layouts_of_the_golden_large_board() -> None:
    position = half_open(seed=1)
    assert analyse(position).layouts == Board(position).layouts


@pytest.mark.long
def test_more_positions() -> None:
    for position in expert_positions(200):
        check(position)
    for position in large_positions(30):
        check_largest_component(position)
