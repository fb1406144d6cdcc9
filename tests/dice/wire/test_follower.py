"""A client that only hears messages sees exactly the views that the engine shows."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random
from typing import Any

import numpy as np
import pytest

from hazard.core.registry import resolve
from hazard.dice.command import END, Command, Kind, attack, transfer
from hazard.dice.event import last_event
from hazard.dice.games import OUTSIDE, Games, no_commands
from hazard.dice.rules import Rules
from hazard.dice.views import Views
from hazard.dice.wire import messages
from hazard.dice.wire.follower import Follower, illegal
from hazard.dice.wire.framing import WireError

AGENTS = ["kb.stei_adt", "kb.sdc_pre_at", "dt.rand", "kb.stei_dt", "dt.ste", "xlogin42", "dt.wpm_c", "dt.sdc"]


class Wire:
    """A game of the engine whose messages are collected, and what the engine shows before each command."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.games = Games(rules, 1, record=True)
        self.games.deal(np.full((1, 4), seed, np.uint64))
        self.games.seat(np.full((1, rules.players), OUTSIDE, np.int32))
        self.games.advance()
        self.position = self.games.position(0)
        self.teller = messages.Teller(self.position)
        self.agents = [resolve(name, "dice").make() for name in AGENTS[: rules.players]]

    def start(self, seat: int) -> bytes:
        return messages.game_start(self.position, seat)

    def step(self) -> bytes:
        views = self.games.views
        told = no_commands(1)
        told[0] = self.agents[int(views.player[0])].choose(views).commands[0]
        self.games.step(told)
        assert not self.games.refused[0]
        self.position = self.games.position(0)
        return self.teller.tell(last_event(*self.games.events(0)), self.position)


def same(one: Views, other: Views) -> bool:
    names = [field.name for field in fields(one) if field.name not in ("rules", "seeds")]
    return one.rules == other.rules and all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in names
    )


def renamed(data: bytes, draws: Random) -> bytes:
    """The same message with other ids, some of them as strings, in another order, with unknown fields."""

    def area(name: int | str) -> int | str:
        number = 3 * int(name) + 100
        return draws.choice((number, str(number)))

    def player(name: int | str) -> int | str:
        return -1 if int(name) < 0 else 7 + int(name) * 2

    def walk(value: Any, key: str = "") -> Any:
        if key in ("areas", "board"):
            items = [(str(area(name)), walk(part)) for name, part in value.items()]
            return dict(draws.sample(items, len(items)))
        if key in ("score", "reserves"):
            return {str(player(name)): count for name, count in value.items()}
        if isinstance(value, dict):
            return {name: walk(part, name) for name, part in value.items()} | {"unknown": [1, {"x": None}]}
        if key in ("adjacent_areas", "neighbours"):
            return [area(name) for name in value]
        if key == "order":
            return [player(name) for name in value]
        if key == "name":
            return area(value)
        return player(value) if key in ("owner", "player", "current_player", "winner") else value

    return json.dumps(walk(json.loads(data[:-1]))).encode()


@pytest.mark.parametrize(("players", "areas", "transfers"), [(2, 34, 6), (4, 34, 6), (4, 20, 2), (8, 40, 6)])
@pytest.mark.parametrize("other_ids", [False, True])
def test_views_are_those_of_the_engine_at_every_command(
    players: int, areas: int, transfers: int, other_ids: bool
) -> None:
    draws = Random(1)
    wire = Wire(Rules(players, areas, transfers=transfers), seed=players)
    followers = [Follower(transfers) for _ in range(players)]

    def tell(seat: int, data: bytes) -> None:
        assert followers[seat].hear(renamed(data, draws) if other_ids else data[:-1])

    for seat in range(players):
        tell(seat, wire.start(seat))
        assert followers[seat].seat == seat
    while not wire.games.over[0]:
        turn = int(wire.games.views.player[0])
        assert [seat for seat in range(players) if followers[seat].our_turn] == [turn]
        seen = followers[turn].views
        assert seen is not None
        assert same(seen, wire.games.views)
        data = wire.step()
        for seat in range(players):
            tell(seat, data)
    for seat in range(players):
        tell(seat, messages.game_end(wire.position.winner))
    assert [follower.winner for follower in followers] == [wire.position.winner] * players
    assert not any(follower.our_turn for follower in followers)


def test_a_battle_without_areas_is_followed_by_its_result_alone() -> None:
    wire = Wire(Rules(), seed=3)
    follower = Follower()
    follower.hear(wire.start(0)[:-1])
    for _ in range(100):
        told = json.loads(wire.step()[:-1])
        if told["type"] != "end_turn":
            del told["areas"], told["score"]
        follower.hear(json.dumps(told).encode())
    assert follower.views is not None
    assert follower.views.owners.tolist() == wire.games.views.owners.tolist()
    assert follower.views.dice.tolist() == wire.games.views.dice.tolist()


def test_a_state_in_the_middle_of_a_game_is_entered_whole() -> None:
    wire = Wire(Rules(), seed=3)
    follower = Follower()
    follower.hear(wire.start(1)[:-1])
    for _ in range(60):
        wire.step()
    told = json.loads(wire.start(1)[:-1]) | {"type": "game_state"}
    del told["board"], told["order"]
    follower.hear(json.dumps(told).encode())
    assert follower.views is not None
    assert follower.views.owners.tolist() == wire.games.views.owners.tolist()
    assert follower.views.dice.tolist() == wire.games.views.dice.tolist()
    assert follower.views.player.tolist() == wire.games.views.player.tolist()
    assert not follower.hear(json.dumps(told).encode())  # nothing new: no command is due


def test_messages_of_unknown_types_change_nothing() -> None:
    follower = Follower()
    assert not follower.hear(b'{"type":"chat","text":"good luck"}')
    follower.hear(Wire(Rules(), seed=3).start(1)[:-1])
    assert not follower.hear(b'{"type":"chat","text":"good luck"}')
    assert not follower.hear(b'{"type":"close_socket"}')
    assert follower.closed
    assert not follower.over


def test_orders_have_the_ids_of_the_server() -> None:
    follower = Follower()
    follower.hear(renamed(Wire(Rules(), seed=3).start(1), Random(1)))
    assert json.loads(follower.order(attack(0, 33))) == {"type": "battle", "atk": 103, "def": 202}
    assert json.loads(follower.order(transfer(1, 2))) == {"type": "transfer", "src": 106, "dst": 109}
    assert json.loads(follower.order(END)) == {"type": "end_turn"}


def test_what_the_rules_refuse_is_known_before_it_is_sent() -> None:
    wire = Wire(Rules(), seed=3)
    follower = Follower()
    follower.hear(wire.start(0)[:-1])
    assert follower.views is not None
    position = wire.position
    commands = [
        Command(kind, source, target)
        for kind in (Kind.ATTACK, Kind.TRANSFER)
        for source in range(34)
        for target in range(34)
    ]
    for command in commands:
        assert (illegal(follower.views, command) is None) == (position.why_illegal(command) is None)
    assert illegal(follower.views, END) is None


def started() -> Follower:
    follower = Follower()
    follower.hear(Wire(Rules(), seed=3).start(1)[:-1])
    return follower


def area(name: object, **told: object) -> dict[str, object]:
    return {
        "type": "transfer",
        "result": {"src": {"name": name, "dice": 1, **told}, "dst": {"name": 2, "dice": 2}},
    }


REFUSED = [
    ({"type": "game_start"}, "is no message"),
    ({"type": "end_turn"}, "is no message: .*current_player"),
    ({"type": 7}, "is no message"),
    ({"type": "battle", "result": {"atk": 1}}, "is no message"),
    ({"type": "end_turn", "current_player": 9}, "current_player 9 is no player; the players are 1, 2, 3, 4"),
    ({"type": "end_turn", "current_player": "one"}, "current_player: 'one' is no id"),
    ({"type": "end_turn", "current_player": 1, "reserves": {"1": 65}}, "player 1 has 65 dice in reserve"),
    (
        {"type": "end_turn", "current_player": 1, "areas": {"1": {"owner": 5, "dice": 1}}},
        "area 1: owner 5 is no",
    ),
    (area(35), "there is no area 35; the areas are 1 to 34"),
    (area(1, dice=9), "area 1 has 9 dice: want 1 to 8"),
    ({"type": "game_end", "winner": 0}, "winner 0 is no player"),
]


@pytest.mark.parametrize(("told", "message"), REFUSED)
def test_what_cannot_be_is_refused(told: object, message: str) -> None:
    with pytest.raises(WireError, match=message):
        started().hear(json.dumps(told).encode())


def test_messages_in_an_order_that_cannot_be_are_refused() -> None:
    start = Wire(Rules(), seed=3).start(1)[:-1]
    with pytest.raises(WireError, match="before its game_start"):
        Follower().hear(b'{"type":"end_turn","current_player":1}')
    with pytest.raises(WireError, match="a second game_start"):
        started().hear(start)
    with pytest.raises(WireError, match="does not say which player we are"):
        Follower().hear(json.dumps(json.loads(start) | {"player": None}).encode())
    with pytest.raises(WireError, match="player 8 is no player"):
        Follower().hear(json.dumps(json.loads(start) | {"player": 8}).encode())
    over = started()
    over.hear(b'{"type":"game_end","winner":-1}')
    assert (over.over, over.winner) == (True, None)
    with pytest.raises(WireError, match="goes on after its end"):
        over.hear(b'{"type":"end_turn","current_player":1}')
