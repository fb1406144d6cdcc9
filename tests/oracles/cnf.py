"""A position as clauses: variable i (from 1) says that the i-th covered cell is a mine."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from hazard.mines.position import Position

Cell = tuple[int, int]
Clauses = list[list[int]]


def covered_cells(position: Position) -> list[Cell]:
    """The cells in the order of their variables; a position without flags."""
    assert (position.cells != -2).all()
    return [(row, col) for row, col in np.argwhere(position.cells == -1).tolist()]


def number_clauses(position: Position) -> Clauses:
    """Every number has as many mines around it as it says."""
    variable = {cell: index for index, cell in enumerate(covered_cells(position), start=1)}
    clauses: Clauses = []
    for (row, col), number in np.ndenumerate(position.cells):
        if number >= 0:
            block = [(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)]
            clauses += exactly([variable[cell] for cell in block if cell in variable], int(number))
    return clauses


def exactly(variables: Sequence[int], number: int) -> Clauses:
    """`number` of a few variables are true: no more of them together, and one among any so many."""
    too_many = [[-v for v in some] for some in combinations(variables, number + 1)]
    too_few = [list(some) for some in combinations(variables, len(variables) - number + 1)]
    return too_many + too_few


def counted(variables: Sequence[int], total: int, fresh: int) -> Clauses:
    """`total` of many variables are true, written with further variables from `fresh` on.

    A further variable (i, j) says that at least j of the first i are true. It is that, and not only implied
    by it: its value follows from theirs, so that every layout is one model.
    """
    clauses: Clauses = [[fresh]]
    true = fresh
    before = {0: true}  # j: at least j of those so far; -true where missing
    for variable in variables:
        now = {0: true}
        for j in range(1, min(len(before), total + 1) + 1):
            fresh += 1
            now[j] = fresh
            same, one_less = before.get(j, -true), before[j - 1]
            # now[j] is: same, or variable and one_less
            clauses += [[-same, fresh], [-variable, -one_less, fresh]]
            clauses += [[-fresh, same, variable], [-fresh, same, one_less]]
        before = now
    return [*clauses, [before.get(total, -true)], [-before.get(total + 1, -true)]]


def components(clauses: Clauses) -> list[Clauses]:
    """The clauses in groups that share no variable."""
    leader: dict[int, int] = {}

    def find(variable: int) -> int:
        while leader.setdefault(variable, variable) != variable:
            variable = leader[variable]
        return variable

    for clause in clauses:
        for literal in clause[1:]:
            leader[find(abs(literal))] = find(abs(clause[0]))
    groups: dict[int, Clauses] = {}
    for clause in clauses:
        groups.setdefault(find(abs(clause[0])), []).append(clause)
    return list(groups.values())


def variables_of(clauses: Clauses) -> list[int]:
    """Ascending."""
    return sorted({abs(literal) for clause in clauses for literal in clause})
