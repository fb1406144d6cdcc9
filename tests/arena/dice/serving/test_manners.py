"""Clients that leave, stall, chatter or do not read: the game goes on."""

from __future__ import annotations

import asyncio
import socket
import time
from dataclasses import replace

import pytest

from hazard.dice.rules import Rules
from hazard.dice.wire.client import Client
from hazard.dice.wire.clock import Clock
from hazard.dice.wire.limits import LIMITS
from tests.dice.wire.served import DUEL, Raw, after_one_answer, attack, encoded, fault_of, serving, until

QUICK = Clock(0.3, 0.02)


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
    with serving(["dt.rand"], rules=replace(DUEL, areas=12), clock=Clock(0.3, 1.0), seed=2) as server:
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


def test_words_out_of_turn_are_not_read_and_many_of_them_are_a_flood() -> None:
    with serving(rules=DUEL) as server:
        first = Raw(server.port, "first").hello()
        until(server, "first came")
        other = Raw(server.port, "other").hello()
        first.until_ours()
        other.say(b'{"type":"whatever"}' * 200)
        first.say(encoded(type="end_turn"))
        other.until_ours()
        other.say(encoded(type="end_turn"))  # legal and read: the chatter was not held against it
        first.until_ours()
        other.say(b'{"type":"whatever"}' * 200)
        other.to_the_end()
        first.socket.close()
    told = {fault.message for fault in server.result().result.faults}
    assert told == {"flood: more than 256 messages out of turn", "closed the connection"}


def test_a_client_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Client.connection_made

    def narrow(client: Client, transport: asyncio.BaseTransport) -> None:
        """What the system keeps for the reader is little, and known."""
        connection = transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        made(client, transport)

    monkeypatch.setattr(Client, "connection_made", narrow)
    limits = replace(LIMITS, unread=20_000)
    with serving(["dt.rand"] * 3, rules=Rules(4, 50), clock=QUICK, limits=limits) as server:
        client = Raw(server.port, "me").hello()
        assert client.until_ours()
        server.join(120)
        client.socket.close()
    assert fault_of(server.result()) == ("error", "does not read: 20,000 bytes wait for it")
