"""The board that an AI of the course gets does what the platform's does."""

from __future__ import annotations

import pickle
import sys
from copy import deepcopy
from importlib import import_module
from io import BytesIO
from itertools import permutations
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hazard.dice.course.area import Area
from hazard.dice.course.board import Board, Land, board_of
from hazard.dice.course.odds import (
    attack_succcess_probability,
    possible_attacks,
    probability_of_holding_area,
    probability_of_successful_attack,
    save_state,
)
from hazard.dice.course.platform import MODULES
from hazard.dice.game import Game
from hazard.dice.odds import win_chance
from hazard.dice.position import Position
from hazard.dice.rules import Rules

PLAYERS = (1, 2, 3, 4)


@pytest.fixture
def position() -> Position:
    return Game(Rules(), 4).position


@pytest.fixture
def platform(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules as an AI finds them, which pickles name."""
    for name, ours in MODULES.items():
        monkeypatch.setitem(sys.modules, name, import_module(ours) if ours else ModuleType(name))


def board(position: Position) -> Board:
    land = Land.of(position.map.neighbours, position.map.hexes)
    return board_of(
        land.rows,
        (position.owners + 1).astype(np.uint8).tobytes(),
        position.dice.astype(np.uint8).tobytes(),
    )


def test_it_is_the_position(position: Position) -> None:
    made = board(position)
    assert list(made.areas) == [str(number) for number in range(1, 35)]
    for number, area in enumerate(made.areas.values()):
        assert made.get_area(number + 1) is made.get_area(str(number + 1)) is area
        assert area.get_name() == number + 1
        assert (area.get_owner_name(), area.get_dice()) == (
            position.owners[number] + 1,
            position.dice[number],
        )
        assert area.get_adjacent_areas_names() == [other + 1 for other in position.map.neighbours[number]]
        assert area.get_hexes() == [list(hexagon) for hexagon in position.map.hexes[number]]
        assert area.can_attack() == (position.dice[number] >= 2)
    assert made.nb_players_alive() == 4
    with pytest.raises(KeyError):
        made.get_area(35)


def test_areas_border_and_dice_of_a_player(position: Position) -> None:
    made = board(position)
    for player in PLAYERS:
        own = [area.get_name() for area in made.get_player_areas(player)]
        assert own == [number + 1 for number in np.flatnonzero(position.owners == player - 1)]
        assert made.get_player_dice(player) == position.dice[position.owners == player - 1].sum()
        border = [
            name
            for name in own
            if any(position.owners[other] != player - 1 for other in position.map.neighbours[name - 1])
        ]
        assert [area.get_name() for area in made.get_player_border(player)] == border


def test_regions(position: Position) -> None:
    made = board(position)
    (whole,) = made.get_players_regions(1)  # everybody begins as one region
    assert sorted(whole) == [area.get_name() for area in made.get_player_areas(1)]
    parts = made.get_players_regions(1, skip_area=whole[0])
    assert sorted(name for part in parts for name in part) == sorted(whole[1:])
    assert made.get_players_regions(9) == [[]]


def test_attacks_come_by_area_then_by_discovery(position: Position) -> None:
    made = board(position)
    found = [(a.get_name(), b.get_name()) for a, b in possible_attacks(made, 2)]
    expected = [
        (area + 1, other + 1)
        for area in range(34)
        if position.owners[area] == 1 and position.dice[area] >= 2
        for other in position.map.neighbours[area]
        if position.owners[other] != 1
    ]
    assert found == expected


def test_the_odds_are_those_of_dice(position: Position) -> None:
    made = board(position)
    for source, target in possible_attacks(made, 1):
        chance = win_chance(source.get_dice(), target.get_dice())
        assert attack_succcess_probability(source.get_dice(), target.get_dice()) == pytest.approx(
            chance, abs=1e-8
        )
        names = source.get_name(), target.get_name()
        assert probability_of_successful_attack(made, *names) == pytest.approx(chance, abs=1e-8)
    for area in made.areas.values():
        held = 1.0
        for other in map(made.get_area, area.get_adjacent_areas_names()):
            if other.get_owner_name() != area.get_owner_name() and other.can_attack():
                held *= 1 - win_chance(other.get_dice(), 3)
        found = probability_of_holding_area(made, area.get_name(), 3, area.get_owner_name())
        assert found == pytest.approx(held, abs=1e-7)


def test_the_order_of_discovery_does_not_change_how_a_chance_is_rounded() -> None:
    """Else one of two equal attacks would be better by the last digit, and not by the order of attacks."""
    areas = {"1": {"owner": 1, "dice": 4}} | {str(name): {"owner": 2, "dice": name} for name in (2, 3, 4)}
    for dice in range(1, 8):
        found: set[float] = set()
        for around in permutations((2, 3, 4)):
            made = Board(areas, {name: {"neighbours": around if name == "1" else [1]} for name in areas})
            found.add(probability_of_holding_area(made, 1, dice, 1))
        assert len(found) == 1


def test_what_an_ai_changes_is_heeded_by_all_methods(position: Position) -> None:
    """Before and after the lists of neighbours are made, which is only when somebody asks."""
    for touched in (False, True):
        made = board(position)
        area = made.get_player_areas(1)[0]
        if touched:
            other = made.get_area(area.get_adjacent_areas_names()[0])
            area.get_adjacent_areas_names()[:] = [other.get_name()]
            other.set_owner(area.get_owner_name())
            assert not made.is_at_border(area)
            assert area.get_name() not in {source.get_name() for source, _ in possible_attacks(made, 1)}
        area.set_owner(9)
        assert [one.get_name() for one in made.get_player_areas(9)] == [area.get_name()]
        with pytest.raises(ValueError, match="cannot have 0 dice"):
            area.set_dice(0)


@pytest.mark.usefixtures("platform")
def test_copies_have_nothing_in_common(position: Position) -> None:
    made = board(position)
    noted: Any = made.get_area(1)
    noted.note = ["an AI's own"]
    made.get_area(2).get_adjacent_areas_names()
    for other in (deepcopy(made), pickle.loads(pickle.dumps(made))):
        for name in (1, 2, 3):
            mine, its = made.get_area(name), other.get_area(name)
            assert type(its) is Area
            assert its.get_adjacent_areas_names() == mine.get_adjacent_areas_names()
            assert its.get_adjacent_areas_names() is not mine.get_adjacent_areas_names()
            assert its.get_hexes() == mine.get_hexes()
        copied: Any = other.get_area(1)
        assert copied.note == noted.note
        assert copied.note is not noted.note
        assert other.get_player_border(1) != []


def test_two_boards_of_a_map_share_no_list(position: Position) -> None:
    one, other = board(position), board(position)
    before = list(other.get_area(1).get_adjacent_areas_names())
    one.get_area(1).get_adjacent_areas_names().clear()
    one.get_area(1).get_hexes().clear()
    assert other.get_area(1).get_adjacent_areas_names() == before
    assert other.get_area(1).get_hexes() != []


@pytest.mark.usefixtures("platform")
def test_a_saved_state_is_a_pickle_of_four_entries(position: Position) -> None:
    file = BytesIO()
    save_state(file, board(position), 2, [1, 2, 3, 4])
    state = pickle.loads(file.getvalue())
    assert {name: value for name, value in state.items() if name != "board"} == {
        "player_name": 2,
        "current_player_name": 2,
        "order": [1, 2, 3, 4],
    }
    assert [area.get_dice() for area in state["board"].areas.values()] == position.dice.tolist()
