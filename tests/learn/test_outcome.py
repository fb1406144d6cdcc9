"""The outcome network: what is recorded, how it is split, that it is learnt and played as it was trained."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from hazard.core.errors import BadInput
from hazard.dice import native
from hazard.learn.outcome.learner import Outcome
from hazard.learn.outcome.network import INPUTS, numbers_of
from hazard.learn.outcome.recording import RULES, recorded, split
from hazard.learn.outcome.settings import OutcomeRecipe
from hazard.learn.recipe import load_recipe
from hazard.learn.state import read_state, write_state
from tests.dice.real_games import real_views

SMALL = """
learner = "outcome"
sessions = 4
checkpoint_every = 2
threads = 1
precision = "f32"
[data]
agent = "dice/kb.stei_adt"
positions = 3000
fresh = 500
kept = 0.3
[fit]
batch = 32
parts = 2
"""


def recipe(tmp_path: Path, *settings: str) -> OutcomeRecipe:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    loaded = load_recipe(str(path), settings)
    assert isinstance(loaded, OutcomeRecipe)
    return loaded


def test_positions_are_whole_games_one_after_the_other_with_their_winners() -> None:
    found = recorded("dice/kb.stei_adt", 20_000, 1.0, 5)
    assert len(found) == 20_000
    assert found.inputs.shape == (20_000, INPUTS)
    assert (np.diff(found.games) >= 0).all()
    owners, regions = found.inputs[:, 561:629:2], found.inputs[:, 629:]
    for game in np.unique(found.games)[:-1]:
        rows = found.games == game
        assert len(set(found.winners[rows].tolist())) == 1
        assert (np.diff(found.turns[rows]) >= 0).all()
        assert (found.inputs[rows, :561] == found.inputs[rows][0, :561]).all()  # one map
        last = owners[rows][-1]
        assert np.bincount(last, minlength=5).argmax() == found.winners[rows][0] + 1  # it has nearly all
    assert owners.min() == 1
    assert owners.max() == 4
    assert (regions.sum(axis=1) <= 34).all()
    again = recorded("dice/kb.stei_adt", 500, 1.0, 5)
    assert (again.inputs == found.inputs[:500]).all()


def test_split_by_game_shares_none_and_by_position_nearly_all() -> None:
    found = recorded("dice/kb.stei_adt", 6_000, 1.0, 6)
    rng = np.random.default_rng(1)
    learnt, tested = split(found, "game", 0.2, rng)
    assert not set(learnt.games.tolist()) & set(tested.games.tolist())
    assert len(learnt) + len(tested) == 6_000
    learnt, tested = split(found, "position", 0.2, rng)
    assert len(tested) == 1_200
    assert len(set(tested.games.tolist()) - set(learnt.games.tolist())) <= 1


def test_a_training_that_is_put_back_goes_on_as_the_same(tmp_path: Path) -> None:
    whole, half, other = (Outcome(recipe(tmp_path)) for _ in range(3))
    rows = [whole.session() for _ in range(4)]
    for _ in range(2):
        half.session()
    write_state(half.state(), tmp_path / "state")
    other.load(read_state(tmp_path / "state"))
    assert [other.session() for _ in range(2)] == rows[2:]


def test_the_leak_shows_in_accuracies(tmp_path: Path) -> None:
    """Positions of learnt games are known by their map: held out they look learnt, and new games do not."""
    learner = Outcome(recipe(tmp_path, "data.split=position", "data.kept=1.0", "sessions=16"))
    row = [learner.session() for _ in range(16)][-1]
    tested, fresh = float(row["test_accuracy"] or 0), float(row["fresh_accuracy"] or 0)
    assert tested > 0.95
    assert 0.3 < fresh < 0.9  # a quarter is guessing


@pytest.mark.parametrize("norm", ["true", "false"])
def test_the_core_plays_the_network_that_was_trained(tmp_path: Path, norm: str) -> None:
    learner = Outcome(recipe(tmp_path, f"network.norm={norm}"))
    learner.session()
    learner.write_player(tmp_path / "trained.f32")
    assert (tmp_path / "trained.f32").stat().st_size == 4 * len(numbers_of(learner.network))
    folder = Path(native.__file__).parent / "nets" / "weights"
    native.set_network_folder(str(tmp_path))
    learner.network.eval()
    try:
        for views in real_views(RULES, 6, 0.05, 4)[:20]:
            with torch.inference_mode():
                inputs = torch.from_numpy(native.outcome_inputs(views.native))
                expected = learner.network(inputs).softmax(1).numpy()
            assert np.allclose(native.outcomes("trained", views.native), expected, atol=2e-5)
    finally:
        native.set_network_folder(str(folder))


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("data.agent=dice/kb.nobody", "kb.nobody"),
        ("data.positions=50", "too few for 2 parts"),
        ("data.split=map", "game or position"),
    ],
)
def test_recipes_that_cannot_be_say_where(tmp_path: Path, setting: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        recipe(tmp_path, setting)
