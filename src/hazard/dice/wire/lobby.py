"""Who waits for the next game on a server: clients in the order in which they said who they are."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress

from hazard.dice.wire.client import Client
from hazard.dice.wire.limits import Limits


class Lobby:
    """All connections of a server. Once a first game has named the clients, strangers are sent away."""

    def __init__(self, limits: Limits, report: Callable[[str], None]) -> None:
        self.limits, self.report = limits, report
        self.clients: set[Client] = set()
        self.waiting: list[Client] = []
        self.known: Counter[str] | None = None
        """Nicknames of those who play, and how many seats each has."""
        self.closed = False
        self._changed = asyncio.Event()
        self._gone = asyncio.Event()

    def client(self) -> Client:
        """For a new connection."""
        return Client(self, self.limits)

    def came(self, client: Client) -> bool:
        """Whether there is room for one more."""
        if self.closed or len(self.clients) >= self.limits.connections:
            return False
        self.clients.add(client)
        return True

    def greeted(self, client: Client) -> None:
        """A client has said who it is."""
        if self.known is not None and client.nickname not in self.known:
            self.report(f"{client.nickname} came, and is none of those who play here: sent away")
            client.leave()
            return
        if self.known is None:
            self.report(f"{client.nickname} came")
        else:
            self._replace(client.nickname, self.known[client.nickname])
        self.waiting.append(client)
        self._changed.set()

    def _replace(self, nickname: str, seats: int) -> None:
        """Where all who may wait under a name do, the oldest goes: whoever comes now is there for certain."""
        twins = [client for client in self.waiting if client.nickname == nickname]
        if len(twins) >= seats:
            self.waiting.remove(twins[0])
            twins[0].leave()

    def left(self, client: Client) -> None:
        """A connection is closed."""
        self.clients.discard(client)
        self._gone.set()
        if client in self.waiting:
            self.waiting.remove(client)
            self.report(f"{client.nickname} left before the game: {client.fault}")

    async def first(self, count: int) -> list[Client]:
        """The first so many clients, however long it takes; from now on only they may come."""
        while len(self.waiting) < count:
            self._changed.clear()
            await self._changed.wait()
        found, others = self.waiting[:count], self.waiting[count:]
        self.known = Counter(client.nickname for client in found)
        self.waiting = []
        for client in others:
            self.greeted(client)
        return found

    async def back(self, names: Sequence[str], seconds: float) -> list[Client | None]:
        """A client of each name, None for those that do not come in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._missing(names):
                    self._changed.clear()
                    await self._changed.wait()
        found: list[Client | None] = []
        for name in names:
            client = next((client for client in self.waiting if client.nickname == name), None)
            found.append(None if client is None else self._take(client))
        return found

    def _missing(self, names: Sequence[str]) -> Counter[str]:
        return Counter(names) - Counter(client.nickname for client in self.waiting)

    def _take(self, client: Client) -> Client:
        self.waiting.remove(client)
        return client

    async def close(self) -> None:
        """Let everybody go; who does not take what is left in time is cut off."""
        self.closed = True
        for client in list(self.clients):
            client.leave()
        while self.clients:
            self._gone.clear()
            await self._gone.wait()
