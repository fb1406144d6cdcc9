"""The number of layouts is what Ganak, a model counter, counts."""

from __future__ import annotations

import pytest

from hazard.mines.inference import analyse
from hazard.mines.position import Position
from tests.oracles.cnf import Clauses, components, counted, covered_cells, number_clauses, variables_of
from tests.oracles.combining import on_the_board
from tests.oracles.positions import expert_positions

pyganak = pytest.importorskip("pyganak")


def models(clauses: Clauses) -> int:
    counter = pyganak.Counter()
    counter.add_clauses(clauses)
    return counter.count()


def models_by_mines(clauses: Clauses) -> list[int]:
    """Models with 0, 1, 2, … true variables, all from one count.

    Each variable gets companions, which are false where it is false and free where it is true. A model with m
    true variables then counts 2^(companions * m) times: read in base 2^companions, the total tells.
    """
    variables = variables_of(clauses)
    number = {variable: index for index, variable in enumerate(variables, start=1)}
    clauses = [[number[abs(v)] if v > 0 else -number[abs(v)] for v in clause] for clause in clauses]
    companions = len(variables) + 1  # fewer than 2^that models
    fresh = len(variables)
    for variable in number.values():
        clauses += [[variable, -(fresh + k)] for k in range(1, companions + 1)]
        fresh += companions
    total = models(clauses)
    return [total >> companions * mines & (1 << companions) - 1 for mines in range(len(variables) + 1)]


def check_by_component(position: Position) -> None:
    clauses = number_clauses(position)
    sea = len(covered_cells(position)) - len(variables_of(clauses))
    parts = [models_by_mines(component) for component in components(clauses)]
    assert analyse(position).layouts == on_the_board(parts, sea, position.mines)


def check_whole(position: Position) -> None:
    """Numbers and mine count as one formula: nothing is left to this test's arithmetic."""
    covered = len(covered_cells(position))
    total = counted(range(1, covered + 1), position.mines, fresh=covered + 1)
    assert analyse(position).layouts == models(number_clauses(position) + total)


def late(positions: tuple[Position, ...]) -> list[Position]:
    """Those whose mine count Ganak can count in a second."""
    return [position for position in positions if (position.cells < 0).sum() < 130]


@pytest.mark.parametrize("number", range(12))
def test_components_of_expert_positions(number: int) -> None:
    check_by_component(expert_positions(40)[number])


@pytest.mark.parametrize("number", range(3))
def test_whole_expert_positions_with_their_mine_count(number: int) -> None:
    check_whole(late(expert_positions(40))[number])


@pytest.mark.long
def test_more_expert_positions() -> None:
    positions = expert_positions(200)
    for position in positions:
        check_by_component(position)
    for position in late(positions)[:20]:
        check_whole(position)
