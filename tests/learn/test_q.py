"""Values of moves: what a move leads to and pays, which moves are learnt from, discounting, windows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.status import Status
from hazard.learn.export import export_run
from hazard.learn.metrics import TIMES
from hazard.learn.q.fitting import one_window
from hazard.learn.q.learner import QLearner
from hazard.learn.q.memory import Asked, Memory
from hazard.learn.q.networks import TwoPaths
from hazard.learn.q.outcomes import after, rewards_of
from hazard.learn.q.settings import QRecipe, Rewards
from hazard.learn.recipe import load_recipe
from hazard.learn.runs import Run, new_run, runs_folder
from hazard.learn.training import learner_at, train
from hazard.mines.boards import Boards
from hazard.mines.level import Level
from hazard.mines.nets.card import ModelFile
from hazard.mines.nets.session import Net
from hazard.mines.nets.sliding import averaged, ring_weights, windows_of

LEVEL = Level(5, 6, 5, "safe")

SMALL = """
learner = "q"
level = "5x5/3"
sessions = 4
checkpoint_every = 2
threads = 1
precision = "f32"
[network]
width = 3
[play]
clicks = 120
boards = 30
explore_sessions = 3
anywhere = 2
[fit]
batch = 32
replay = 300
masks = false
[test]
every = 2
games = 40
"""


def recipe(tmp_path: Path, *settings: str) -> QRecipe:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    loaded = load_recipe(str(path), settings)
    assert isinstance(loaded, QRecipe)
    return loaded


def trained(tmp_path: Path, name: str, *settings: str) -> Run:
    run = new_run(runs_folder(), recipe(tmp_path, *settings), "small", name, "", {})
    train(run)
    return run


def games(count: int) -> tuple[Boards, NDArray[np.bool_]]:
    """Games under way, and their layouts."""
    boards = Boards(LEVEL, count)
    boards.deal(np.arange(count, dtype=np.uint64))
    boards.open(np.zeros(count, np.int32))
    randomness = np.random.default_rng(1)
    layouts = np.array([boards.layout(board) for board in range(count)])
    for _ in range(12):  # towards the end, so that some moves win
        free = (boards.cells < 0) & ~layouts
        lots = np.where(free, randomness.random(free.shape), -1).reshape(count, -1)
        going = (randomness.random(count) < 0.7) & (free.sum(axis=(1, 2)) > 1)
        boards.open(np.where(going, lots.argmax(axis=1), -1).astype(np.int32))
    return boards, layouts


def test_positions_after_a_move_and_what_it_pays_are_the_engines() -> None:
    boards, layouts = games(300)
    cells, before = boards.cells.copy(), boards.opened.copy()
    under_way = boards.status == Status.UNFINISHED
    randomness = np.random.default_rng(2)
    chosen = (
        np.where(cells.reshape(300, -1) < 0, randomness.random((300, 30)), -1).argmax(axis=1).astype(np.int32)
    )
    at = np.arange(300)
    asked = np.zeros((300, 30), np.bool_)
    asked[at, chosen] = True
    reward = Rewards(won=5, new=1, again=-2, mine=-3, blind=-4).scheme()
    paid = rewards_of(cells, layouts, asked.reshape(cells.shape), reward).reshape(300, -1)[at, chosen]
    boards.open(chosen)
    safe = under_way & ~layouts.reshape(300, -1)[at, chosen]
    np.testing.assert_array_equal(after(cells[safe], layouts[safe], chosen[safe]), boards.cells[safe])
    padded = np.pad(cells >= 0, ((0, 0), (1, 1), (1, 1)))
    row, col = np.divmod(chosen, 6)
    near = np.array([padded[g, r : r + 3, c : c + 3].any() for g, r, c in zip(at, row, col, strict=True)])
    expected = np.select(
        [boards.status == Status.LOST, boards.status == Status.WON, ~near], [-3, 5, -4], default=1
    )
    np.testing.assert_array_equal(paid[under_way], expected[under_way])
    kinds = set(expected[under_way].tolist())
    assert kinds == {-3, 5, -4, 1}
    assert (boards.opened > before)[safe].all()
    already = rewards_of(cells, layouts, cells >= 0, reward)
    assert (already[cells >= 0] == -2).all()


def test_the_studys_network_has_its_number_of_weights() -> None:
    assert sum(weights.numel() for weights in TwoPaths(10, 32).parameters()) == 57_185


@pytest.mark.parametrize(
    ("moves", "least", "most"), [("made", 1.0, 2.0), ("after loss", 2.0, 8.0), ("all", 10.0, 25.0)]
)
def test_which_moves_are_learnt_from(tmp_path: Path, moves: str, least: float, most: float) -> None:
    learner = QLearner(recipe(tmp_path, f"fit.moves={moves}"))
    asked, again = learner.watch()
    counts = asked.moves.sum(axis=(1, 2))
    assert least <= counts.mean() <= most
    assert (counts >= 1).all()
    covered = (asked.moves & (asked.cells < 0)).sum(axis=(1, 2))
    assert (covered >= 1).all()
    open_chosen = (asked.moves & (asked.cells >= 0)).sum(axis=(1, 2))
    assert open_chosen.mean() == pytest.approx(again)
    assert again > 0  # random moves of the first sessions choose among all cells
    if moves == "after loss":
        lost = covered > 1
        mined = (asked.moves & asked.layout).any(axis=(1, 2))
        np.testing.assert_array_equal(lost, mined)


def test_a_value_counts_what_the_best_next_move_is_worth(tmp_path: Path) -> None:
    learner = QLearner(recipe(tmp_path, "fit.moves=all", "fit.symmetries=false"))
    asked, _ = learner.watch()
    fitting, mind = learner.fitting, learner.mind
    batch = asked[:40]
    now, later = fitting.targets(batch, 0.0), fitting.targets(batch, 0.5)
    reward = learner.recipe.rewards.scheme()
    for game in range(40):
        for row, col in zip(*np.nonzero(batch.moves[game]), strict=True):
            expected = now[game, row, col]
            if not batch.layout[game, row, col] and expected != np.float32(reward.won):
                following = batch.cells[game : game + 1]
                if following[0, row, col] < 0:
                    following = after(following, batch.layout[game : game + 1], np.array([row * 5 + col]))
                expected = expected + 0.5 * mind.values(following).max()  # masks are off
            assert later[game, row, col] == pytest.approx(expected, abs=1e-5)


def test_with_double_the_copy_values_the_move_that_the_network_chooses(tmp_path: Path) -> None:
    learner = QLearner(recipe(tmp_path, "fit.double=true", "fit.target=1000", "fit.masks=true"))
    with torch.no_grad():
        for weights in learner.mind.network.parameters():
            weights.add_(torch.randn_like(weights))
    boards, _ = games(20)
    cells = np.ascontiguousarray(boards.cells[:, :, :5])
    own, older = learner.mind.values(cells), learner.fitting.older.values(cells)
    assert np.abs(own - older).max() > 0.1
    choice = np.where(cells < 0, own, -np.inf).reshape(20, -1).argmax(axis=1)
    np.testing.assert_allclose(learner.fitting.best(cells), older.reshape(20, -1)[np.arange(20), choice])


def test_the_copy_follows_every_so_many_steps(tmp_path: Path) -> None:
    learner = QLearner(recipe(tmp_path, "fit.target=3"))
    cells = np.full((1, 5, 5), -1, np.int8)
    learner.memory.add(learner.watch()[0])
    randomness = np.random.default_rng(1)
    for step in range(1, 5):
        learner.fitting.learn(learner.memory.draw(16, randomness), randomness, 0.0)
        apart = np.abs(learner.mind.values(cells) - learner.fitting.older.values(cells)).max()
        assert (apart == 0) == (step == 3)


def test_at_most_so_many_moves_of_a_position_are_drawn(tmp_path: Path) -> None:
    learner = QLearner(recipe(tmp_path, "fit.alternatives=3"))
    moves = np.random.default_rng(1).random((200, 5, 5)) < 0.2
    drawn = learner.fitting.drawn(moves, np.random.default_rng(2))
    assert not (drawn & ~moves).any()
    np.testing.assert_array_equal(drawn.sum(axis=(1, 2)), np.minimum(moves.sum(axis=(1, 2)), 3))


@pytest.mark.parametrize(
    "settings",
    [
        (),
        ("fit.gamma=0.6", "fit.gamma_sessions=2", "fit.target=3", "fit.double=true", "fit.alternatives=2"),
        ("level=6x6/4", "network.window=5", "fit.moves=all"),
        ("network.kind=genetic-q-dense",),
    ],
    ids=" ".join,
)
def test_a_training_that_is_put_back_goes_on_as_the_same(tmp_path: Path, settings: tuple[str, ...]) -> None:
    whole, half, other = (QLearner(recipe(tmp_path, *settings)) for _ in range(3))
    rows = [whole.session() for _ in range(4)]
    for _ in range(2):
        half.session()
    other.load(half.state())
    for row in rows[2:]:
        again = other.session()
        assert {k: v for k, v in again.items() if k not in TIMES} == {
            k: v for k, v in row.items() if k not in TIMES
        }
    cells = np.full((1, other.level.rows, other.level.cols), -1, np.int8)
    np.testing.assert_array_equal(whole.mind.values(cells), other.mind.values(cells))


def test_it_learns_to_win(tmp_path: Path) -> None:
    learner = QLearner(
        recipe(tmp_path, "fit.moves=all", "network.width=8", "play.clicks=1500", "play.boards=150",
               "fit.replay=6000", "sessions=14", "test.games=500", "test.every=14", "play.anywhere=0",
               "play.explore=0.3", "fit.rate=4e-3", "fit.masks=true")
    )  # fmt: skip
    before = learner.tests.row(learner.best)["fresh_win_rate"]
    rows = [learner.session() for _ in range(14)]
    assert float(rows[-1]["fresh_win_rate"] or 0) > float(before or 0) + 0.2
    assert float(rows[-1]["loss"] or 9) < float(rows[0]["loss"] or 0)


def test_memory_forgets_the_oldest_and_is_put_back() -> None:
    memory = Memory(LEVEL, 10)
    for number in range(7):
        board = (2, LEVEL.rows, LEVEL.cols)
        memory.add(
            Asked(np.full(board, number, np.int8), np.zeros(board, np.bool_), np.ones(board, np.bool_))
        )
    other = Memory(LEVEL, 10)
    other.load(memory.state())
    for kept in (memory, other):
        assert len(kept) == 10
        drawn = kept.draw(500, np.random.default_rng(1))
        assert set(drawn.cells[:, 0, 0].tolist()) == {2, 3, 4, 5, 6}
        assert drawn.moves.all()
        assert not drawn.layout.any()


def test_windows_are_averaged_by_coverage_and_weight() -> None:
    boards = np.random.default_rng(1).integers(-1, 9, (3, 6, 7)).astype(np.int8)
    windows = windows_of(boards, 5)
    assert windows.shape == (3 * 2 * 3, 5, 5)
    np.testing.assert_array_equal(windows[1], boards[0, 0:5, 1:6])
    np.testing.assert_allclose(averaged(windows.astype(np.float32), boards.shape, ring_weights(5, 1)), boards)
    # A cell in the corner of one window and inside of none is that window's alone, whatever borders weigh.
    said = np.zeros((2, 5, 5), np.float32)
    said[1] = 1
    flat = averaged(said, (1, 5, 6), ring_weights(5, 1))
    weighted = averaged(said, (1, 5, 6), ring_weights(5, 0.5))
    np.testing.assert_allclose(flat[0, 2], [0, 0.5, 0.5, 0.5, 0.5, 1])
    np.testing.assert_allclose(weighted[0, 2], [0, 1 / 3, 0.5, 0.5, 2 / 3, 1], rtol=1e-6)


def test_a_window_of_a_board_keeps_cells_values_and_moves_together() -> None:
    randomness = np.random.default_rng(1)
    cells = randomness.integers(-1, 9, (50, 8, 9)).astype(np.int8)
    inside, values, moves = one_window(5, cells, cells.astype(np.float32), cells < 0, randomness)
    np.testing.assert_array_equal(inside, values)
    np.testing.assert_array_equal(moves, inside < 0)
    for window, board in zip(inside, cells, strict=True):
        assert any((window == board[r : r + 5, c : c + 5]).all() for r in range(4) for c in range(5))


def test_a_training_begins_with_the_weights_of_another(tmp_path: Path) -> None:
    first = trained(tmp_path, "first")
    state = first.last_checkpoint()[1].part("learner").part("network")
    learner = QLearner(recipe(tmp_path, "network.start=first", "fit.target=5"))
    learner.begin_with("first")
    for mind in (learner.mind, learner.fitting.older):
        for name, weights in mind.network.state_dict().items():
            np.testing.assert_array_equal(weights.numpy(), state.arrays[name])
    with pytest.raises(BadInput, match="not of this kind"):
        QLearner(recipe(tmp_path, "network.start=first", "network.width=4")).session()
    with pytest.raises(BadInput, match="there is no run"):
        QLearner(recipe(tmp_path, "network.start=nothing")).session()


@pytest.mark.parametrize(
    "settings", [(), ("network.kind=genetic-q-dense",), ("level=6x6/4", "network.window=5")]
)
def test_values_are_exported(tmp_path: Path, settings: tuple[str, ...]) -> None:
    exported = export_run(trained(tmp_path, "values", *settings), tmp_path / "values.onnx")
    assert exported.same > 0.99
    assert (exported.card.choose, exported.card.output) == ("greatest", "score")


@pytest.mark.parametrize("kind", ["genetic-q", "genetic-q-dense"])
def test_a_network_of_windows_slides_as_a_file_as_it_did_while_learning(tmp_path: Path, kind: str) -> None:
    settings = ("network.window=4", "network.border=0.25", f"network.kind={kind}", "test.level=6x7/6")
    run = trained(tmp_path, "windows", *settings)
    card = export_run(run, tmp_path / "windows.onnx").card
    assert (card.window, card.border, card.rows, card.trained_on) == (4, 0.25, None, ("5x5/3",))
    assert [one.level for one in card.provenance.strength] == ["6x7/6"]  # where its own test was
    learner, _, _ = learner_at(run)
    assert isinstance(learner, QLearner)
    boards, _ = games(50)
    net = Net(ModelFile.read(tmp_path / "windows.onnx", "windows"), "windows")
    said, meant = net.values(boards.cells, 5), learner.mind.values(boards.cells)
    np.testing.assert_allclose(said, meant, atol=1e-4)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("network.window=6", "do not fit on 5x5/3"),
        ("fit.replay=100", "a session has 120"),
        ("first=agent", "cannot choose the first cell"),
        ("network.kind=genetic", "did you mean"),
    ],
)
def test_recipes_that_contradict_themselves_say_where(tmp_path: Path, setting: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        QLearner(recipe(tmp_path, setting))
