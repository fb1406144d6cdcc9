"""Games served over TCP, one after the other: clients and agents of ours at one table, told as a match."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from signal import SIGTERM
from tempfile import mkdtemp
from threading import current_thread, main_thread
from typing import Any

import msgspec

from hazard.arena.dice.block import tables_of
from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.dice.result import DiceResult, LaneResult
from hazard.arena.dice.standing import Tally
from hazard.arena.spool import Spool, check_target
from hazard.core.errors import BadInput
from hazard.core.hosted import check_starts, check_time_limit, hosted
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent, resolve
from hazard.core.status import Status
from hazard.dice.agent import DiceAgent
from hazard.dice.answers import bare
from hazard.dice.playing import Block, Outcomes
from hazard.dice.wire.address import Address, check_port
from hazard.dice.wire.client import Client
from hazard.dice.wire.clock import PLATFORM, Clock, check_waiting
from hazard.dice.wire.limits import LIMITS, Limits
from hazard.dice.wire.lobby import Lobby
from hazard.dice.wire.sitters import Guest, Nobody, Ours, Sitter
from hazard.dice.wire.table import Table

Report = Callable[[str], None]
STAYED_AWAY = "did not come to the game"


@dataclass(frozen=True)
class Place:
    """Where and how a server listens."""

    host: str = "127.0.0.1"
    port: int = 0
    """0: any that is free."""
    clock: Clock | None = PLATFORM
    wait: float = 30.0
    """Seconds for clients to come back to the next game."""
    limits: Limits = LIMITS


USUAL = Place()


@dataclass(frozen=True)
class Served:
    """What came of the games."""

    result: DiceResult
    endings: dict[str, int]
    """Why games were over, and how many of them."""
    stopped: str | None
    """Why fewer games were played than asked for."""

    def to_json(self) -> dict[str, Any]:
        """As a match of a table, with `endings` and `stopped`."""
        return {**self.result.to_json(), "endings": self.endings, "stopped": self.stopped}


def serve_dice(
    deal: Deal,
    agents: Sequence[str] = (),
    *,
    games: int | None = None,
    place: Place = USUAL,
    records: Path | str | None = None,
    time_limit: float = TIME_LIMIT,
    report: Report = print,
) -> Served:
    """Serve the games of a deal, or the first `games` of them, to as many clients as `agents` leave seats.

    Clients sit in front of the agents, in the order in which they come to the first game; later they are
    known by their nicknames. Ctrl-C, or SIGTERM, ends with what was played.
    """
    return Serving(deal, agents, games=games, place=place, time_limit=time_limit, report=report).run(records)


class Serving:
    """A series of games on one port."""

    def __init__(
        self,
        deal: Deal,
        agents: Sequence[str] = (),
        *,
        games: int | None = None,
        place: Place = USUAL,
        time_limit: float = TIME_LIMIT,
        report: Report = print,
    ) -> None:
        check_time_limit(time_limit)
        check_waiting(place.wait)
        check_port(place.port)
        self.deal, self.place, self.time_limit, self.report = deal, place, time_limit, report
        self.guests = deal.rules.players - len(agents)
        if self.guests < 1:
            raise BadInput(
                f"{len(agents)} agents leave no seat of {deal.rules.players} to a client; "
                "hazard match dice plays them"
            )
        self.games = deal.games if games is None else games
        if not 1 <= self.games <= deal.games:
            raise BadInput(f"{self.games} games: want 1 to {deal.games}")
        self.agents = [resolve(name, "dice") for name in agents]
        for agent in self.agents:
            check_starts(agent, bare)
        self.names: list[str] = []
        """Of clients, then of agents; once the first game has begun."""
        self.tally: Tally | None = None
        self.endings: Counter[str] = Counter()
        self.stopped: str | None = None
        self._spool: Spool | None = None

    def run(self, records: Path | str | None = None) -> Served:
        """Serve until all games are played, or clients stay away, or Ctrl-C or SIGTERM."""
        if records is not None:
            check_target(Path(records))
            self._spool = Spool(Path(mkdtemp(prefix="hazard-records-")), Path(records))
        try:
            asyncio.run(self._serve())
        except (KeyboardInterrupt, asyncio.CancelledError):
            self.stopped = "interrupted"
        finally:
            if self._spool is not None:
                self._spool.join((0, game) for game in range(self.played))
                self._spool.remove()
        return Served(self.result(), dict(self.endings), self.stopped)

    @property
    def played(self) -> int:
        """Games so far."""
        return 0 if self.tally is None else self.tally.games

    def result(self) -> DiceResult:
        """All numbers so far."""
        tally = self.tally
        names = tuple(dict.fromkeys(self.names)) if tally is not None else ()
        lanes = () if tally is None else (LaneResult.of(tally),)
        return DiceResult("table", self.deal, names, lanes, interrupted=self.stopped is not None)

    async def _serve(self) -> None:
        place = self.place
        lobby = Lobby(place.limits, self.report)
        loop = asyncio.get_running_loop()
        serving = asyncio.current_task()
        if serving is not None and current_thread() is main_thread():
            loop.add_signal_handler(SIGTERM, serving.cancel)  # nobody presses Ctrl-C in the background
        try:
            server = await loop.create_server(lobby.client, place.host, place.port, backlog=128)
        except OSError as error:
            why = (error.strerror or str(error)).lower().rpartition(": ")[2]  # asyncio says more than we need
            raise BadInput(f"cannot listen at {Address(place.host, place.port)}: {why}") from None
        at = Address(place.host, server.sockets[0].getsockname()[1])
        self.report(
            f"serving {self.games:,} game{'s' * (self.games > 1)} at {at}, "
            f"waiting for {self.guests} client{'s' * (self.guests > 1)}"
        )
        try:
            with ExitStack() as stack:
                await self._series(lobby, [self._made(agent, stack) for agent in self.agents])
        finally:
            server.close()
            await lobby.close()

    def _made(self, agent: ResolvedAgent, stack: ExitStack) -> DiceAgent:
        if agent.row.native is not None:
            return agent.make()
        return stack.enter_context(hosted(agent, bare, self.time_limit))

    async def _series(self, lobby: Lobby, agents: Sequence[DiceAgent]) -> None:
        clients: list[Client | None] = list(await lobby.first(self.guests))
        nicknames = [client.nickname for client in clients if client is not None]
        self.names = [f"client:{name}" for name in nicknames] + [agent.name for agent in self.agents]
        unique = list(dict.fromkeys(self.names))
        lane = Lane("one table", (tuple(unique.index(name) for name in self.names),))
        self.tally = Tally(self.deal, lane, unique)
        for game in range(self.games):
            if game:
                clients = await lobby.back(nicknames, self.place.wait)
            if not any(clients):
                self.stopped = f"no client came within {self.place.wait:g} s"
                return
            await self._play(game, lane, clients, agents)

    async def _play(
        self, game: int, lane: Lane, clients: Sequence[Client | None], agents: Sequence[DiceAgent]
    ) -> None:
        """One game, from its beginning to its entry in the table."""
        block = self.deal.part(lane, game, 1)
        sitters: list[Sitter] = [
            Nobody(STAYED_AWAY) if client is None else Guest(client, self.place.clock) for client in clients
        ]
        sitters += map(Ours, agents)
        free = list(zip(self.names, sitters, strict=True))
        unique = list(dict.fromkeys(self.names))
        seated: list[Sitter] = []
        for index in block.seats[0].tolist():
            found = next(pair for pair in free if pair[0] == unique[index])
            free.remove(found)
            seated.append(found[1])
        table = Table(block, seated)
        try:
            await table.play()
        finally:
            for client in clients:
                if client is not None:
                    client.leave()
        self._enter(game, block, table, table.outcomes(unique))

    def _enter(self, game: int, block: Block, table: Table, outcomes: Outcomes) -> None:
        assert self.tally is not None
        assert outcomes.records is not None
        self.tally.add(tables_of(game, block.seats, outcomes))
        self.endings[table.ending] += 1
        if self._spool is not None:
            self._spool.save(0, game, msgspec.json.encode(outcomes.records[0]) + b"\n")
        winner = int(outcomes.winner[0])
        names = [self.tally.names[place] for place in block.seats[0].tolist()]
        who = "nobody wins" if winner < 0 else f"{names[winner]} (seat {winner + 1}) wins"
        self.report(
            f"game {game + 1:,} of {self.games:,}: {who}: {table.ending}; "
            f"{int(outcomes.deeds.turns[0])} turns, {int(outcomes.deeds.battles[0])} battles"
        )
        for (_, seat), message in sorted(outcomes.messages.items()):
            status = Status(int(outcomes.statuses[0, seat])).name.lower()
            self.report(f"    {names[seat]} (seat {seat + 1}), {status}: {message}")
