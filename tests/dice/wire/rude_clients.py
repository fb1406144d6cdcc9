"""Clients that drop, garble, flood or sleep at random: what a server has to survive."""

from __future__ import annotations

import socket
import time
from collections import Counter
from contextlib import closing, suppress
from random import Random
from threading import Event, Thread

from tests.dice.wire.platform_client import PlatformClient, ServerLeft

BROKEN = ("drops", "resets", "drops amid a message", "half closes")
GARBLED = ("garbage", "wrong type", "nested", "endless", "illegal", "foreign", "floods")
ASLEEP = ("sleeps", "silent", "chatters", "stays away", "leaves the lobby", "never reads")
MANNERS = ("polite", *BROKEN, *GARBLED, *ASLEEP)
AGAIN = ("sleeps", "chatters")  # does it now and then, not once


class RudeClient(PlatformClient):
    """Plays as a client of the platform until its manner breaks through at some command."""

    def __init__(self, port: int, nickname: str, manner: str, draws: Random, nap: float) -> None:
        super().__init__(port, nickname, timeout=30.0)
        self.manner, self.draws, self.nap = manner, draws, nap
        self.until = draws.choice((0, 0, 1, 2, 3, 5, 8, 13, 30))  # commands before it happens

    def send(self, message: dict[str, object]) -> None:
        """Now and then something else."""
        if message["type"] == "client_desc":
            super().send(message)
            self.greeted()
        elif self.draws.random() < 0.3 if self.manner in AGAIN else self.commands == self.until:
            self.break_out(message)
        else:
            super().send(message)

    def greeted(self) -> None:
        """Before the game."""
        if self.manner == "leaves the lobby":
            self.leave()
        if self.manner == "never reads":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            time.sleep(4 * self.nap)
            self.leave()

    def break_out(self, message: dict[str, object]) -> None:
        """Behave as the manner says."""
        raw = self.socket.sendall
        others = [name for name, area in self.areas.items() if area["owner"] != self.player]
        match self.manner:
            case "drops":
                self.leave()
            case "resets":
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                self.leave()
            case "drops amid a message":
                raw(b'{"type":"batt')
                self.leave()
            case "half closes":
                self.socket.shutdown(socket.SHUT_WR)
            case "garbage":
                raw(self.draws.randbytes(self.draws.randrange(1, 3000)))
            case "wrong type":
                raw(b'{"type":"surrender","to":[1,2,3]}')
            case "nested":
                raw(b'{"a":' * 100)
            case "endless":
                raw(b'{"type":"' + b"x" * 20_000)
            case "illegal":
                super().send({"type": "battle", "atk": self.draws.choice(others), "def": 1})
            case "foreign":
                super().send({"type": "transfer", "src": 4711, "dst": -3})
            case "sleeps":
                time.sleep(self.draws.random() * 2 * self.nap)
                super().send(message)
            case "silent":
                pass
            case "floods":
                raw(b'{"type":"battle","atk":1,"def":1}' * 5000)
            case "chatters":
                for byte in b'{"type":"end_turn"}\n' * 3:
                    raw(bytes([byte]))
            case _:
                super().send(message)

    def leave(self) -> None:
        """Close the connection without a word."""
        self.socket.close()
        raise ServerLeft


class Politeness(Thread):
    """A client that comes back for game after game until told to stop."""

    def __init__(self, port: int, nickname: str, least: int = 0) -> None:
        super().__init__(name=nickname, daemon=True)
        self.port, self.nickname, self.least = port, nickname, least
        self.over = Event()
        self.client: PlatformClient | None = None
        self.games = 0

    def run(self) -> None:
        """Come back until it is over."""
        while not self.over.is_set():
            try:
                with closing(self.come()) as self.client:
                    self.client.run()
                self.games += 1
            except (ServerLeft, OSError):
                self.over.wait(0.02)

    def stop(self) -> None:
        """Leave, in whatever game."""
        self.over.set()
        while self.is_alive():
            if self.client is not None:
                with suppress(OSError):
                    self.client.socket.shutdown(socket.SHUT_RDWR)
            self.join(0.05)

    def come(self) -> PlatformClient:
        """A connection for the next game."""
        return PlatformClient(self.port, self.nickname, timeout=30.0, least=self.least)


class Rudeness(Politeness):
    """A rude one, in another manner each game, all in turn; `manners` counts how it was.

    Times: its naps take `nap` seconds on average, and where it stays away from a game, it does for `away`.
    """

    def __init__(self, port: int, nickname: str, seed: int, nap: float, away: float) -> None:
        super().__init__(port, nickname)
        self.nap, self.away = nap, away
        self.draws = Random(seed)
        self._next: list[str] = []
        self.manners: Counter[str] = Counter()

    def come(self) -> PlatformClient:
        """A connection for the next game, in one manner or another."""
        if not self._next:
            self._next = self.draws.sample(MANNERS, len(MANNERS))
        manner = self._next.pop()
        self.manners[manner] += 1
        if manner == "stays away":
            self.over.wait(self.away)
        return RudeClient(self.port, self.nickname, manner, self.draws, self.nap)
