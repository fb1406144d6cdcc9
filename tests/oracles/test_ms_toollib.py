"""Every risk is what ms_toollib, another engine, gives."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.mines.inference import analyse
from hazard.mines.position import Position
from tests.oracles.positions import expert_positions

toollib = pytest.importorskip("ms_toollib")

COVERED = 10  # its code


def check(position: Position) -> None:
    board = np.where(position.cells == -1, COVERED, position.cells).tolist()
    risks = np.array(toollib.cal_probability_onboard(board, float(position.mines))[0])
    covered = position.cells < 0
    # What can be asked of sums of doubles in another order.
    assert np.abs(analyse(position).mine_probability - risks)[covered].max() <= 1e-9


@pytest.mark.parametrize("number", range(40))
def test_expert_positions(number: int) -> None:
    check(expert_positions(40)[number])


@pytest.mark.long
def test_more_expert_positions() -> None:
    for position in expert_positions(500):
        check(position)
