"""One client of a server, from its first byte to its last: what it may send, and what becomes of it."""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from contextlib import suppress
from typing import Protocol, cast

from hazard.core.errors import HazardError
from hazard.core.status import Status
from hazard.dice.wire.framing import Balanced, WireError
from hazard.dice.wire.limits import Limits
from hazard.dice.wire.messages import CLOSE, Order, read_hello, read_order

LONGEST_NICKNAME = 40


class SeatFault(HazardError):
    """Why a seat does nothing but end its turns from now on."""

    def __init__(self, status: Status, message: str) -> None:
        super().__init__(message)
        self.status = status


class Host(Protocol):
    """Who is told of clients."""

    def came(self, client: Client) -> bool:
        """Whether there is room for one more."""
        ...

    def greeted(self, client: Client) -> None:
        """It has said who it is."""
        ...

    def left(self, client: Client) -> None:
        """Its connection is closed; `fault` says why."""
        ...


class Client(asyncio.Protocol):
    """A connection. `nickname` is empty until it has said who it is; `fault` says why it is lost."""

    def __init__(self, host: Host, limits: Limits) -> None:
        self.host, self.limits = host, limits
        self.nickname = ""
        self.fault: SeatFault | None = None
        self.on_turn = False
        """Whether what it sends are commands; else it is not read."""
        self._framer = Balanced(limits.message, limits.depth)
        self._orders: deque[Order | WireError] = deque()
        self._stray = 0
        self._transport: asyncio.Transport | None = None
        self._waiter: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by the loop."""
        self._transport = cast(asyncio.Transport, transport)
        if not self.host.came(self):
            self.drop("too many connections")
            return
        connection = transport.get_extra_info("socket")
        with suppress(OSError, AttributeError):  # a machine that vanished is noticed in about a minute
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for option, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3)):
                connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, option), value)
        self._later(self.limits.hello, "did not say who it is")

    def _later(self, seconds: float, why: str) -> None:
        self._calm()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.drop, why)

    def _calm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def data_received(self, data: bytes) -> None:
        """Called by the loop."""
        if self.fault is not None:
            return
        try:
            for message in self._framer.feed(data):
                self._receive(message)
        except WireError as error:
            self.drop(f"garbage: {error}")

    def _receive(self, message: bytes) -> None:
        if not self.nickname:
            self._calm()
            self.nickname = clean(read_hello(message).nickname)
            self.host.greeted(self)
        elif self.on_turn:
            self._orders.append(order_or_error(message))
            if len(self._orders) > self.limits.ahead:
                self.drop(f"flood: more than {self.limits.ahead} commands ahead")
            self._wake()
        else:
            self._strayed(1)

    def _strayed(self, count: int) -> None:
        self._stray += count
        if self._stray > self.limits.stray:
            self.drop(f"flood: more than {self.limits.stray} messages out of turn")

    def begin(self) -> None:
        """A game begins."""
        self._stray = 0

    def pass_on(self) -> None:
        """Its turn is over: what it has sent beyond is not read."""
        self.on_turn = False
        self._strayed(len(self._orders))
        self._orders.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the loop."""
        self._calm()
        if self.fault is None:
            self.fault = SeatFault(Status.ERROR, "closed the connection")
        self._transport = None
        self.host.left(self)
        self._wake()

    def drop(self, why: str, status: Status = Status.ERROR) -> None:
        """Close the connection for a reason that is the client's."""
        if self.fault is None:
            self.fault = SeatFault(status, why)
        self._orders.clear()
        if self._transport is not None:
            self._transport.abort()
        self._wake()

    def say(self, data: bytes) -> None:
        """Send, if it is still there."""
        if self._transport is None or self.fault is not None:
            return
        self._transport.write(data)
        if self._transport.get_write_buffer_size() > self.limits.unread:
            self.drop(f"does not read: {self.limits.unread:,} bytes wait for it")

    def leave(self) -> None:
        """Close the connection in good order."""
        if self._transport is not None and self.fault is None and not self._transport.is_closing():
            self.say(CLOSE)
            self._later(self.limits.linger, "did not take the rest")
            self._transport.close()

    async def order(self, seconds: float | None) -> Order | None:
        """Its next command, None where it sends none in time.

        Raises WireError for a message that is no command, SeatFault once the connection is lost.
        """
        if not self._orders and self.fault is None:
            loop = asyncio.get_running_loop()
            self._waiter = loop.create_future()
            timer = None if seconds is None else loop.call_later(seconds, self._wake)
            try:
                await self._waiter
            finally:
                self._waiter = None
                if timer is not None:
                    timer.cancel()
        if self._orders:
            order = self._orders.popleft()
            if isinstance(order, WireError):
                raise order
            return order
        if self.fault is not None:
            raise self.fault
        return None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def order_or_error(message: bytes) -> Order | WireError:
    """A command, or why it is none: that is for the client's turn to find out."""
    try:
        return read_order(message)
    except WireError as error:
        return error


def clean(nickname: str) -> str:
    """A nickname that fits into a table."""
    shown = "".join(letter for letter in nickname if letter.isprintable()).strip()
    return shown[:LONGEST_NICKNAME] or "anonymous"
