"""Chains of convolutions: of games under way only what changed is computed again, with the same result."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hazard.core.status import Status
from hazard.mines.boards import Boards
from hazard.mines.level import Level
from hazard.mines.nets import changes
from hazard.mines.nets.card import Card, ModelFile, sealed
from hazard.mines.nets.chain import chain_of
from hazard.mines.nets.session import Net
from tests.mines import networks

LEVEL = Level(16, 18, 45, "open")
GAMES = 20


def deep(planes: int = 10, *, squeeze: bool = True) -> bytes:
    """5x5, 3x3, 3x3 and 1x1, with biases, and what follows them cell by cell."""
    rng = np.random.default_rng(3)
    sizes = ((6, planes, 5), (7, 6, 3), (5, 7, 3), (1, 5, 1))
    weights = {
        f"w{number}": rng.standard_normal((out, into, side, side)).astype(np.float32) / 2
        for number, (out, into, side) in enumerate(sizes)
    } | {
        f"b{number}": rng.standard_normal(out).astype(np.float32) for number, (out, _, _) in enumerate(sizes)
    }
    nodes = [
        ("Conv", ["x", "w0", "b0"], "c0"),
        ("LeakyRelu", ["c0"], "r0"),
        ("Conv", ["r0", "w1", "b1"], "c1"),
        ("Sigmoid", ["c1"], "r1"),  # not 0 of 0: beside the board it must be 0 all the same
        ("Conv", ["r1", "w2", "b2"], "c2"),
        ("Tanh", ["c2"], "r2"),
        ("Conv", ["r2", "w3", "b3"], "s"),
        *([("Squeeze", ["s", "axis"], "q")] if squeeze else [("Identity", ["s"], "q")]),
        ("Sigmoid", ["q"], "y"),
    ]
    pads = {f"c{number}": {"pads": [side // 2] * 4} for number, (_, _, side) in enumerate(sizes)}
    axis = {"axis": np.array([1], np.int64)} if squeeze else {}
    return networks.model(nodes, weights | axis, ["n", planes, "rows", "cols"], **pads)


def net_of(model: bytes, folder: Path, planes: str = "onehot10") -> Net:
    file = folder / "net.onnx"
    file.write_bytes(sealed(model, Card(planes=planes)))
    return Net(ModelFile.read(file, "net"), "net")


def dealt(count: int = GAMES) -> tuple[Boards, NDArray[np.uint64]]:
    boards, seeds = Boards(LEVEL, count), np.arange(count, dtype=np.uint64) + 5
    boards.deal(seeds)
    boards.open(np.full(count, 37, np.int32))
    return boards, seeds


def safe_cells(boards: Boards, running: NDArray[np.intp], rng: np.random.Generator) -> NDArray[np.int32]:
    """Any covered cell without a mine in each game, so that games last."""
    actions = np.full(len(boards), -1, np.int32)
    for game in running.tolist():
        safe = np.flatnonzero((boards.cells[game] < 0) & ~boards.layout(game))
        actions[game] = rng.choice(safe)
    return actions


@pytest.mark.parametrize("most", [2**28, 640_000], ids=["room for all", "room for some"])
@pytest.mark.parametrize("planes", ["onehot10", "onehot10-density"])
def test_games_under_way_are_told_what_whole_boards_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, planes: str
) -> None:
    monkeypatch.setattr(changes, "MOST_BYTES", most)
    net = net_of(deep(11 if planes.endswith("density") else 10), tmp_path, planes)
    boards, seeds = dealt()
    rng = np.random.default_rng(4)
    positions = 0
    while len(running := np.flatnonzero(boards.status == Status.UNFINISHED)):
        asked = rng.permutation(running)[: max(len(running) - 1, 1)]  # some are left out, in any order
        cells = boards.cells[asked]
        said = net.values(cells, LEVEL.mines, seeds[asked])
        np.testing.assert_allclose(said, net.values(cells, LEVEL.mines), rtol=1e-5, atol=1e-6)
        positions += len(asked)
        boards.open(safe_cells(boards, running, rng))
    assert positions > 20 * GAMES


def test_only_windows_are_computed_where_little_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = net_of(deep(), tmp_path)
    boards, seeds = dealt()
    net.values(boards.cells, LEVEL.mines, seeds)
    kept = net._changes
    assert kept is not None

    def refuse(_planes: object) -> list[NDArray[np.float32]]:
        raise AssertionError("whole boards")

    monkeypatch.setattr(kept, "_whole", refuse)
    cells = boards.cells.copy()
    for game, place in enumerate(((0, 0), (15, 17), (7, 7), (0, 17), (8, 0))):
        cells[game][place] = 1 if cells[game][place] != 1 else 2
    said = net.values(cells, LEVEL.mines, seeds)
    np.testing.assert_allclose(said, net.values(cells, LEVEL.mines), rtol=1e-5, atol=1e-6)


def test_games_of_one_number_are_not_taken_for_each_other(tmp_path: Path) -> None:
    net = net_of(deep(), tmp_path)
    boards, seeds = dealt()
    for cells in (boards.cells, boards.cells[::-1]):
        said = net.values(cells, LEVEL.mines, np.zeros_like(seeds))
        np.testing.assert_allclose(said, net.values(cells, LEVEL.mines), rtol=1e-5, atol=1e-6)


def test_small_boards_are_computed_whole(tmp_path: Path) -> None:
    net = net_of(deep(), tmp_path)
    net.values(np.full((3, 5, 5), -1, np.int8), 4, np.arange(3, dtype=np.uint64))
    assert net._changes is None


def test_boards_of_which_few_games_fit_are_computed_whole() -> None:
    chain = chain_of(deep())
    assert chain is not None
    assert changes.worth(chain, 100, 100)
    assert not changes.worth(chain, 1000, 1000)


def test_what_is_no_chain_is_not_cut() -> None:
    assert chain_of(networks.dense(10, 4, 4)) is None
    assert chain_of(deep(squeeze=False)) is not None
    weights = {"w": np.ones((1, 10, 3, 3), np.float32), "v": np.ones((2, 10, 3, 3), np.float32)}
    shape = ["n", 10, "rows", "cols"]
    padded = {"pads": [1, 1, 1, 1]}
    for nodes, settings in (
        ([("Conv", ["x", "w"], "y")], {"y": {"pads": [0, 0, 0, 0]}}),  # gives a smaller board
        ([("Conv", ["x", "w"], "y")], {"y": {"pads": [2] * 4, "dilations": [2, 2]}}),
        ([("Conv", ["x", "v"], "y")], {"y": padded}),  # two numbers a cell
        ([("Conv", ["x", "w"], "c"), ("Add", ["c", "x"], "y")], {"c": padded}),
        ([("Conv", ["x", "w"], "c"), ("GlobalMaxPool", ["c"], "y")], {"c": padded}),
    ):
        assert chain_of(networks.model(nodes, weights, shape, **settings)) is None
