"""Players of windows: a network of small boards slides over larger ones, and its opinions are averaged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hazard.core.errors import AgentError, LevelError
from hazard.mines.boards import Boards
from hazard.mines.level import Level
from hazard.mines.nets.agent import NetAgent
from hazard.mines.nets.card import Card, ModelFile, sealed
from hazard.mines.nets.session import Net
from hazard.mines.nets.sliding import averaged, ring_weights, windows_of
from hazard.mines.views import Views
from tests.mines import networks

SIDE = 4


def written(file: Path, **facts: Any) -> Path:
    card = Card(planes="onehot10", output="score", choose="greatest", **facts)
    file.write_bytes(sealed(networks.dense(10, SIDE, SIDE), card))
    return file


@pytest.fixture
def agent(tmp_path: Path) -> NetAgent:
    return NetAgent(written(tmp_path / "small.onnx", window=SIDE))


def views(level: Level, count: int) -> Views:
    boards = Boards(level, count)
    boards.deal(np.arange(count, dtype=np.uint64))
    for _ in range(3):
        boards.open(boards.draw())
    cells = boards.cells[boards.status == 0]
    return Views(level, cells, np.zeros(len(cells), np.int32), np.zeros(len(cells), np.uint64))


def test_the_cell_that_windows_value_most_on_average_is_opened(agent: NetAgent, tmp_path: Path) -> None:
    seen = views(Level(5, 7, 5, "safe"), 40)
    decisions = agent.choose(seen)
    whole = written(tmp_path / "whole.onnx", rows=SIDE, cols=SIDE)
    net = Net(ModelFile.read(whole, "whole"), "whole")
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


def test_a_board_smaller_than_a_window_is_refused(agent: NetAgent) -> None:
    with pytest.raises(LevelError, match="plays boards of at least 4x4, not 3x9/2"):
        agent.choose(views(Level(3, 9, 2, "safe"), 2))


def test_border_cells_weigh_what_the_card_says(tmp_path: Path) -> None:
    seen = views(Level(4, 5, 4, "safe"), 20)
    files = [written(tmp_path / f"{border}.onnx", window=SIDE, border=border) for border in (1.0, 0.25)]
    flat, weighted = (Net(ModelFile.read(file, "it"), "it") for file in files)
    said = flat.said(windows_of(seen.cells, SIDE), 4)
    for net, border in ((flat, 1.0), (weighted, 0.25)):
        mean = averaged(said, seen.cells.shape, ring_weights(SIDE, border))
        np.testing.assert_allclose(net.values(seen.cells, 4), mean, rtol=1e-5)
    assert not np.allclose(flat.values(seen.cells, 4), weighted.values(seen.cells, 4))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"window": 0}, "a side of 0 cells"),
        ({"window": SIDE, "rows": SIDE, "cols": SIDE}, "rows and cols must be null"),
        ({"window": SIDE, "border": 0.0}, "a border that weighs 0"),
    ],
)
def test_a_card_of_windows_that_cannot_be_is_refused(facts: dict[str, Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Card(planes="onehot10", **facts)


def test_a_network_of_another_window_than_its_card_says_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "other.onnx", window=SIDE + 1)
    with pytest.raises(AgentError, match="takes 4 rows, but says 5 rows"):
        Net(ModelFile.read(file, "other"), "other")


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
