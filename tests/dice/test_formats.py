"""The platform's game_start: read as it comes, written so that it reads back, refused in one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hazard.core.errors import PositionError
from hazard.dice.formats import (
    format_game_start,
    parse_game_start,
    parse_game_starts,
    read_game_starts,
    write_game_starts,
)
from hazard.dice.game import Game
from hazard.dice.map import Map
from hazard.dice.position import Position
from hazard.dice.rules import Rules


def message(**changes: Any) -> dict[str, Any]:
    """Three areas in a row, of the players 7 and 5, who play in this order."""
    return {
        "type": "game_start",
        "areas": {
            "10": {"adjacent_areas": [4, "2"], "owner": 5, "dice": 3},
            "2": {"adjacent_areas": [10], "owner": 7, "dice": 1},
            "4": {"adjacent_areas": ["10"], "owner": "7", "dice": 8},
        },
        "score": {"7": 1, "5": 1},
        "player": 5,
        "no_players": 2,
        "current_player": 5,
        "order": [7, 5],
        "board": {
            "2": {"hexes": [[-1, -1]], "neighbours": ["10"]},
            "4": {"hexes": [[3, 1]], "neighbours": ["10"]},
            "10": {"hexes": [[0, 0], [2, 0]], "neighbours": ["2", "4"]},
        },
    } | changes


def with_area(name: str, **changes: Any) -> dict[str, Any]:
    told = message()
    told["areas"][name] |= changes
    return told


def test_ids_become_numbers_and_the_order_of_adjacency_stays() -> None:
    position = parse_game_start(json.dumps(message()))
    assert position.map.neighbours == ((2,), (2,), (1, 0))
    assert position.map.hexes == (((-1, -1),), ((3, 1),), ((0, 0), (2, 0)))
    assert position.dice.tolist() == [1, 8, 3]


def test_seats_are_numbered_in_the_order_of_turns() -> None:
    position = parse_game_start(json.dumps(message()))
    assert position.owners.tolist() == [0, 0, 1]
    assert position.player == 1
    assert position.rules.players == 2


@pytest.mark.parametrize("players", range(2, 9))
def test_what_was_written_reads_back_the_same(players: int) -> None:
    position = Game(Rules(players=players), seed=players).position
    assert parse_game_start(format_game_start(position)) == position


def test_reserves_are_kept() -> None:
    start = Game(Rules(players=2), seed=1).position
    position = Position(start.map, start.owners, start.dice, rules=start.rules, reserves=[0, 9], player=1)
    assert parse_game_start(format_game_start(position)) == position
    assert "reserves" not in format_game_start(start)


def test_a_written_message_has_the_fields_of_the_platform() -> None:
    told = json.loads(format_game_start(Game(Rules(players=3), seed=1).position))
    assert set(told) == set(message())
    assert set(told["areas"]) == set(told["board"]) == {str(number) for number in range(1, 35)}
    assert set(told["areas"]["1"]) == {"adjacent_areas", "owner", "dice"}
    assert set(told["board"]["1"]) == {"hexes", "neighbours"}
    assert (told["order"], told["current_player"], told["no_players"]) == ([1, 2, 3], 1, 3)


def test_a_file_holds_one_message_in_any_layout_or_one_a_line(tmp_path: Path) -> None:
    one = Game(seed=1).position
    pretty = json.dumps(json.loads(format_game_start(one)), indent=2)
    assert parse_game_starts(pretty) == [one]
    assert parse_game_starts(format_game_start(one).encode() + b"\0") == [one]
    several = [Game(seed=seed).position for seed in (1, 2, 3)]
    path = tmp_path / "maps.jsonl"
    write_game_starts(path, several)
    assert read_game_starts(path) == several


def test_a_map_without_board_has_no_hexes() -> None:
    told = message()
    del told["board"], told["order"]
    with pytest.raises(PositionError, match="owner 7 is no player; the players are 1, 2"):
        parse_game_start(json.dumps(told))
    position = parse_game_start(json.dumps(message(board={})))
    assert position.map == Map(((2,), (2,), (1, 0)))


def test_other_rules_can_be_given() -> None:
    rules = Rules(players=2, areas=5, transfers=0)
    assert parse_game_start(json.dumps(message()), rules=rules).transfers_left == 0
    with pytest.raises(PositionError, match="2 players on 3 areas do not fit a table of 2 on 2"):
        parse_game_start(json.dumps(message()), rules=Rules(players=2, areas=2))


WRONG: list[tuple[dict[str, Any], str]] = [
    (message(type="battle"), "type 'battle' is no game_start"),
    (message(no_players=1), "no_players 1: want 2 to 8"),
    (message(order=[7]), "order names [7]"),
    (message(order=[7, 7]), "each of the 2 players once"),
    (message(order=[7, "x"]), "order: 'x' is no id"),
    (message(current_player=9), "current_player 9 is no player; the players are 7, 5"),
    (message(areas={}), "areas has 0 areas"),
    (with_area("10", dice=9), "area 10 has 9 dice: want 1 to 8"),
    (with_area("10", owner=1), "area 10: owner 1 is no player"),
    (with_area("2", adjacent_areas=[11]), "area 2: adjacent_areas names 11, which is no area"),
    (with_area("2", adjacent_areas=[10, 4]), "does not list"),
    (with_area("2", adjacent_areas=["²"]), "area 2: adjacent_areas: '²' is no id"),
    (with_area("2", dice="3"), "`$.areas[...].dice`"),
    (message(board={"2": {"hexes": [[0, 0]]}}), "they differ in 4"),
    (message(board=message()["board"] | {"4": {"hexes": [[1, 0]]}}), "area 4: there is no hex [1, 0]"),
    (message(board=message()["board"] | {"4": {"hexes": [[10**12, 0]]}}), "area 4: there is no hex"),
    (message(board=message()["board"] | {"4": {"hexes": [[0, 0]]}}), "hex [0, 0] is also of area 4"),
    (message(board=message()["board"] | {"4": {"hexes": []}}), "area 4: no hexes"),
    (message(reserves={"7": 65}), "reserves: player 7 has 65"),
    (message(reserves={"8": 1}), "reserves: player 8 is no player"),
]


@pytest.mark.parametrize(("told", "reason"), WRONG, ids=[reason[:40] for _, reason in WRONG])
def test_what_is_wrong_is_named_with_its_place(told: dict[str, Any], reason: str) -> None:
    with pytest.raises(PositionError) as raised:
        parse_game_starts(json.dumps(told))
    assert reason in str(raised.value)


def test_errors_name_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "maps.jsonl"
    path.write_text(f"{json.dumps(message())}\n\n{json.dumps(message(no_players=9))}\n")
    with pytest.raises(PositionError, match=r"maps.jsonl: line 3: no_players 9"):
        read_game_starts(path)
    with pytest.raises(PositionError, match="cannot read"):
        read_game_starts(tmp_path / "none")
    with pytest.raises(PositionError, match="no game_start message"):
        parse_game_starts(b"\n")


def places(value: Any) -> list[tuple[Any, ...]]:
    """The path to every value inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(key, *rest) for key, part in inside for rest in [(), *places(part)]]


@pytest.mark.parametrize("place", places(message()), ids=lambda place: ".".join(map(str, place)))
def test_whatever_stands_in_a_place_there_is_a_position_or_one_line(place: tuple[Any, ...]) -> None:
    for odd in (None, -1, 0, 7, 2**63, 10**30, 1.5, "", "7", "x" * 2000, True, [], {}, [[0, 0]], {"1": 1}):
        told = message()
        where = told
        for key in place[:-1]:
            where = where[key]
        where[place[-1]] = odd
        reason = None
        try:
            assert parse_game_starts(json.dumps(told))
        except PositionError as error:
            reason = str(error)
        assert reason is None or 0 < len(reason) < 400
