"""The certain cells are those of which a SAT solver finds no layout with the contrary."""

from __future__ import annotations

import pytest

from hazard.mines.inference import analyse
from hazard.mines.position import Position
from tests.oracles.cnf import covered_cells, number_clauses
from tests.oracles.positions import expert_positions

solvers = pytest.importorskip("pysat.solvers")


def forced_cells(position: Position) -> list[int]:
    """Literals: the cell is a mine in every layout that fits (positive), or in none (negative)."""
    covered = len(covered_cells(position))
    forced: list[int] = []
    with solvers.Solver("minicard", bootstrap_with=number_clauses(position)) as solver:
        solver.add_atmost(range(1, covered + 1), position.mines)
        solver.add_atmost(range(-covered, 0), covered - position.mines)  # so many may be safe
        assert solver.solve()
        doubted = set(solver.get_model()[:covered])
        while doubted:
            literal = doubted.pop()
            if solver.solve(assumptions=[-literal]):
                doubted &= set(solver.get_model())  # what differs here is not forced either
            else:
                forced.append(literal)
    return sorted(forced, key=abs)


def check(position: Position) -> None:
    cells = covered_cells(position)
    forced = forced_cells(position)
    analysis = analyse(position)
    assert analysis.safe == [cells[-literal - 1] for literal in forced if literal < 0]
    assert analysis.mine == [cells[literal - 1] for literal in forced if literal > 0]


@pytest.mark.parametrize("number", range(40))
def test_expert_positions(number: int) -> None:
    check(expert_positions(40)[number])


@pytest.mark.long
def test_more_expert_positions() -> None:
    for position in expert_positions(300):
        check(position)
