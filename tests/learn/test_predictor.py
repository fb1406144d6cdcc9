"""The predictor: where its positions come from, what is true of them, what its losses count."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from hazard.learn import testing
from hazard.learn.play import Play, Positions, at_random
from hazard.learn.predictor.examples import Examples, Replay, examples_of, told
from hazard.learn.predictor.learner import Predictor
from hazard.learn.predictor.loss import Measure, loss_of
from hazard.learn.predictor.settings import PredictorRecipe, Truth
from hazard.learn.recipe import load_recipe
from hazard.learn.schedules import scheduled
from hazard.learn.symmetries import symmetries, transformed
from hazard.learn.teaching import random_covered
from hazard.mines.around import sum_around
from hazard.mines.inference import analyse_many
from hazard.mines.level import Level
from tests.learn.tiny import tiny_recipe

LEVEL = Level.parse("5x6/6", "safe")
Cells = NDArray[np.int8]


def predictor(folder: Path, *settings: str) -> Predictor:
    recipe = load_recipe(str(tiny_recipe(folder)), settings)
    assert isinstance(recipe, PredictorRecipe)
    return Predictor(recipe)


def first_covered(cells: Cells, _games: object = None, _moves: object = None) -> NDArray[np.int32]:
    return (cells < 0).reshape(len(cells), -1).argmax(axis=1).astype(np.int32)


def some_positions(count: int = 60, **settings: bool) -> Positions:
    return Play(LEVEL, "random", 20, 3, **settings).games(count, first_covered)


def predicted(cells: Cells) -> NDArray[np.float32]:
    return np.full(cells.shape, 0.375, np.float32)


def test_a_game_is_the_same_whatever_is_played_beside_it() -> None:
    many, few = (Play(LEVEL, "random", boards, 9).games(30, first_covered) for boards in (30, 4))
    for number in range(30):
        of_many, of_few = many[many.game == number], few[few.game == number]
        np.testing.assert_array_equal(of_many.cells, of_few.cells)
        np.testing.assert_array_equal(of_many.layout, of_few.layout)


def test_positions_go_on_where_the_last_ones_ended_and_are_what_the_move_made_of_them() -> None:
    play = Play(LEVEL, "random", 8, 4)
    parts = [play.clicks(17, first_covered) for _ in range(6)]
    assert [len(part) for part in parts] == [17] * 6
    joined = Positions(*(np.concatenate([getattr(one, name) for one in parts]) for name in FIELDS))
    for game in np.unique(joined.game).tolist():
        one = joined[joined.game == game]
        np.testing.assert_array_equal(one.cells[1:], one.after[:-1])
        hit = one.layout.reshape(len(one), -1)[np.arange(len(one)), one.opened]
        assert not hit[:-1].any()  # nobody plays on after a mine
        numbers = sum_around(one.layout)
        seen = one.after >= 0
        np.testing.assert_array_equal(one.after[seen], numbers[seen])


FIELDS = ("cells", "after", "layout", "opened", "game")


def test_games_under_way_are_put_back_with_their_counters() -> None:
    play, other = (Play(LEVEL, "random", 8, 4, teacher=0.5) for _ in range(2))
    play.clicks(50, first_covered)
    play.take_tally()
    other.load(play.state())
    again, as_before = other.clicks(40, first_covered), play.clicks(40, first_covered)
    for name in FIELDS:
        np.testing.assert_array_equal(getattr(again, name), getattr(as_before, name))
    assert (other.take_tally(), other.total) == (play.take_tally(), play.total)


def test_the_teacher_gets_its_share_of_the_games_and_they_are_counted_apart() -> None:
    play = Play(LEVEL, "random", 50, 6, teacher=0.25)
    play.games(2000, first_covered)
    tally = play.take_tally()
    assert tally.games + tally.taught_games == 2000
    assert abs(tally.taught_games - 500) < 5 * (2000 * 0.25 * 0.75) ** 0.5


def test_random_moves_are_as_many_as_asked_for_and_the_same_for_the_same_move() -> None:
    games, moves = np.arange(4000), np.full(4000, 3, np.int32)
    wild, chances = at_random(7, games, moves, 0.3)
    assert abs(int(wild.sum()) - 1200) < 5 * (4000 * 0.3 * 0.7) ** 0.5
    assert len(chances) == wild.sum()
    assert ((chances >= 0) & (chances < 1)).all()
    later, _ = at_random(7, games[2000:], moves[2000:], 0.3)
    np.testing.assert_array_equal(later, wild[2000:])
    assert (at_random(7, games, moves + 1, 0.3)[0] != wild).any()


def test_a_random_covered_cell_is_any_of_them() -> None:
    cells = np.zeros((1000, 3, 4), np.int8)
    cells[:, 1, 1:] = -1
    chosen = random_covered(cells, np.linspace(0, 1, 1000, endpoint=False))
    assert np.unique(chosen, return_counts=True)[0].tolist() == [5, 6, 7]
    assert np.unique(chosen, return_counts=True)[1].min() > 330


def test_a_finished_game_gives_its_last_view_where_that_is_asked_for() -> None:
    with_views, without = some_positions(final_views=True), some_positions()
    assert len(with_views) - len(without) == 60 == int((with_views.opened < 0).sum())


@pytest.mark.parametrize("truth", ["opened", "border", "border-after"])
def test_a_truth_tells_its_cells_and_leaves_the_others_as_predicted(truth: Truth) -> None:
    positions = some_positions(final_views=True)
    tells = told(positions, truth)
    for number, one in enumerate(tells):
        cells, after = positions.cells[number], positions.after[number]
        expected = np.zeros(cells.shape, np.bool_)
        for row, col in np.ndindex(cells.shape):
            seen = after if truth == "border-after" else cells
            near = seen[max(row - 1, 0) : row + 2, max(col - 1, 0) : col + 2]
            expected[row, col] = seen[row, col] < 0 and bool((near >= 0).any())
        if truth == "opened":
            expected = np.arange(cells.size).reshape(cells.shape) == positions.opened[number]
        np.testing.assert_array_equal(one, expected)
    examples = examples_of(positions, LEVEL, truth, predicted, 1)
    np.testing.assert_array_equal(examples.target, np.where(tells, positions.layout, np.float32(0.375)))


def test_layouts_and_exact_risks_are_told_of_all_cells() -> None:
    positions = some_positions()

    def refuse(_cells: Cells) -> NDArray[np.float32]:
        raise AssertionError("nothing is left to predictions")

    layout = examples_of(positions, LEVEL, "layout", refuse, 1)
    np.testing.assert_array_equal(layout.target, positions.layout)
    exact = examples_of(positions, LEVEL, "exact", refuse, 1)
    risk = analyse_many(positions.cells, LEVEL.mines, trust_flags=False).mine_probability
    covered = positions.cells < 0
    np.testing.assert_allclose(exact.target[covered], risk[covered].astype(np.float32))
    assert not exact.target[~covered].any()
    np.testing.assert_allclose(exact.target.sum(axis=(1, 2)), LEVEL.mines, rtol=1e-4)


def test_a_replay_keeps_the_last_examples_and_is_put_back() -> None:
    def numbered(begin: int, count: int) -> Examples:
        shape = (count, LEVEL.rows, LEVEL.cols)
        numbers = np.arange(begin, begin + count)[:, np.newaxis, np.newaxis]
        cells = np.broadcast_to(numbers, shape)
        return Examples(cells.astype(np.int8), cells % 2 == 0, cells.astype(np.float32))

    replay = Replay(LEVEL, 10)
    for begin, count in ((0, 4), (4, 4), (8, 5), (13, 25)):
        replay.add(numbered(begin, count))
        kept = sorted(replay.all().target[:, 0, 0].tolist())
        assert kept == list(range(max(begin + count - 10, 0), begin + count))
    other = Replay(LEVEL, 10)
    other.load(replay.state())
    for one in (replay, other):
        one.add(numbered(40, 3))
    np.testing.assert_array_equal(replay.all().cells, other.all().cells)
    np.testing.assert_array_equal(replay.all().layout, other.all().layout)


@pytest.mark.parametrize(("rows", "cols", "count"), [(5, 5, 8), (4, 7, 4), (1, 3, 4)])
def test_symmetries_move_neighbours_to_neighbours(rows: int, cols: int, count: int) -> None:
    orders = symmetries(rows, cols)
    assert len(orders) == count
    np.testing.assert_array_equal(orders[0], np.arange(rows * cols))
    mines = np.random.default_rng(2).random((count, rows, cols)) < 0.3
    turned = transformed(mines, orders)
    numbers = sum_around(mines)
    np.testing.assert_array_equal(sum_around(turned.astype(np.bool_)), transformed(numbers, orders))
    if min(rows, cols) > 1:
        assert len({order.tobytes() for order in orders}) == count


def test_a_rate_goes_from_its_first_to_its_last_value() -> None:
    part = (0.0, 0.5, 1.0, 1.5)
    assert [scheduled("constant", 1.0, 0.2, done) for done in part] == [1.0] * 4
    assert [scheduled("linear", 1.0, 0.2, done) for done in part] == pytest.approx([1.0, 0.6, 0.2, 0.2])
    assert [scheduled("cosine", 1.0, 0.2, done) for done in part] == pytest.approx([1.0, 0.6, 0.2, 0.2])
    assert scheduled("cosine", 1.0, 0.2, 0.1) > scheduled("linear", 1.0, 0.2, 0.1)


def test_a_rate_warms_up_by_steps(tmp_path: Path) -> None:
    fitting = predictor(tmp_path, "fit.warmup=10", "fit.schedule=constant", "fit.rate=0.5").fitting
    rates: list[float] = []
    for step in (0, 4, 9, 30):
        fitting.steps = step
        rates.append(fitting.rate(0, 0.0))
    assert rates == pytest.approx([0.05, 0.25, 0.5, 0.5])


def test_losses_are_sums_over_the_cells_that_count_or_means_over_all(tmp_path: Path) -> None:
    cells = np.full((2, 4, 4), -1, np.int8)
    cells[:, :2] = 1  # half of the cells are open
    none = np.zeros(cells.shape)
    batch = Examples(cells, none.astype(np.bool_), none.astype(np.float32))
    losses: dict[str, float] = {}
    for name, settings in {
        "all": (),
        "covered": ("fit.where=covered",),
        "masked": ("network.output=masked sigmoid",),
        "mean": ("fit.mean=true",),
    }.items():
        learner = predictor(tmp_path, *settings)
        for weight in learner.network.parameters():
            torch.nn.init.zeros_(weight)  # it says a half of every cell
        measure = Measure.empty(learner.brain.device)
        losses[name] = float(loss_of(learner.brain, learner.recipe.fit, batch, measure).detach())
        said = measure.told(0.0)
        assert said["layout_loss"] == pytest.approx(np.log(2))
        assert said["loss"] == pytest.approx(losses[name] / 2)
    assert losses == pytest.approx(
        {"all": 32 * np.log(2), "covered": 16 * np.log(2), "masked": 16 * np.log(2), "mean": 2 * np.log(2)}
    )


def test_of_open_cells_nothing_is_said_where_only_covered_ones_count(tmp_path: Path) -> None:
    cells = np.full((1, 4, 4), -1, np.int8)
    cells[0, :2] = 1
    layout = np.zeros(cells.shape, np.bool_)
    layout[0, 3] = True
    batch = Examples(cells, layout, layout.astype(np.float32))
    for where, precision, accuracy in (("all", 4 / 16, 4 / 16), ("covered", 4 / 8, 12 / 16)):
        learner = predictor(tmp_path, f"fit.where={where}")
        last = [part for part in learner.network.modules() if isinstance(part, torch.nn.Linear)][-1]
        torch.nn.init.zeros_(last.weight)
        torch.nn.init.ones_(last.bias)  # it takes every cell for a mine
        said = learner.fitting.measure(batch)
        assert (said["precision"], said["recall"]) == (pytest.approx(precision), 1.0)
        assert said["accuracy"] == pytest.approx(accuracy)


def test_a_test_is_due_now_and_then_and_at_the_end() -> None:
    assert [session for session in range(1, 12) if testing.Test(every=4).due(session, 11)] == [4, 8, 11]
    assert not any(testing.Test().due(session, 11) for session in range(1, 12))


def test_each_test_plays_new_games_and_goes_on_after_a_rest() -> None:
    seen: list[bytes] = []

    def choose(cells: Cells) -> NDArray[np.int32]:
        seen.append(cells.tobytes())
        return first_covered(cells)

    tests, other = (testing.Tests(LEVEL, "random", testing.Test(games=30), 5) for _ in range(2))
    row = tests.row(choose)
    assert row["fresh_games"] == 30
    assert list(row) == list(testing.untested())
    other.load(tests.state())
    assert tests.row(choose) == other.row(choose)
    assert seen[0] not in seen[1:]
    assert testing.fresh(3, 4)["fresh_win_rate"] == 0.75
