"""A server of Dicewars: the games of a match, every command checked, and an end for every game."""

from __future__ import annotations

import json
import re
import socket
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.dice.match import table_dice
from hazard.arena.dice.serving import Place, Served, serve_dice
from hazard.arena.replaying import replay
from hazard.core.errors import BadInput
from hazard.core.registry import resolve
from hazard.dice.formats import format_game_start
from hazard.dice.game import Game
from hazard.dice.record import Record
from hazard.dice.rules import Rules
from hazard.dice.wire.clock import Clock
from hazard.dice.wire.joining import Address, join_dice
from hazard.dice.wire.limits import LIMITS
from tests.dice.wire.served import DUEL, Raw, Server, encoded, in_thread, plays, records_in, serving

QUICK = Clock(0.3, 0.02)


def matched(agents: list[str], deal: Deal, path: Path) -> list[Record]:
    """The records of a match of the same seeds."""
    table_dice(agents, deal).run(records=path)
    return records_in(path)


def games_of(records: list[Record]) -> list[tuple[object, ...]]:
    return [(record.seeds, record.commands, record.winner, record.rules) for record in records]


def until(server: Server, told: str) -> None:
    """Wait for a line of its report."""
    while not any(told in line for line in server.lines):
        assert server.is_alive()
        time.sleep(0.002)


def fault_of(served: Served) -> tuple[str, str]:
    """Status and message of the one seat that failed."""
    (fault,) = served.result.faults
    return fault.status, fault.message


def test_clients_in_the_platforms_manner_play_the_games_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "served.jsonl"
    with serving(["dt.sdc", "kb.sdc_post_at"], rules=Rules(areas=20), records=path) as server:
        clients = [plays(server.port, nickname) for nickname in ("one", "two")]
    for client in clients:
        client.join(10)
    served = server.result()
    assert games_of(records_in(path)) == games_of(
        matched(["dt.sdc"] * 4, Deal(Rules(areas=20), 1, 1, False), tmp_path / "match.jsonl")
    )
    assert served.stopped is None
    assert served.endings == {"one player owns everything": 1}
    assert all(line.fault is None for line in replay(path))
    assert set(records_in(path)[0].agents[2:]) == {"dice/dt.sdc", "dice/kb.sdc_post_at"}
    assert sorted(records_in(path)[0].agents[:2]) == ["client:one", "client:two"]


def test_joined_agents_play_the_games_of_a_match_from_every_seat(tmp_path: Path) -> None:
    agents = ["kb.stei_adt", "kb.sdc_pre_at", "dt.wpm_c", "dt.stei"]
    path = tmp_path / "served.jsonl"
    with serving(rules=Rules(), maps=2, rotate=True, records=path) as server:
        address = Address("127.0.0.1", server.port)
        threads = []
        for name in agents:  # one after the other: they sit as they come
            threads.append(in_thread(lambda name=name: join_dice(address, resolve(name, "dice"), games=8)))
            until(server, f"{name} came")
    served = server.result()
    match = table_dice(agents, Deal(Rules(), 1, 2, True)).run(records=tmp_path / "match.jsonl")
    assert games_of(records_in(path)) == games_of(records_in(tmp_path / "match.jsonl"))
    told, same = served.to_json(), match.to_json()
    for ours, theirs in zip(told["agents"], same["agents"], strict=True):
        assert ours.pop("agent") == f"client:{theirs.pop('agent')}"
        for timing in ("ms_per_decision", "slowest_ms"):
            del ours[timing], theirs[timing]
        assert ours.pop("attacks_expected") == pytest.approx(
            theirs.pop("attacks_expected")
        )  # summed otherwise
        assert ours == theirs
    assert (told["endings"], told["stopped"]) == ({"one player owns everything": 8}, None)


def test_messages_are_those_of_the_platform() -> None:
    with serving(["kb.sdc_pre_at"], rules=Rules(players=2)) as server:
        client = Raw(server.port, "me")
        client.run()
    server.result()
    first, *rest = client.said
    assert set(first) == {
        "type", "areas", "score", "player", "no_players", "current_player", "board", "order"
    }  # fmt: skip
    assert (first["type"], first["player"], first["no_players"]) == ("game_start", 1, 2)
    assert set(first["areas"]["1"]) == {"adjacent_areas", "owner", "dice"}
    assert set(first["board"]["1"]) == {"hexes", "neighbours"}
    assert [message["type"] for message in rest[-2:]] == ["game_end", "close_socket"]
    fields = {
        "battle": {"type", "areas", "score", "result"},
        "transfer": {"type", "areas", "score", "result"},
        "end_turn": {"type", "areas", "score", "current_player", "reserves"},
    }
    assert {message["type"] for message in rest[:-2]} == set(fields)
    for message in rest[:-2]:
        assert set(message) == fields[message["type"]]
        assert set(message["score"]) == {"1", "2"}
        if message["type"] == "end_turn":
            assert all(set(area) == {"owner", "dice"} for area in message["areas"].values())
            assert set(message["reserves"]) == {"1", "2"}
        else:
            assert len(message["areas"]) == 34
            sides, named = (
                (("atk", "def"), {"name", "dice", "owner", "pwr"})
                if message["type"] == "battle"
                else (("src", "dst"), {"name", "dice"})
            )
            for side in sides:
                told = message["result"][side]
                assert set(told) == named
                assert told["dice"] == message["areas"][str(told["name"])]["dice"]


def turn_of_all_attacks(client: Raw) -> bytes:
    """Two commands that are legal whatever is rolled: an attack, and the end of the turn."""
    (source, target), *_ = client.attacks()
    return encoded(type="battle", atk=source, **{"def": target}) + encoded(type="end_turn")


@pytest.mark.parametrize("between", [b"", b"\0\n"])
def test_a_turn_split_at_every_byte_is_the_same_turn(between: bytes, tmp_path: Path) -> None:
    played: set[tuple[str, ...]] = set()
    at, length = 0, 1
    while at <= length:
        path = tmp_path / f"{at}.jsonl"
        with serving(["dt.sdc"], records=path, games=1) as server:
            client = Raw(server.port, "me").hello()
            assert client.until_ours()
            turn = turn_of_all_attacks(client).replace(b"}{", b"}" + between + b"{") + between
            length = len(turn)
            client.say(turn[:at])
            if at % 8 == 0:
                time.sleep(0.002)  # so that it comes in two packets, now and then
            client.say(turn[at:])
            client.receive()
            client.receive()
            client.socket.close()
        assert fault_of(server.result()) == ("error", "closed the connection")
        played.add(records_in(path)[0].commands)
        at += 1
    assert len(played) == 1


def test_a_game_sent_byte_by_byte_is_the_game_sent_in_packets(tmp_path: Path) -> None:
    class Byte(Raw):
        def send(self, message: dict[str, object]) -> None:
            for byte in json.dumps(message).encode():
                self.socket.sendall(bytes([byte]))

    commands = []
    for kind in (Raw, Byte):
        with serving(["dt.stei"], records=tmp_path / "r.jsonl") as server:
            kind(server.port, "me", packet=7 if kind is Byte else 65535).run()
        server.result()
        commands.append(records_in(tmp_path / "r.jsonl")[0].commands)
    assert commands[0] == commands[1]


def after_one_answer(answer: bytes | None, **options: Any) -> tuple[Served, Raw]:
    """What comes of a client that answers its first turn so and then only listens (None: it leaves)."""
    with serving(["dt.sdc"], **options) as server:
        client = Raw(server.port, "me").hello()
        assert client.until_ours()
        if answer is not None:
            client.say(answer)
            client.to_the_end()
        client.socket.close()
    return server.result(), client


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


def attack(source: object, target: object) -> bytes:
    return encoded(type="battle", atk=source, **{"def": target})


def move(source: object, target: object) -> bytes:
    return encoded(type="transfer", src=source, dst=target)


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


def test_a_client_that_leaves_costs_nobody_the_game() -> None:
    served, _ = after_one_answer(None)
    assert fault_of(served) == ("error", "closed the connection")
    assert served.endings == {"one player owns everything": 1}


def test_a_client_that_resets_or_closes_one_way_is_gone() -> None:
    for way in ("reset", "half"):
        with serving(["dt.sdc"]) as server:
            client = Raw(server.port, "me").hello()
            assert client.until_ours()
            if way == "reset":
                client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                client.socket.close()
            else:
                client.socket.shutdown(socket.SHUT_WR)
                client.to_the_end()
        assert fault_of(server.result()) == ("error", "closed the connection")


def test_a_game_that_everybody_leaves_ends_by_idle_rounds_and_the_series_when_nobody_comes_back() -> None:
    with serving(maps=2, wait=0.1) as server:
        clients = [Raw(server.port, name).hello() for name in "ab"]
        clients[0].until_ours()
        for client in clients:
            client.socket.close()
    served = server.result()
    assert served.endings == {"8 rounds of nothing but ended turns": 1}
    assert served.stopped == "no client came within 0.1 s"
    assert [row.statuses for row in served.result.lanes[0].standings.values()] == [{"error": 1}] * 2


def test_a_slow_client_loses_its_turn_and_plays_on() -> None:
    with serving(["dt.rand"], rules=replace(DUEL, areas=12), clock=QUICK, seed=2) as server:
        client = Raw(server.port, "me").hello()
        assert client.until_ours()
        assert client.receive()["type"] == "end_turn"  # nobody asked for it but the clock
        client.handle(client.said[-1])
        client.go_on()
        assert client.commands > 0
    status, message = fault_of(server.result())
    assert (status, message) == ("timeout", "the clock ended a turn")


def test_a_command_that_comes_too_late_is_not_held_against_the_client() -> None:
    with serving(["dt.sdc"], rules=Rules(2, 20), clock=Clock(0.2, 0.2)) as server:
        client = Raw(server.port, "me").hello()
        assert client.until_ours()
        while client.receive()["type"] != "end_turn" or client.said[-1]["current_player"] != 1:
            client.handle(client.said[-1])
        client.handle(client.said[-1])
        foreign = next(name for name, area in client.areas.items() if area["owner"] == 2)
        client.say(attack(foreign, 1))  # as one that was legal a turn ago
        client.say(encoded(type="end_turn"))
        assert client.receive()["type"] == "end_turn"
        client.socket.close()
    assert fault_of(server.result()) == ("error", "closed the connection")


def test_a_silent_client_is_given_up_after_eight_turns() -> None:
    with serving(["xlogin00"], rules=Rules(2, 40), clock=Clock(0.1, 0.01)) as server:
        client = Raw(server.port, "me").hello()
        client.to_the_end()
    turns = sum(message["type"] == "end_turn" and message["current_player"] == 2 for message in client.said)
    assert turns <= 8
    status, message = fault_of(server.result())
    assert status == "timeout"
    assert message in ("silent for 8 turns one after the other", "the clock ended a turn")


def test_without_a_clock_a_client_may_take_its_time() -> None:
    with serving(["dt.sdc"], clock=None) as server:
        client = Raw(server.port, "me").hello()
        assert client.until_ours()
        time.sleep(0.5)
        client.say(encoded(type="end_turn"))
        client.socket.close()
    assert fault_of(server.result()) == ("error", "closed the connection")


def test_commands_far_ahead_are_a_flood() -> None:
    served, _ = after_one_answer(encoded(type="end_turn") * 100)
    assert fault_of(served) == ("error", "flood: more than 64 commands ahead")


def test_words_out_of_turn_are_not_read_and_many_of_them_are_a_flood() -> None:
    with serving(rules=DUEL) as server:
        first = Raw(server.port, "first").hello()
        until(server, "first came")
        other = Raw(server.port, "other").hello()
        first.until_ours()
        for _ in range(200):
            other.say(b'{"type":"whatever"}')
        first.say(encoded(type="end_turn"))
        other.until_ours()
        other.say(encoded(type="end_turn"))  # legal and read: the chatter was not held against it
        first.until_ours()
        for _ in range(200):
            other.say(b'{"type":"whatever"}')
        other.to_the_end()
        first.socket.close()
    told = {fault.message for fault in server.result().result.faults}
    assert told == {"flood: more than 256 messages out of turn", "closed the connection"}


def test_a_client_that_does_not_read_is_dropped() -> None:
    with serving(["dt.rand"], rules=Rules(2, 40), limits=replace(LIMITS, unread=100_000)) as server:
        client = Raw(server.port, "me")
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.hello()
        assert client.until_ours()
        for _ in range(4000):
            try:
                client.say(encoded(type="end_turn"))
                time.sleep(0.0005)
            except OSError:
                break
        client.socket.close()
    _, message = fault_of(server.result())
    assert message.startswith(("does not read: 100,000 bytes", "flood", "closed"))


def test_who_says_no_name_in_time_or_something_else_first_is_sent_away() -> None:
    with serving(["dt.sdc"], limits=replace(LIMITS, hello=0.1)) as server:
        silent, rude = Raw(server.port, "s"), Raw(server.port, "r")
        rude.say(b'{"type":"end_turn"}')
        assert rude.to_the_end() == ""
        assert silent.to_the_end() == ""
        Raw(server.port, "me").run()
    assert server.result().result.faults == []


def test_one_connection_too_many_is_closed_and_the_others_play() -> None:
    with serving(["dt.sdc"], limits=replace(LIMITS, connections=3)) as server:
        idle = [Raw(server.port, "idle") for _ in range(2)]
        time.sleep(0.05)
        player = Raw(server.port, "me")
        time.sleep(0.05)
        assert Raw(server.port, "late").to_the_end() == ""
        player.run()
        for client in idle:
            client.to_the_end()
    assert server.result().result.played == 1


def test_clients_are_known_by_nickname_and_strangers_sent_away() -> None:
    with serving(["dt.sdc"], maps=2, rotate=True) as server:
        port = server.port
        Raw(port, "me").run()
        stranger = Raw(port, "stranger").hello()
        assert stranger.to_the_end() == "close_socket"
        for _ in range(3):
            Raw(port, "me").run()
    served = server.result()
    assert served.result.names == ("client:me", "dice/dt.sdc")
    assert [seat.games for seat in served.result.lanes[0].standings[0].by_seat] == [2, 2]
    assert any(line.startswith("stranger came") for line in server.lines)


def test_two_clients_of_one_nickname_are_one_agent_with_two_seats() -> None:
    with serving(maps=2) as server:
        threads = [plays(server.port, "twin", 2) for _ in range(2)]
    for thread in threads:
        thread.join(10)
    row = server.result().result.lanes[0].standings[0]
    assert (row.agent, row.games, row.wins) == ("client:twin", 4, 2)


def test_who_stays_away_from_the_next_game_only_ends_its_turns() -> None:
    with serving(maps=2, wait=0.2) as server:
        port = server.port
        once, both = plays(port, "once"), plays(port, "both", 2)
    once.join(10)
    both.join(10)
    served = server.result()
    assert served.result.played == 2
    assert served.stopped is None
    (fault,) = served.result.faults
    assert (fault.agent, fault.message) == ("client:once", "did not come to the game")


def test_who_leaves_before_the_game_begins_is_forgotten() -> None:
    with serving() as server:
        leaver = Raw(server.port, "leaver").hello()
        until(server, "leaver came")
        leaver.socket.close()
        until(server, "leaver left")
        threads = [plays(server.port, name) for name in "ab"]
    for thread in threads:
        thread.join(10)
    assert set(server.result().result.names) == {"client:a", "client:b"}


BROKEN = """
class Broken:
    def choose(self, views):
        if views.moves[0] > 1:
            raise RuntimeError("out of ideas")
        from hazard.dice.views import Decisions
        return Decisions.of([(0, 0, 0)])
"""


def test_an_agent_of_ours_that_fails_ends_its_turns_with_a_status(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    with serving([str(tmp_path / "broken.py")]) as server:
        Raw(server.port, "me").run()
    status, message = fault_of(server.result())
    assert status == "error"
    assert "RuntimeError: out of ideas (broken.py, line 5)" in message


def test_a_nickname_is_made_fit_for_a_table() -> None:
    with serving(["dt.sdc"]) as server:
        Raw(server.port, " \x1b[31m\nred\0" + "x" * 100).run()
    name = server.result().result.names[0]
    assert name == "client:[31mred" + "x" * 33


def test_what_cannot_be_served_is_refused_before_anybody_waits(tmp_path: Path) -> None:
    deal = Deal(DUEL, 1, 1, False)
    with pytest.raises(
        BadInput, match="2 agents leave no seat of 2 to a client; hazard match dice plays them"
    ):
        serve_dice(deal, ["dt.sdc", "dt.ste"])
    with pytest.raises(BadInput, match="2 games: want 1 to 1"):
        serve_dice(deal, games=2)
    with pytest.raises(BadInput, match="unknown agent"):
        serve_dice(deal, ["dt.sdd"])
    with pytest.raises(BadInput, match="cannot write"):
        serve_dice(deal, records=tmp_path / "nowhere" / "r.jsonl")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=f"cannot listen at 127.0.0.1:{port}: address already in use"):
            serve_dice(deal, place=Place(port=port))
    with pytest.raises(BadInput, match=r"cannot listen at 192\.0\.2\.1:0"):
        serve_dice(deal, place=Place(host="192.0.2.1"))
