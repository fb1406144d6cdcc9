"""A server in a thread, and a socket that says whatever a test wants."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

from hazard.arena.dice.deal import Deal
from hazard.arena.dice.serving import Place, Served, serve_dice
from hazard.dice.record import Record
from hazard.dice.rules import Rules
from hazard.dice.wire.clock import PLATFORM, Clock
from hazard.dice.wire.limits import LIMITS, Limits
from tests.dice.wire.platform_client import PlatformClient, ServerLeft

DUEL = Rules(players=2, areas=8)


class Server(Thread):
    """`served` holds the result once the thread has ended; `lines` is what it reported so far."""

    def __init__(self, **options: Any) -> None:
        super().__init__(daemon=True)
        self.options, self.lines = options, list[str]()
        self.served: Served | None = None
        self.error: BaseException | None = None
        self._port: Queue[int] = Queue()

    def run(self) -> None:
        try:
            self.served = serve_dice(**self.options, report=self.report)
        except BaseException as error:
            self.error = error
            self._port.put(0)

    def report(self, line: str) -> None:
        self.lines.append(line)
        if line.startswith("serving"):
            self._port.put(int(line.partition(",")[0].rpartition(":")[2]))

    @property
    def port(self) -> int:
        port = self._port.get(timeout=120)
        self._port.put(port)
        return port

    def result(self) -> Served:
        """Wait for the end."""
        self.join(300)
        if self.error is not None:
            raise self.error
        assert self.served is not None, f"still serving: {self.lines}"
        return self.served


@contextmanager
def serving(
    agents: Sequence[str] = (),
    *,
    rules: Rules = DUEL,
    maps: int = 1,
    rotate: bool = False,
    seed: int = 1,
    games: int | None = None,
    clock: Clock | None = PLATFORM,
    wait: float = 30.0,
    limits: Limits = LIMITS,
    records: Path | None = None,
) -> Generator[Server]:
    """A server at a free port, which has ended when the block ends."""
    server = Server(
        deal=Deal(rules, seed, maps, rotate),
        agents=agents,
        games=games,
        place=Place(clock=clock, wait=wait, limits=limits),
        records=records,
    )
    server.start()
    yield server
    server.join(60)
    assert not server.is_alive(), f"still serving: {server.lines}"


def in_thread(work: Callable[[], object]) -> Thread:
    """Begun at once."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def plays(port: int, nickname: str, games: int = 1) -> Thread:
    """A client of the platform that plays so many games."""

    def work() -> None:
        for _ in range(games):
            PlatformClient(port, nickname).run()

    return in_thread(work)


class Raw(PlatformClient):
    """A client of the platform that a test leads by the hand."""

    def hello(self) -> Raw:
        """Say who we are."""
        self.send({"type": "client_desc", "nickname": self.nickname})
        return self

    def until_ours(self) -> bool:
        """Hear until a command of ours is due; False: the game is over."""
        while True:
            message = self.receive()
            if message["type"] in ("game_end", "close_socket"):
                return False
            self.handle(message)
            if self.current == self.player:
                return True

    def say(self, data: bytes) -> None:
        """These bytes."""
        self.socket.sendall(data)

    def to_the_end(self) -> str:
        """Hear until the connection is closed: the type of the last message."""
        with suppress(ServerLeft, OSError):
            while True:
                self.receive()
        self.socket.close()
        return str(self.said[-1]["type"]) if self.said else ""


def records_in(path: Path) -> list[Record]:
    """The records of a file."""
    from hazard.core.records import read_lines

    return list(read_lines(path, Record))


def encoded(**message: object) -> bytes:
    """A message as its bytes."""
    return json.dumps(message).encode()


def unused_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def until(server: Server, told: str) -> None:
    """Wait for a line of its report."""
    while not any(told in line for line in server.lines):
        assert server.is_alive()
        time.sleep(0.002)


def fault_of(served: Served) -> tuple[str, str]:
    """Status and message of the one seat that failed."""
    (fault,) = served.result.faults
    return fault.status, fault.message


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


def attack(source: object, target: object) -> bytes:
    return encoded(type="battle", atk=source, **{"def": target})


def move(source: object, target: object) -> bytes:
    return encoded(type="transfer", src=source, dst=target)
