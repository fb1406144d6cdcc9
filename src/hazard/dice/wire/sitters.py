"""Who sits at a served table: a client, an agent of ours, or nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Protocol, TypeVar

import numpy as np

from hazard.core.asking import Asker, Failure, source_of
from hazard.core.errors import BadInput
from hazard.core.hosted import Hosted, HostedWithGames
from hazard.core.status import Status
from hazard.dice.agent import DiceAgent
from hazard.dice.command import END, Command, Kind, attack, transfer
from hazard.dice.formats import Id, number_of
from hazard.dice.keeping import Dealt, Keeper
from hazard.dice.lockstep import deciding
from hazard.dice.position import Position
from hazard.dice.views import Decisions, Views
from hazard.dice.wire.client import Client, SeatFault
from hazard.dice.wire.clock import Budget, Clock
from hazard.dice.wire.framing import WireError
from hazard.dice.wire.messages import Attack, Order, Transfer

OURS = "(areas and players counted from 0)"
GAME = np.zeros(1, np.intp)  # the only one of its table
T = TypeVar("T")


class Sitter(Protocol):
    """A seat of one game."""

    async def begin(self, games: Dealt, seat: int, players: int) -> None:
        """The game begins."""
        ...

    async def command(self, views: Views, position: Position) -> Command | None:
        """A legal command, None where the clock has ended the turn; raises SeatFault."""
        ...

    def hear(self, data: bytes) -> None:
        """A message of the server."""
        ...

    def pass_on(self) -> None:
        """The turn is over."""
        ...

    async def end(self) -> None:
        """The game is over."""
        ...


class Nobody:
    """A seat whose client did not come."""

    def __init__(self, why: str) -> None:
        self.why = why

    async def begin(self, games: Dealt, seat: int, players: int) -> None:
        """Nobody is told."""

    async def command(self, views: Views, position: Position) -> Command | None:
        """Raises SeatFault."""
        raise SeatFault(Status.ERROR, self.why)

    def hear(self, data: bytes) -> None:
        """Nobody hears."""

    def pass_on(self) -> None:
        """Nothing changes."""

    async def end(self) -> None:
        """Nobody is told."""


class Ours:
    """An agent of ours; one in a process of its own is asked in a thread, so that the loop goes on."""

    def __init__(self, agent: DiceAgent) -> None:
        self._agent = agent
        self._apart = agent if isinstance(agent, Hosted) else None
        self._keeper: Keeper | None = None
        self._asker = Asker[Decisions](deciding(agent), source_of(agent), 1)

    async def begin(self, games: Dealt, seat: int, players: int) -> None:
        """An agent that keeps something for each game is told of it."""
        if isinstance(self._agent, HostedWithGames):
            self._keeper = keeper = Keeper(self._agent, games, np.arange(players)[np.newaxis] == seat)
            self._asker = Asker[Decisions](deciding(keeper), None, 1)
            await self._in_thread(lambda: keeper.follow(GAME))

    async def command(self, views: Views, position: Position) -> Command | None:
        """Its decision."""
        if self._apart is None:
            await asyncio.sleep(0)
            answer = self._ask(views)
        else:
            answer = await self._in_thread(lambda: self._ask(views))
        if isinstance(answer, Failure):
            raise SeatFault(answer.status, answer.message)
        if answer.account is not None:
            refusal = answer.account.first()
            if refusal is not None:
                raise SeatFault(refusal.status, refusal.message)
            if answer.account.overruns[0]:
                return None
        kind, source, target = answer.commands[0].tolist()
        return checked(Command(kind, source, target), position)

    def _ask(self, views: Views) -> Decisions | Failure:
        ((_, answer),) = self._asker.ask(GAME, views)
        return answer

    async def _in_thread(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(work)
        except asyncio.CancelledError:
            assert self._apart is not None
            self._apart.host.stop()  # else the thread would wait for it
            raise

    def hear(self, data: bytes) -> None:
        """It gets views instead."""

    def pass_on(self) -> None:
        """Nothing changes."""

    async def end(self) -> None:
        """What it kept for the game goes."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            await self._in_thread(lambda: keeper.follow(GAME[:0]))


class Guest:
    """A client, with its clock.

    After the clock has ended a turn, a command may still be under way that was meant for that turn. So, for
    each turn that ended so, one command that the rules refuse is passed over.
    """

    def __init__(self, client: Client, clock: Clock | None) -> None:
        self.client, self._budget = client, Budget(clock)
        self._overdue = self._silent = 0

    async def begin(self, games: Dealt, seat: int, players: int) -> None:
        """It hears of that by a message."""
        self.client.begin()

    async def command(self, views: Views, position: Position) -> Command | None:
        """What it commands."""
        self.client.on_turn = True
        seconds, begin = self._budget.begin(), perf_counter()
        while True:
            left = None if seconds is None else max(0.0, seconds - (perf_counter() - begin))
            try:
                order = await self.client.order(left)
            except WireError as error:
                raise SeatFault(Status.ERROR, f"garbage: {error}") from None
            if order is None:
                return self._late()
            self._silent = 0
            try:
                command = checked(command_of(order), position)
            except SeatFault:
                if not self._overdue:
                    raise
                self._overdue -= 1
                continue
            if not self._budget.spend(perf_counter() - begin):
                return self._late()
            return command

    def _late(self) -> None:
        """The clock ends the turn."""
        self._budget.left = 0.0
        self._overdue += 1
        self._silent += 1
        most = self.client.limits.silent_turns
        if self._silent >= most:
            self.client.drop(f"silent for {most} turns one after the other", Status.TIMEOUT)
            raise SeatFault(Status.TIMEOUT, f"silent for {most} turns one after the other")

    def hear(self, data: bytes) -> None:
        """Goes to the client."""
        self.client.say(data)

    def pass_on(self) -> None:
        """What the client has sent beyond its turn is not read."""
        self.client.pass_on()

    async def end(self) -> None:
        """It hears of that by a message."""


def command_of(order: Order) -> Command:
    """A client's command in our numbers, which may name areas that there are not."""
    if isinstance(order, Attack):
        return attack(area(order.atk), area(order.target))
    if isinstance(order, Transfer):
        return transfer(area(order.src), area(order.dst))
    return END


def area(name: Id) -> int:
    """The number of an area; -1 or a great one where there is none of that id."""
    try:
        return max(0, min(number_of(name, "area"), 999)) - 1
    except BadInput:
        return -1


def checked(command: Command, position: Position) -> Command:
    """The command, if it is legal; raises SeatFault."""
    reason = position.why_illegal(command)
    if reason is not None:
        raise SeatFault(Status.ILLEGAL, f"{command}: {reason} {OURS}")
    return Command(Kind(command.kind), command.source, command.target)
