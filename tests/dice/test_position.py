"""Positions: values that compare by content, say why a command is illegal, and refuse what cannot be."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

from hazard.core.errors import IllegalMove, PositionError
from hazard.dice.command import END, Command, Kind, attack, transfer
from hazard.dice.game import Game
from hazard.dice.map import Map, MapError
from hazard.dice.position import Position
from hazard.dice.rules import Rules

CHAIN = Map(((1,), (0, 2), (1, 3), (2, 4), (3,)))
TWO = Rules(players=2, areas=5)


def chain(**changes: Any) -> Position:
    """Player 0: areas 0, 1, 2 with 3, 8, 1 dice. Player 1: areas 3 and 4 with 4 and 2."""
    given: dict[str, Any] = {"owners": [0, 0, 0, 1, 1], "dice": [3, 8, 1, 4, 2], "rules": TWO, **changes}
    return Position(CHAIN, given.pop("owners"), given.pop("dice"), **given)


def test_positions_are_equal_by_content() -> None:
    assert chain() == chain()
    assert hash(chain()) == hash(chain())
    for changes in (
        {"player": 1},
        {"reserves": [0, 1]},
        {"transfers_used": 1},
        {"dice": [3, 8, 1, 4, 3]},
        {"rules": Rules(players=2, areas=5, strict=False)},
    ):
        assert chain() != chain(**changes)
    assert chain() != "a position"


def test_a_command_gives_a_new_position_and_leaves_the_old_one() -> None:
    before = chain(dice=[3, 8, 5, 4, 2])
    after = before.attacked(2, 3, 20, 10)
    assert before.dice.tolist() == [3, 8, 5, 4, 2]
    assert before.owners.tolist() == [0, 0, 0, 1, 1]
    assert after.owners.tolist() == [0, 0, 0, 0, 1]
    with pytest.raises(ValueError, match="read-only"):
        before.dice[0] = 1


def test_legal_commands_come_in_the_order_of_areas_and_of_discovery() -> None:
    board = Map(((2, 1), (0, 2), (1, 0)))
    position = Position(board, [0, 1, 1], [5, 3, 3], rules=Rules(players=2, areas=3))
    assert position.commands(Kind.ATTACK) == [attack(0, 2), attack(0, 1)]
    assert position.commands(Kind.TRANSFER) == []
    assert chain().commands(Kind.TRANSFER) == [transfer(1, 0), transfer(1, 2)]
    assert chain().commands(Kind.ATTACK) == []  # area 2 has one die


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (attack(3, 2), "area 3 belongs to player 1, not to player 0"),
        (attack(1, 3), "the areas 1 and 3 do not touch"),
        (attack(0, 1), "area 1 is your own"),
        (attack(2, 3), "an attack needs two dice or more"),
        (attack(2, 5), "there is no area 5; the areas are 0 to 4"),
        (attack(-1, 2), "there is no area -1; the areas are 0 to 4"),
        (transfer(2, 3), "area 3 is not your own"),
        (transfer(0, 1), "no die can move: the source has one, or the target eight"),
        (transfer(2, 1), "no die can move: the source has one, or the target eight"),
        ((7, 0, 1), "kind 7 is none of 0 (end), 1 (attack), 2 (transfer)"),
    ],
)
def test_an_illegal_command_is_refused_with_the_rule_that_it_breaks(command: Any, reason: str) -> None:
    position = chain()
    assert position.why_illegal(Command(*command)) == reason
    with pytest.raises(IllegalMove) as caught:
        position.refuse_illegal(Command(*command))
    assert str(caught.value).endswith(f": {reason}")


def test_transfers_run_out() -> None:
    assert chain(transfers_used=6).why_illegal(transfer(1, 0)) == "all 6 transfers of this turn are used"


def test_after_the_end_nothing_is_legal() -> None:
    over = chain(owners=[0] * 5)
    assert (over.over, over.winner) == (True, 0)
    assert over.why_illegal(END) == "the game is over"
    assert over.commands(Kind.TRANSFER) == []
    with pytest.raises(IllegalMove, match="the game is over"):
        over.ended([])


@pytest.mark.parametrize(
    ("attackers", "defenders", "message"),
    [
        (1, 9, "the attacker's 5 dice cannot sum to 1"),
        (31, 9, "cannot sum to 31"),
        (9, 25, "the defender's 4 dice cannot sum to 25"),
    ],
)
def test_sums_that_dice_cannot_show_are_refused(attackers: int, defenders: int, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        chain(dice=[3, 8, 5, 4, 2]).attacked(2, 3, attackers, defenders)


@pytest.mark.parametrize(
    ("dealt", "message"),
    [
        ([0, 0], "more dice are to be dealt"),
        ([0, 0, 2, 2], "fewer dice are to be dealt"),
        ([0, 1, 2], "a die cannot be dealt to that area"),
        ([0, 3, 2], "a die cannot be dealt to that area"),
        ([0, 99, 2], "a die cannot be dealt to that area"),
    ],
)
def test_dice_are_dealt_to_own_areas_with_room_and_all_of_them(dealt: list[int], message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        chain().ended(dealt)
    assert chain().ended([0, 0, 2]).dice.tolist() == [5, 8, 2, 4, 2]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"owners": [0, 0, 0, 1]}, "owners and dice must be"),
        ({"owners": [0, 0, 0, 1, 2]}, "an owner is no player"),
        ({"owners": [0, 0, 0, 1, -1]}, "an owner is no player"),
        ({"owners": [0, 0, 0, 1, 300]}, "an owner is no player"),
        ({"dice": [0, 1, 1, 1, 1]}, "dice must be 1 to 8"),
        ({"dice": [9, 1, 1, 1, 1]}, "dice must be 1 to 8"),
        ({"dice": [257, 1, 1, 1, 1]}, "dice must be 1 to 8"),
        ({"dice": [1.5, 1, 1, 1, 1]}, "lists of whole numbers"),
        ({"reserves": [1]}, "reserves and turns must be"),
        ({"reserves": [65, 0]}, "reserves must be 0 to 64"),
        ({"reserves": [-1, 0]}, "reserves must be 0 to 64"),
        ({"player": 2}, "there is no player of that number"),
        ({"owners": [0] * 5, "player": 1}, "the player whose turn it is owns nothing"),
        ({"transfers_used": 7}, "transfers used must be 0 to their limit"),
        ({"battles": -1}, "counts must not be negative"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        chain(**changes)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("neighbours", "message"),
    [
        ((), "a map of 0 areas: want 1 to 64"),
        (((1,), ()), "area 0 lists 1 as its neighbour, 1 does not list 0"),
        (((0,),), "area 0 cannot touch 0"),
        (((5,),), "area 0 cannot touch 5: the areas are 0 to 0"),
        (((1, 1), (0,)), "area 0 lists a neighbour twice"),
        (((1,), (0,), (3,), (2,)), "area 2 cannot be reached from area 0"),
    ],
)
def test_what_is_no_map_is_refused(neighbours: Any, message: str) -> None:
    with pytest.raises(MapError, match=message):
        Map(neighbours)


def test_hexes_off_the_grid_are_refused() -> None:
    with pytest.raises(MapError, match="a hex is off the grid"):
        assert Map(((1,), (0,)), (((0, 0),), ((99, 0),))).native


def test_odds_of_a_position() -> None:
    position = chain(dice=[3, 8, 5, 4, 2])
    assert position.win_chance(attack(2, 3)) == pytest.approx(0.71807, abs=1e-5)
    assert position.hold_chance(0) == 1
    assert position.hold_chance(2, 1) < position.hold_chance(2) < 1


def test_positions_and_maps_travel_between_processes() -> None:
    board = Map.grow(seed=3)
    assert board.native is not None
    assert pickle.loads(pickle.dumps(board)) == board
    assert pickle.loads(pickle.dumps(Rules(players=3))) == Rules(players=3)


def test_a_view_shows_the_whole_position() -> None:
    game = Game(Rules(players=3), 4)
    game.end()
    position, view = game.position, game.position.view
    assert np.array_equal(view.owners, position.owners)
    assert np.array_equal(view.dice, position.dice)
    assert (view.player, view.transfers, view.commands, view.turns) == (1, 6, 0, 0)
    assert [tuple(view.around(area)) for area in range(34)] == list(position.map.neighbours)
