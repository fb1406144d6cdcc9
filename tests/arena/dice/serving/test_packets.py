"""Packets split and merged at every byte, in both directions: the same game."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.dice.wire.served import Raw, encoded, fault_of, records_in, serving


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
