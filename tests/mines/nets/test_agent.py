"""Networks as agents: what they open, on which levels, and what is said where they cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from hazard.arena.conformance import check_agent
from hazard.arena.identity import identity
from hazard.arena.mines.match import match_mines
from hazard.core.errors import AgentError, AgentFault, LevelError
from hazard.core.modelfile import with_card
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.boards import Boards
from hazard.mines.level import Level
from hazard.mines.nets.agent import NetAgent, Shipped, best_cells
from hazard.mines.nets.card import Card, sealed
from hazard.mines.nets.session import MOST_TOGETHER
from hazard.mines.views import COVERED, FLAGGED, Views
from tests.mines.networks import FREE, counts_covered, dense, model, windows

BEGINNER = Level.parse("beginner")


def write(folder: Path, data: bytes, name: str = "model.onnx") -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def positions(level: Level, count: int) -> Views:
    """Positions after the first cell and a random one."""
    seeds, agent_seeds = game_seeds(5, 0, count)
    boards = Boards(level, count)
    boards.deal(seeds)
    boards.open(np.full(count, 20, np.int32))
    boards.open(boards.draw())
    return Views(level, boards.cells, np.ones(count, np.int32), agent_seeds)


def one_view(cells: list[list[int]]) -> Views:
    array = np.array([cells], np.int8)
    level = Level(array.shape[1], array.shape[2], 1, "any")
    return Views(level, array, np.zeros(1, np.int32), np.zeros(1, np.uint64))


def test_it_opens_the_covered_cell_of_least_output_and_says_what_it_thinks(tmp_path: Path) -> None:
    agent = NetAgent(write(tmp_path, sealed(counts_covered(), Card(planes="onehot10", output="score"))))
    answer = agent.choose(one_view([[-1, 1, -1, -1], [1, 1, -1, -2]]))
    assert answer.cells.tolist() == [0]
    assert answer.meaning == "score"
    assert answer.values is not None
    assert np.array_equal(answer.values[0], [[0, np.nan, 3, 3], [np.nan, np.nan, 3, 3]], equal_nan=True)


def test_it_opens_that_of_greatest_output_where_the_card_says_so(tmp_path: Path) -> None:
    card = Card(planes="onehot10", output="score", choose="greatest")
    agent = NetAgent(write(tmp_path, sealed(counts_covered(), card)))
    assert agent.choose(one_view([[-1, 1, -1, -1], [1, 1, -1, -2]])).cells.tolist() == [2]


def test_of_equal_cells_the_first_is_opened_and_rounding_does_not_choose() -> None:
    values = np.array([[[0.5, 0.1 + 3e-7, 0.1, 0.1]], [[4e5, 3e5 + 0.1, 3e5, 0.0]]], np.float32)
    candidates = np.array([[[True, True, True, True]], [[True, True, True, False]]])
    assert best_cells(values, candidates).tolist() == [1, 1]
    assert best_cells(values[:1], np.zeros_like(candidates[:1])).tolist() == [-1]


def test_a_flagged_cell_is_not_opened_and_an_untouched_board_at_the_default_cell(tmp_path: Path) -> None:
    agent = NetAgent(write(tmp_path, FREE))
    assert agent.choose(one_view([[FLAGGED, 1, COVERED]])).cells.tolist() == [2]
    untouched = Views(
        BEGINNER, np.full((1, 9, 9), COVERED, np.int8), np.zeros(1, np.int32), np.zeros(1, np.uint64)
    )
    assert agent.choose(untouched).cells.tolist() == [20]


@pytest.mark.parametrize("level", ["beginner", "expert"])
@pytest.mark.parametrize("kind", ["windows", "dense"])
def test_an_answer_does_not_depend_on_the_company(tmp_path: Path, kind: str, level: str) -> None:
    where = Level.parse(level)
    fixed = Card(planes="onehot10", rows=where.rows, cols=where.cols)
    data = FREE if kind == "windows" else sealed(dense(10, where.rows, where.cols), fixed)
    agent = NetAgent(write(tmp_path, data))
    views = positions(where, 2 * MOST_TOGETHER + 3)
    together = agent.net.values(views.cells, where.mines)
    for count in (1, 2, 5, 63):
        apart = [
            agent.net.values(views.cells[at : at + count], where.mines) for at in range(0, len(views), count)
        ]
        assert np.array_equal(np.concatenate(apart), together), count


@pytest.mark.parametrize(
    ("card", "plays", "limits"),
    [
        (Card(planes="onehot10"), {"9x9/10", "9x9/12", "16x30/99"}, "any level"),
        (Card(planes="onehot10", rows=9, cols=9), {"9x9/10", "9x9/12"}, "9x9 boards"),
        (Card(planes="onehot10", rows=9, cols=9, mines=10), {"9x9/10"}, "9x9/10"),
        (Card(planes="onehot10", mines=99), {"16x30/99"}, "boards with 99 mines"),
    ],
)
def test_a_model_plays_within_its_limits_and_refuses_the_rest(
    tmp_path: Path, card: Card, plays: set[str], limits: str
) -> None:
    data = dense(10, 9, 9) if card.rows else windows(10)
    agent = NetAgent(write(tmp_path, sealed(data, card)))
    for text in ("9x9/10", "9x9/12", "16x30/99"):
        views = positions(Level.parse(text), 2)
        if text in plays:
            assert len(agent.choose(views)) == 2
        else:
            with pytest.raises(LevelError) as caught:
                agent.choose(views)
            assert str(caught.value) == f"the model plays {limits}, not {text}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (sealed(windows(11), Card(planes="onehot10")), "takes 11 planes, but says 10 planes (onehot10)"),
        (sealed(dense(10, 9, 9), Card(planes="onehot10")), "takes 9 rows, but says any number of rows"),
        (
            sealed(dense(10, 9, 9), Card(planes="onehot10", rows=9, cols=8)),
            "takes 9 cols, but says 8 cols (onehot10)",
        ),
        (
            sealed(
                model([("Relu", ["x"], "y")], {}, ["n", 10]),
                Card(planes="onehot10"),
            ),
            "takes tensor(float)['n', 10]; it must take one tensor(float)[n, 10, rows, cols]",
        ),
        (
            with_card(windows(10), b'{"format":1,"game":"mines","planes":"onehot11"}'),
            "cannot be read: unknown planes 'onehot11'; did you mean onehot10",
        ),
        (
            with_card(windows(10), b'{"format":1,"game":"mines","planes":"hint","rows":9}'),
            "cannot be read: rows and cols are both numbers or both null",
        ),
        (sealed(model([("Nothing", ["x"], "y")], {}, ["n", 10, 9, 9]), Card(planes="onehot10")), "Nothing"),
    ],
)
def test_a_model_that_is_not_what_its_card_says_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        resolve(str(write(tmp_path, data)), "mines").make()
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("nodes", "message"),
    [
        ([("Log", ["x"], "y")], r"the network's output has shape \[2, 10, 9, 9\] for 2 boards of 9x9; "),
        ([("Log", ["x"], "l"), ("ReduceMin", ["l", "axis"], "y")], "the network's output is not finite"),
    ],
)
def test_an_output_that_is_none_is_told(
    tmp_path: Path, nodes: list[tuple[str, list[str], str]], message: str
) -> None:
    weights = {"axis": np.array([1], np.int64)}
    data = model(nodes, weights, ["n", 10, "rows", "cols"])
    agent = NetAgent(write(tmp_path, sealed(data, Card(planes="onehot10"))))
    with pytest.raises(AgentFault, match=message):
        agent.choose(positions(BEGINNER, 2))


def test_a_model_file_names_an_agent_of_its_game(tmp_path: Path) -> None:
    file = write(tmp_path, FREE)
    agent = resolve(str(file), "mines")
    assert (agent.row.game, agent.row.name, agent.row.native) == ("mines", "mines/model", None)
    assert identity(agent).name == "model.onnx"
    assert identity(agent).version.startswith("sha256:")
    with pytest.raises(AgentError, match="this model plays mines, not dice"):
        resolve(str(file), "dice")
    with pytest.raises(AgentError, match="there is no player for models of dice"):
        resolve(str(write(tmp_path, with_card(FREE, b'{"format":1,"game":"dice"}'))), "dice")


def test_a_model_file_plays_a_match_in_a_process_of_its_own(tmp_path: Path) -> None:
    name = str(write(tmp_path, FREE))
    result = match_mines([name, "mines/random"], BEGINNER, games=20, seed=3)
    assert result.faults == []
    assert set(result.statuses[name].tolist()) <= {Status.WON, Status.LOST}


def test_a_model_file_is_checked_like_any_agent(tmp_path: Path) -> None:
    report = check_agent(str(write(tmp_path, FREE)))
    assert [check.name for check in report.checks if check.verdict != "passed"] == []
    assert report.passed


def test_a_model_of_an_unusual_size_is_checked_on_its_own_level(tmp_path: Path) -> None:
    card = Card(planes="onehot10", rows=7, cols=6, mines=5)
    report = check_agent(str(write(tmp_path, sealed(dense(10, 7, 6), card))))
    assert [check.name for check in report.checks if check.verdict != "passed"] == []
    seen = {check.name: check.seen for check in report.checks}
    assert seen["other levels"].startswith("it refuses 9x9/10, 16x30/99, ")


def test_without_onnxruntime_the_extra_is_named(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['onnxruntime'] = None\n"
        "from hazard.core.registry import resolve\n"
        f"resolve({str(write(tmp_path, FREE))!r}, 'mines').make()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "onnxruntime, which is not installed: pip install 'hazard[play]'" in done.stderr


class Sizes(Shipped):
    """Three models: two of a size, one for the rest of the boards with 99 mines."""

    name = "sizes"


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    small = Card(planes="onehot10", rows=4, cols=4, trained_on=("4x4/2",))
    dense_small = Card(planes="onehot10", rows=9, cols=9, trained_on=("9x9/10",))
    wide = Card(planes="onehot10", mines=99, trained_on=("16x30/99",))
    write(tmp_path, sealed(dense(10, 4, 4), small), "sizes-4x4.onnx")
    write(tmp_path, sealed(dense(10, 9, 9), dense_small), "sizes-9x9.onnx")
    write(tmp_path, sealed(windows(10), wide), "sizes-wide.onnx")
    write(tmp_path, b"", "sizesother.onnx")
    monkeypatch.setattr(Sizes, "folder", tmp_path)
    return tmp_path


def test_of_several_shipped_models_the_one_for_the_level_plays(shipped: Path) -> None:
    agent = Sizes()
    assert agent.levels == ("4x4/2", "9x9/10", "16x30/99")
    for text, file in (("4x4/2", "sizes-4x4"), ("9x9/10", "sizes-9x9"), ("20x24/99", "sizes-wide")):
        level = Level.parse(text)
        views = positions(level, 1) if level.area > 20 else one_view([[-1, 1, -1, -1]] * 4)
        expected = NetAgent(shipped / f"{file}.onnx").net.values(views.cells, level.mines)
        assert np.array_equal(agent.net_for(level).values(views.cells, level.mines), expected)
    with pytest.raises(LevelError) as caught:
        agent.choose(positions(Level.parse("8x8/10"), 1))
    assert str(caught.value) == (
        "mines/sizes has models for 4x4 boards, 9x9 boards, boards with 99 mines, and none for 8x8/10"
    )


def test_of_models_that_play_everything_the_nearest_in_density_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, level in enumerate(("9x9/10", "16x30/99")):
        card = Card(planes="onehot10", trained_on=(level,))
        write(tmp_path, sealed(windows(10, seed=number), card), f"sizes-{number}.onnx")
    monkeypatch.setattr(Sizes, "folder", tmp_path)
    agent = Sizes()
    for text, number in (("9x9/10", 0), ("16x30/99", 1), ("8x8/10", 0), ("16x16/60", 1)):
        assert agent.net_for(Level.parse(text)).card.trained_on == (("9x9/10", "16x30/99")[number],)


def test_a_shipped_agent_without_its_weights_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sizes, "folder", tmp_path)
    with pytest.raises(AgentError, match=r"agent mines/sizes: there is no sizes\*\.onnx in "):
        Sizes()


def test_a_match_on_a_board_that_a_network_does_not_play_is_refused_before_it_begins(tmp_path: Path) -> None:
    file = str(write(tmp_path, sealed(dense(10, 4, 4), Card(planes="onehot10", rows=4, cols=4))))
    with pytest.raises(LevelError, match="plays 4x4 boards, not 9x9/10"):
        match_mines([file], Level.parse("9x9/10"), games=4)
    with pytest.raises(LevelError, match="mines/dense has models for 4x4"):
        match_mines(["mines/dense"], Level.parse("7x5/5"), games=4)
