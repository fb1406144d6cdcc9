"""Evolution: who becomes a parent, what children inherit, what one board teaches and many boards do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from hazard.core.errors import BadInput
from hazard.learn.export import export_run
from hazard.learn.genetic.breeding import Mean, Uniform
from hazard.learn.genetic.learner import Genetic
from hazard.learn.genetic.players import network_of, write_player
from hazard.learn.genetic.settings import Evolution, GeneticRecipe
from hazard.learn.recipe import load_recipe
from hazard.learn.runs import Run, new_run, runs_folder
from hazard.learn.training import train
from hazard.mines.boards import Boards
from hazard.mines.evolved import Design, EvolvedPlayer, Population
from hazard.mines.level import Level
from hazard.mines.nets.planes import planes_of

SMALL = """
learner = "genetic"
level = "5x5/3"
sessions = 4
checkpoint_every = 2
threads = 1
[player]
shape = "network"
hidden = 4
[evolution]
generations = 3
players = 20
parents = 5
crossover = "mean"
spread = 0.3
[games]
boards = 40
[points]
won = 100
cell = 1
mine = 0
[test]
every = 2
games = 50
"""


def recipe(tmp_path: Path, *settings: str) -> GeneticRecipe:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    loaded = load_recipe(str(path), settings)
    assert isinstance(loaded, GeneticRecipe)
    return loaded


def trained(tmp_path: Path, name: str, *settings: str) -> Run:
    run = new_run(runs_folder(), recipe(tmp_path, *settings), "small", name, "", {})
    train(run)
    return run


def test_children_have_their_weights_from_two_of_the_best() -> None:
    settings = Evolution(players=10, parents=2, elite=1, mutation=1e-12)
    breeding = Uniform(settings, 300, np.random.default_rng(1))
    first = breeding.children(np.random.default_rng(2)).copy()
    fitness = np.arange(10.0)
    breeding.select(fitness)
    best, second = first[9], first[8]
    born = breeding.children(np.random.default_rng(3))
    np.testing.assert_array_equal(born[0], best)  # the elite
    for child in born[1:]:
        assert (np.isclose(child, best) | np.isclose(child, second)).all()
    mixed = [(child == best).mean() for child in born[1:]]
    # Nine children that are all copies of one parent would have a chance of 2^-9; seeds are fixed.
    assert any(0.3 < share < 0.7 for share in mixed)


def test_mutation_changes_its_share_of_weights() -> None:
    settings = Evolution(players=3, parents=1, elite=0, mutation=0.2, step=0.5)
    breeding = Uniform(settings, 10_000, np.random.default_rng(1))
    parent = breeding.children(np.random.default_rng(2))[2].copy()
    breeding.select(np.array([0.0, 1.0, 2.0]))
    change = breeding.children(np.random.default_rng(3)) - parent
    assert (change != 0).mean() == pytest.approx(0.2, abs=0.015)  # six deviations
    assert change[change != 0].std() == pytest.approx(0.5, abs=0.03)


def test_parts_of_two_populations_are_inherited_apart() -> None:
    settings = Evolution(players=200, parents=2, elite=0, mutation=1e-12, populations=2)
    breeding = Uniform(settings, 40, np.random.default_rng(1))
    breeding.children(np.random.default_rng(2))
    breeding.players = np.repeat([[0.0], [1.0]], 100, axis=0) + np.zeros(40)
    breeding.select(np.repeat([2.0, 1.0], 100))
    breeding.players[1] = 1  # parents: all 0, all 1
    born = breeding.children(np.random.default_rng(3))
    kinds = {(half[:20].mean() in (0, 1), half[20:].mean() in (0, 1)) for half in born}
    assert kinds == {(True, True), (True, False), (False, True), (False, False)}


def test_the_mean_finds_the_top_of_a_hill_and_shrinks_its_step() -> None:
    settings = Evolution(players=20, parents=5, crossover="mean", step=0.5, spread=3.0)
    breeding = Mean(settings, 8, np.random.default_rng(1))
    for generation in range(150):
        children = breeding.children(np.random.default_rng(generation))
        breeding.select(-((children - 1) ** 2).sum(axis=1))
    assert np.abs(breeding.champion - 1).max() < 1e-3
    assert breeding.step < 1e-2


@pytest.mark.parametrize(
    "settings",
    [
        (),
        ("evolution.crossover=uniform",),
        (
            "player.shape=matrix",
            "player.source=both",
            "evolution.populations=2",
            "evolution.crossover=uniform",
        ),
        ("games.select=move", "games.boards=1", "games.fresh=false"),
        ("player.logic=true", "points.guess=-1"),
    ],
    ids=" ".join,
)
def test_an_evolution_that_is_put_back_goes_on_as_the_same(tmp_path: Path, settings: tuple[str, ...]) -> None:
    whole = Genetic(recipe(tmp_path, *settings))
    rows = [whole.session() for _ in range(4)]
    half = Genetic(recipe(tmp_path, *settings))
    for _ in range(2):
        half.session()
    other = Genetic(recipe(tmp_path, *settings))
    other.load(half.state())
    times = {"play_seconds", "test_seconds", "games_per_second"}
    for row in rows[2:]:
        again = other.session()
        assert {k: v for k, v in again.items() if k not in times} == {
            k: v for k, v in row.items() if k not in times
        }
    np.testing.assert_array_equal(whole.breeding.champion, other.breeding.champion)


def test_one_board_is_learnt_by_heart(tmp_path: Path) -> None:
    loaded = load_recipe("genetic-q-one-board", ["sessions=12", "test.games=1000", "seed=3"])
    assert isinstance(loaded, GeneticRecipe)
    evolution = Genetic(loaded)
    rows = [evolution.session() for _ in range(12)]
    assert rows[-1]["best_win_rate"] == 1
    assert float(rows[-1]["fresh_win_rate"] or 0) < 0.05  # of what it never saw it knows nothing


def test_many_boards_teach_what_holds_on_others(tmp_path: Path) -> None:
    evolution = Genetic(
        recipe(tmp_path, "sessions=20", "test.games=1000", "test.every=20", "games.boards=60")
    )
    before = evolution.test()["fresh_win_rate"]
    rows = [evolution.session() for _ in range(20)]
    assert float(rows[-1]["fresh_win_rate"] or 0) > float(before or 0) + 0.1


def test_a_network_player_is_the_same_network_in_torch(tmp_path: Path) -> None:
    level = Level(6, 7, 8, "safe")
    boards = Boards(level, 50)
    boards.deal(np.arange(50, dtype=np.uint64))
    for _ in range(5):
        boards.open(boards.draw())
    for design in (
        Design("cells"),
        Design("cells", symmetric=False),
        Design("network", hidden=5),
        Design("network", hidden=3, symmetric=False),
    ):
        herd = Population(design, level)
        genes = np.random.default_rng(1).normal(size=(1, herd.genes)).astype(np.float32)
        chosen = herd.choose(genes, boards.cells)[0]
        planes = torch.from_numpy(planes_of("onehot10").encode(boards.cells, level.mines))
        with torch.inference_mode():
            scores = network_of(design, genes[0])(planes).numpy()
        able = np.where(boards.cells < 0, scores, -np.inf).reshape(50, -1)
        at = able[np.arange(50), chosen]
        np.testing.assert_allclose(at, able.max(axis=1), rtol=1e-4, atol=1e-4, err_msg=str(design))


def test_the_champion_is_written_as_a_player_and_as_a_network(tmp_path: Path) -> None:
    run = trained(tmp_path, "written")
    player = write_player(run, tmp_path / "player.json")
    assert EvolvedPlayer.read(tmp_path / "player.json") == player
    assert (player.trained_on, player.provenance.sessions) == (("5x5/3",), 4)
    exported = export_run(run, tmp_path / "player.onnx")
    assert exported.same == 1
    logic = trained(tmp_path, "logic", "player.logic=true")
    with pytest.raises(BadInput, match="without logic"):
        export_run(logic, tmp_path / "logic.onnx")


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('player.features=["own-hot"]', "did you mean own-onehot"),
        ("evolution.parents=40", "40 parents"),
        ("evolution.populations=2", "populations: 2 need"),
        ("games.select=move", "plays on 1 board"),
        ("evolution.players=7", "even number"),
        ("first=agent", "cannot choose the first cell"),
    ],
)
def test_recipes_that_contradict_themselves_say_where(tmp_path: Path, setting: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        recipe(tmp_path, setting)
