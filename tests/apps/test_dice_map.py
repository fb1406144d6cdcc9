"""Dicewars' map as text: owners, areas, numbers and dice can be read without colour."""

from __future__ import annotations

import pytest

from hazard.apps.cli.dice_map import draw_map, ground, textures, toward
from hazard.dice.drawing import LETTERS
from hazard.dice.game import Game
from hazard.dice.map import Map
from hazard.dice.position import Position
from hazard.dice.rules import Rules

# Three areas in two rows of hexes: 0 at the upper left, 1 at its right, 2 below both.
SMALL = Map(
    ((1, 2), (0, 2), (0, 1)),
    (
        tuple((x, 0) for x in range(0, 8, 2)),
        tuple((x, 0) for x in range(8, 16, 2)),
        tuple((x, 1) for x in range(-5, 11, 2)),
    ),
)
POSITION = Position(SMALL, [0, 1, 0], [3, 8, 5], rules=Rules(players=2, areas=3))


def lines(position: Position, *rest: object) -> list[str]:
    return [line.plain for line in draw_map(position, *rest)]  # type: ignore[arg-type]


def test_a_small_map_reads_like_this() -> None:
    assert lines(POSITION) == [
        "      |A00 3 A|b01 8 b|",
        " |A.A.A02 5.A.A.A|     ",
    ]


def test_marked_areas_stand_in_brackets_and_new_dice_have_a_plus() -> None:
    shown = "\n".join(lines(POSITION, {0: "from", 2: "here"}, {1}))
    assert "(00 3)" in shown
    assert "[02 5]" in shown
    assert "01+8" in shown


@pytest.mark.parametrize("seed", range(30))
def test_every_area_is_numbered_with_its_dice_and_fits_80_columns_with_the_panel(seed: int) -> None:
    position = Game(seed=seed).position
    shown = lines(position)
    text = "\n".join(shown)
    assert len(shown) <= 28
    assert {len(line) for line in shown} == {ground(position.map).columns}
    assert ground(position.map).columns <= 67
    for area in range(34):
        assert f"{area:02d} {position.dice[area]}" in text


@pytest.mark.parametrize("seed", range(30))
def test_areas_that_touch_have_different_textures(seed: int) -> None:
    board = Map.grow(seed=seed)
    found = textures(board)
    assert set(found) <= {0, 1, 2, 3}
    assert all(found[area] != found[other] for area in range(34) for other in board.neighbours[area])


def test_textures_stay_whoever_owns_the_land() -> None:
    game = Game(seed=2)
    before = ground(game.position.map).textures
    game.end()
    assert ground(game.position.map).textures == before


@pytest.mark.parametrize("players", [2, 8])
def test_a_letter_for_each_owner(players: int) -> None:
    text = "".join(lines(Game(Rules(players=players), seed=3).position)).upper()
    assert {letter for letter in LETTERS if letter in text} == set(LETTERS[:players])


def test_an_arrow_goes_to_the_nearest_area_in_its_direction() -> None:
    assert toward(SMALL, 0, (0, 1)) == 1
    assert toward(SMALL, 1, (0, -1)) == 0
    assert toward(SMALL, 0, (1, 0)) == 2
    assert toward(SMALL, 0, (-1, 0)) == 0


@pytest.mark.parametrize("seed", range(10))
def test_an_arrow_never_goes_back(seed: int) -> None:
    board = Map.grow(seed=seed)
    labels = ground(board).labels
    for area, (line, column) in enumerate(labels):
        below, right = labels[toward(board, area, (1, 0))], labels[toward(board, area, (0, 1))]
        assert below[0] > line or below == (line, column)
        assert right[1] > column or right == (line, column)
