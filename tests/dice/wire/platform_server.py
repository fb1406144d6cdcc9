"""A server in the manner of the course platform: strict about packets, trusting about commands, easily dead.

Written from what its wire says; the rules are those of `hazard.dice.game.Game`, the messages its own.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

from hazard.dice.command import END, Kind, attack, transfer
from hazard.dice.game import Game

Pieces = Callable[[bytes], Iterable[bytes]]


def whole(message: bytes) -> Iterable[bytes]:
    """A packet a message, as on the platform."""
    return (message,)


class PlatformServer(Thread):
    """Serves one game to so many clients, whose ids are in the order of coming; they play in `order`.

    `pieces` cuts what it says into packets.
    """

    def __init__(self, game: Game, order: list[int], pieces: Pieces = whole) -> None:
        super().__init__(daemon=True)
        self.pieces = pieces
        self.game, self.order = game, order
        self.listening = socket.create_server(("127.0.0.1", 0), backlog=len(order))
        self.port: int = self.listening.getsockname()[1]
        self.clients: dict[int, socket.socket] = {}
        self.nicknames: dict[int, str] = {}
        self.died: Exception | None = None

    def run(self) -> None:
        try:
            for player in range(1, len(self.order) + 1):
                self.clients[player], _ = self.listening.accept()
                desc = self.packet(player)
                assert desc["type"] == "client_desc", desc
                self.nicknames[player] = desc["nickname"]
            self.play()
        except Exception as error:
            self.died = error
        finally:
            for client in (*self.clients.values(), self.listening):
                client.close()

    def packet(self, player: int) -> dict[str, Any]:
        """One packet is one message."""
        return json.loads(self.clients[player].recv(65535).decode())

    def tell(self, player: int, message: dict[str, Any]) -> None:
        for piece in self.pieces((json.dumps(message) + "\0").encode()):
            self.clients[player].sendall(piece)

    def state(self) -> dict[str, Any]:
        position = self.game.position
        return {
            "areas": {
                area + 1: {
                    "adjacent_areas": [other + 1 for other in others],
                    "owner": self.order[position.owners[area]],
                    "dice": int(position.dice[area]),
                }
                for area, others in enumerate(position.map.neighbours)
            },
            "score": {name: len(position.largest_region(seat)) for seat, name in enumerate(self.order)},
        }

    def play(self) -> None:
        board = self.game.position.map
        for player in self.clients:
            self.tell(
                player,
                {
                    "type": "game_start",
                    "player": player,
                    "no_players": len(self.order),
                    "current_player": self.order[0],
                    "board": {
                        area + 1: {
                            "hexes": hexes,
                            "neighbours": [other + 1 for other in board.neighbours[area]],
                        }
                        for area, hexes in enumerate(board.hexes)
                    },
                    "order": self.order,
                    **self.state(),
                },
            )
        while not self.game.over:
            message = self.step(self.packet(self.order[self.game.position.player]))
            for player in self.clients:
                self.tell(player, message)
        winner = self.game.winner
        for player in self.clients:
            self.tell(player, {"type": "game_end", "winner": -1 if winner is None else self.order[winner]})
        for player in self.clients:
            self.tell(player, {"type": "close_socket"})

    def step(self, wish: dict[str, Any]) -> dict[str, Any]:
        before = self.state()["areas"]
        if wish["type"] == "end_turn":
            self.game.play(END)
            after = self.state()
            changed = {
                name: {"owner": area["owner"], "dice": area["dice"]}
                for name, area in after["areas"].items()
                if area != before[name]
            }
            position = self.game.position
            return {
                "type": "end_turn",
                "areas": changed,
                "score": after["score"],
                "current_player": self.order[position.player],
                "reserves": dict(zip(self.order, position.reserves, strict=True)),
            }
        ends = ("atk", "def") if wish["type"] == "battle" else ("src", "dst")
        source, target = (wish[end] - 1 for end in ends)
        event = self.game.play((attack if wish["type"] == "battle" else transfer)(source, target))
        state = self.state()
        result: dict[str, Any] = {
            end: {"name": area + 1, "dice": state["areas"][area + 1]["dice"]}
            for end, area in zip(ends, (source, target), strict=True)
        }
        if event.command.kind == Kind.ATTACK:
            for end, area, power in zip(ends, (source, target), event.rolled or (), strict=True):
                result[end] |= {"owner": state["areas"][area + 1]["owner"], "pwr": power}
        return {"type": wish["type"], "result": result, **state}
