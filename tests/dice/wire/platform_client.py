"""A client in the manner of the course platform, written from what its wire says; shares no code with ours.

It keeps the board as the messages tell it, sends each command as one packet without an end, and attacks with
the greatest dice difference while that is not below `least`; with 0, as the reference AI dt.sdc does.
"""

from __future__ import annotations

import json
import socket
from typing import Any

PACKET = 65535


class ServerLeft(Exception):
    """The server has closed the connection."""


class PlatformClient:
    """One game: `PlatformClient(port, "me").run()` gives the winner's id, -1 for nobody."""

    def __init__(
        self, port: int, nickname: str, *, timeout: float = 60.0, packet: int = PACKET, least: int = 0
    ) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self.nickname, self.packet, self.least = nickname, packet, least
        self.heard = ""
        self.areas: dict[int, dict[str, Any]] = {}
        self.score: dict[int, int] = {}
        self.reserves: dict[int, int] = {}
        self.player = self.current = 0
        self.waits = False  # for the answer to a command
        self.commands = 0
        self.said: list[dict[str, Any]] = []  # what the server said

    def run(self) -> int:
        """Say who we are, play, and return the winner's id."""
        self.send({"type": "client_desc", "nickname": self.nickname})
        return self.go_on()

    def close(self) -> None:
        """Leave without a word."""
        self.socket.close()

    def go_on(self) -> int:
        """Play from here to the end."""
        winner = None
        while True:
            message = self.receive()
            if message["type"] == "game_end":
                winner = message["winner"]
            if message["type"] == "close_socket":
                self.socket.close()
                if winner is None:
                    raise ServerLeft
                return winner
            self.handle(message)
            if winner is None and self.current == self.player and not self.waits:
                self.waits = True
                self.send(self.decide())
                self.commands += 1

    def send(self, message: dict[str, Any]) -> None:
        """One packet, one message."""
        self.socket.sendall(json.dumps(message).encode())

    def receive(self) -> dict[str, Any]:
        """The next message that ends with a NUL."""
        while "\0" not in self.heard:
            data = self.socket.recv(self.packet)
            if not data:
                raise ServerLeft
            self.heard += data.decode()
        message, _, self.heard = self.heard.partition("\0")
        self.said.append(json.loads(message))
        return self.said[-1]

    def handle(self, message: dict[str, Any]) -> None:
        """Enter what happened."""
        kind = message["type"]
        if kind == "game_start":
            self.player, self.current = message["player"], message["current_player"]
            self.areas = {int(name): dict(area) for name, area in message["areas"].items()}
        elif kind == "battle":
            for side in ("atk", "def"):
                told = message["result"][side]
                self.areas[told["name"]].update(dice=told["dice"], owner=told["owner"])
        elif kind == "transfer":
            for side in ("src", "dst"):
                told = message["result"][side]
                self.areas[told["name"]]["dice"] = told["dice"]
        elif kind == "end_turn":
            for name, area in message["areas"].items():
                self.areas[int(name)].update(area)
            self.current = message["current_player"]
            self.reserves = {int(name): count for name, count in message["reserves"].items()}
        if "score" in message:
            self.score = {int(name): size for name, size in message["score"].items()}
        self.waits = False

    def attacks(self) -> list[tuple[int, int]]:
        """Every legal attack: sources ascending, targets in the order of the message."""
        return [
            (name, other)
            for name, area in sorted(self.areas.items())
            if area["owner"] == self.player and area["dice"] > 1
            for other in area["adjacent_areas"]
            if self.areas[other]["owner"] != self.player
        ]

    def decide(self) -> dict[str, Any]:
        """The command."""
        attacks = self.attacks()
        differences = [self.areas[source]["dice"] - self.areas[target]["dice"] for source, target in attacks]
        if not attacks or max(differences) < self.least:
            return {"type": "end_turn"}
        source, target = attacks[differences.index(max(differences))]
        return {"type": "battle", "atk": source, "def": target}
