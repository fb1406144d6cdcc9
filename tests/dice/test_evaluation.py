"""Chances to win: of whom there are any, whatever areas and players are called."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from hazard.dice.evaluation import chances, traits
from hazard.dice.rules import Rules
from hazard.dice.views import Views
from tests.dice.real_games import real_views

TABLES = [Rules(players=2), Rules(players=4), Rules(players=7, areas=20)]


@pytest.fixture(scope="module", params=TABLES, ids=lambda rules: str(rules.players))
def found(request: pytest.FixtureRequest) -> list[Views]:
    return real_views(request.param, 10, 0.3, 5)


def test_they_are_of_those_alive_and_sum_to_one(found: list[Views]) -> None:
    gone = 0
    for views in found:
        told = chances(views)
        alive = (views.owners[:, :, None] == np.arange(views.rules.players)).any(axis=1)
        assert np.allclose(told.sum(axis=1), 1)
        assert np.array_equal(told > 0, alive)
        assert np.array_equal(traits(views).any(axis=2), alive)
        gone += int((~alive).sum())
    assert gone > 0 or found[0].rules.players == 2


def test_names_of_areas_mean_nothing(found: list[Views]) -> None:
    rng = np.random.default_rng(1)
    for views in found:
        order = rng.permutation(views.rules.areas)
        names = np.append(np.argsort(order), -1).astype(np.int8)  # the new name of each area; -1 stays
        renamed = replace(
            views,
            neighbours=names[views.neighbours[:, order]],
            owners=views.owners[:, order],
            dice=views.dice[:, order],
        )
        assert np.allclose(chances(renamed), chances(views), atol=1e-4)  # sums in another order


def test_seats_are_told_from_the_turn_on(found: list[Views]) -> None:
    for views in found:
        players = views.rules.players
        moved = replace(
            views,
            owners=np.where(views.owners < 0, views.owners, (views.owners + 1) % players).astype(np.int8),
            reserves=np.roll(views.reserves, 1, axis=1),
            player=((views.player + 1) % players).astype(np.int8),
        )
        assert np.allclose(np.roll(chances(views), 1, axis=1), chances(moved))


def test_who_has_more_is_likelier_to_win(found: list[Views]) -> None:
    """The leader in dice has the greatest chance in most positions; land and turn make the rest."""
    agree = many = 0
    for views in found:
        of_player = views.owners[:, :, None] == np.arange(views.rules.players)
        dice = (of_player * views.dice[:, :, None]).sum(axis=1)
        agree += int((chances(views).argmax(axis=1) == dice.argmax(axis=1)).sum())
        many += len(views)
    assert agree > 0.5 * many
