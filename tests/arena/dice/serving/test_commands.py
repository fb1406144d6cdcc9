"""What is no legal command costs its sender all further turns, and nobody else anything."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from hazard.arena.dice.deal import Deal, Lane
from hazard.dice.formats import format_game_start
from hazard.dice.game import Game
from hazard.dice.rules import Rules
from tests.dice.wire.served import DUEL, Raw, after_one_answer, attack, encoded, fault_of, move, serving


def area_where(client_sees: dict[str, dict[str, Any]], **wanted: object) -> int:
    """The first area that is so."""
    return next(
        int(name)
        for name, area in client_sees.items()
        if all(area[key] == value for key, value in wanted.items())
    )


WIDE = Rules(players=2, areas=30)


def start_of() -> dict[str, dict[str, Any]]:
    """The areas at the beginning of the wide map."""
    block = Deal(WIDE, 1, 1, False).part(Lane("", ((0, 0),)), 0, 1)
    board, ownership, dice, rolls = block.seeds[0, :4].tolist()
    position = Game(WIDE, (board, ownership, dice, rolls)).position
    return json.loads(format_game_start(position))["areas"]


def two_that_touch(same_owner: bool, **wanted: object) -> tuple[int, int]:
    """An own area and a neighbour."""
    areas = start_of()
    return next(
        (int(name), other)
        for name, area in areas.items()
        if area["owner"] == 1 and all(area[key] == value for key, value in wanted.items())
        for other in area["adjacent_areas"]
        if (areas[str(other)]["owner"] == 1) == same_owner
    )


def far_apart(owner: int) -> tuple[int, int]:
    """An own area that could attack, and one of an owner that it does not touch."""
    areas = start_of()
    return next(
        (int(name), int(other))
        for name, area in areas.items()
        if area["owner"] == 1 and area["dice"] != 1
        for other in areas
        if other != name and int(other) not in area["adjacent_areas"] and areas[other]["owner"] == owner
    )


ILLEGAL = {
    "a foreign area attacks": (lambda: attack(area_where(start_of(), owner=2), 1), "belongs to player 1"),
    "an own area is attacked": (lambda: attack(*two_that_touch(same_owner=True)), "is your own"),
    "one die attacks": (lambda: attack(*two_that_touch(same_owner=False, dice=1)), "needs two dice"),
    "areas that do not touch": (lambda: attack(*far_apart(owner=2)), "do not touch"),
    "a transfer that does not touch": (lambda: move(*far_apart(owner=1)), "do not touch"),
    "a transfer to a foreign area": (lambda: move(*two_that_touch(same_owner=False)), "is not your own"),
    "a transfer of nothing": (lambda: move(*two_that_touch(same_owner=True, dice=1)), "no die can move"),
    "no such area": (lambda: attack(1, 99), "there is no area 98"),
    "area nought": (lambda: attack(0, 1), "there is no area -1"),
    "a great number": (lambda: attack(10**30, 1), "there is no area"),
    "a name": (lambda: attack("Brno", 1), "there is no area"),
}  # fmt: skip


@pytest.mark.parametrize("case", ILLEGAL)
def test_an_illegal_command_ends_the_turn_and_all_that_follow(case: str) -> None:
    answer, told = ILLEGAL[case]
    served, client = after_one_answer(answer(), rules=WIDE)
    status, message = fault_of(served)
    assert (status, told in message) == ("illegal", True), message
    kinds = [message["type"] for message in client.said]
    assert kinds[1] == "end_turn"  # what came of the command
    assert kinds[-2:] == ["game_end", "close_socket"]  # the client may watch to the end
    assert client.said[-2]["winner"] == 2
    assert served.endings == {"one player owns everything": 1}


def test_one_transfer_too_many_is_refused() -> None:
    rules = replace(DUEL, areas=30, transfers=2)
    with serving(["dt.sdc"], rules=rules) as server:
        client = Raw(server.port, "me").hello()
        assert client.until_ours()
        for sent in range(3):
            pair = next(
                (name, other)
                for name, area in client.areas.items()
                if area["owner"] == 1 and area["dice"] > 1
                for other in area["adjacent_areas"]
                if client.areas[other]["owner"] == 1 and client.areas[other]["dice"] < 8
            )
            client.say(move(*pair))
            message = client.receive()
            client.handle(message)
            assert message["type"] == ("transfer" if sent < 2 else "end_turn")
        client.to_the_end()
    status, message = fault_of(server.result())
    assert status == "illegal"
    assert "all 2 transfers of this turn are used" in message


GARBAGE = [
    (b"hello\n", "garbage: 'hello"),
    (b"\xff\xfe{}", "garbage"),
    (b'{"type":"battle","atk":1}', "garbage: .*missing required field `def`"),
    (b'{"type":"battle","atk":1.5,"def":2}', "garbage"),
    (b'{"type":"battle","atk":null,"def":2}', "garbage"),
    (b'{"type":"surrender"}', "garbage: .*surrender"),
    (b'{"type":{"type":"end_turn"}}', "garbage"),
    (b'{"a":1,"a":2}', "garbage"),
    (b'{"type":"end_turn",}', "garbage"),
    (b'{"type":"end_turn"]', "garbage: .*brackets that do not match"),
    (b'{"a":' * 50, "garbage: .*nested more than 8 deep"),
    (b'{"type":"' + b"x" * 5000, "garbage: a message of more than 4,096 bytes"),
    (b"\n" * 5000, "garbage: more than 4,096 blanks"),
]


@pytest.mark.parametrize(("data", "told"), GARBAGE)
def test_garbage_costs_the_sender_its_turns_and_nobody_else_anything(data: bytes, told: str) -> None:
    served, _ = after_one_answer(data)
    status, message = fault_of(served)
    assert status == "error"
    assert re.search(told, message), message
    assert served.endings == {"one player owns everything": 1}


def test_commands_far_ahead_are_a_flood() -> None:
    served, _ = after_one_answer(encoded(type="end_turn") * 100)
    assert fault_of(served) == ("error", "flood: more than 64 commands ahead")
