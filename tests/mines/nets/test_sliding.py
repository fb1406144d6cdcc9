"""Players of windows: a network of small boards slides over larger ones, and its opinions are averaged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hazard.core.errors import LevelError
from hazard.mines.boards import Boards
from hazard.mines.level import Level
from hazard.mines.nets.card import Card, ModelFile, sealed
from hazard.mines.nets.session import Net
from hazard.mines.nets.sliding import Sliding, averaged, ring_weights, windows_of
from hazard.mines.views import Views
from tests.mines import networks

SIDE = 4


@pytest.fixture
def agent(tmp_path: Path) -> Sliding:
    card = Card(planes="onehot10", rows=SIDE, cols=SIDE, output="score", choose="greatest")
    (tmp_path / "small.onnx").write_bytes(sealed(networks.dense(10, SIDE, SIDE), card))

    class Small(Sliding):
        name, side, folder = "small", SIDE, tmp_path

    return Small()


def views(level: Level, count: int) -> Views:
    boards = Boards(level, count)
    boards.deal(np.arange(count, dtype=np.uint64))
    for _ in range(3):
        boards.open(boards.draw())
    cells = boards.cells[boards.status == 0]
    return Views(level, cells, np.zeros(len(cells), np.int32), np.zeros(len(cells), np.uint64))


def test_the_cell_that_windows_value_most_on_average_is_opened(agent: Sliding, tmp_path: Path) -> None:
    seen = views(Level(5, 7, 5, "safe"), 40)
    decisions = agent.choose(seen)
    net = Net(ModelFile.read(tmp_path / "small.onnx", "small"), "small")
    for game, cells in enumerate(seen.cells):
        sums, counts = np.zeros((5, 7)), np.zeros((5, 7))
        for row in range(2):
            for col in range(4):
                part = (slice(row, row + SIDE), slice(col, col + SIDE))
                sums[part] += net.values(cells[part][np.newaxis], 5)[0]
                counts[part] += 1
        values = np.where(cells == -1, sums / counts, -np.inf)
        chosen = int(decisions.cells[game])
        assert values.flat[chosen] >= values.max() - 1e-4
        assert decisions.values is not None
        shown = decisions.values[game]
        np.testing.assert_allclose(shown[cells == -1], values[cells == -1], rtol=1e-4, atol=1e-5)


def test_a_board_smaller_than_a_window_is_refused(agent: Sliding) -> None:
    with pytest.raises(LevelError, match="windows of 4x4; 3x9/2"):
        agent.choose(views(Level(3, 9, 2, "safe"), 2))


def test_the_centre_of_a_window_weighs_more_than_its_border() -> None:
    weights = ring_weights(5, 0.25)
    assert weights[2, 2] == weights[1, 3] == 1
    assert weights[0, 0] == weights[4, 2] == weights[2, 0] == 0.25
    boards = np.zeros((1, 5, 6), np.int8)
    said = np.stack([np.zeros((5, 5)), np.ones((5, 5))]).astype(np.float32)
    assert len(windows_of(boards, 5)) == 2
    mean = averaged(said, (1, 5, 6), weights)
    assert mean[0, 2, 1] == pytest.approx(0.2)  # 1 of the first window, a quarter of the second
    assert mean[0, 2, 2] == pytest.approx(0.5)
