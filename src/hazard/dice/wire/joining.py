"""An agent of ours plays on a server: connect, say who it is, command when asked, until the game ends."""

from __future__ import annotations

import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from select import select
from time import monotonic, sleep

import msgspec

from hazard.core.errors import BadInput
from hazard.core.hosted import check_time_limit
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.status import Status
from hazard.dice.rules import Rules
from hazard.dice.seeds import numbers
from hazard.dice.wire import messages
from hazard.dice.wire.address import Address
from hazard.dice.wire.clock import MOST, check_waiting
from hazard.dice.wire.follower import USUAL, Follower
from hazard.dice.wire.framing import Ended, WireError
from hazard.dice.wire.limits import LONGEST_TOLD
from hazard.dice.wire.mind import Mind, mind_of

CONNECT = 10.0  # seconds until a machine that does not answer is given up
PAUSE = 0.1  # seconds between two attempts to connect
FAREWELL = 2.0  # seconds for the last word after the end of a game
BETWEEN = 10.0  # seconds at least for a server to come back for the next game
PACKET = 1 << 16
CANNOT_BE = "sent what cannot be"


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """One game on a server, as its client saw it."""

    number: int = 1
    """Of the series."""
    seat: int
    """Our place in the order of turns, from 0."""
    players: int
    winner: int | None
    status: str
    """WON, LOST, UNFINISHED (nobody has won), or what was wrong with our agent."""
    turns: int
    decisions: int
    seconds: float
    """That our agent took."""
    slowest: float
    overruns: int = 0
    """Turns that the clock which an AI of the course has here ended."""
    fault: str | None = None
    """Why our agent did nothing but end its turns from some point on."""


class JoinedSeries(msgspec.Struct, frozen=True, kw_only=True):
    """The games that were played, and why there are no more of them."""

    agent: str
    nickname: str
    games: tuple[Joined, ...]
    fault: str | None


class Connection:
    """Our end of the connection to a server."""

    def __init__(self, address: Address, wait: float, patience: float) -> None:
        self.address, self.patience = address, patience
        self._socket = connect(address, wait)
        self._framer = Ended(LONGEST_TOLD)
        self._heard: deque[bytes] = deque()

    def send(self, data: bytes) -> None:
        """One message, in one packet; raises WireError."""
        try:
            self._socket.sendall(data)
        except OSError as error:
            raise WireError(f"{self.address} closed the connection ({reason(error)})") from None

    def receive(self) -> bytes | None:
        """The next message, None where the connection was closed; raises WireError."""
        while not self._heard:
            try:
                data = self._socket.recv(PACKET)
            except TimeoutError:
                raise WireError(f"{self.address} said nothing for {self.patience:g} s") from None
            except OSError:
                return None
            if not data:
                return None
            try:
                self._heard.extend(self._framer.feed(data))
            except WireError as error:
                raise WireError(f"{self.address} {CANNOT_BE}: {error}") from None
        return self._heard.popleft()

    def hear_out(self, follower: Follower) -> None:
        """Wait for the server's last word: the platform's does not outlive a client that leaves before it."""
        self._socket.settimeout(FAREWELL)
        with suppress(WireError):
            while not follower.closed and (message := self.receive()) is not None:
                follower.hear(message)

    @property
    def more(self) -> bool:
        """Whether another message is here already."""
        return bool(self._heard) or bool(select([self._socket], [], [], 0)[0])

    def close(self) -> None:
        """Close it."""
        self._socket.close()

    def __enter__(self) -> Connection:
        self._socket.settimeout(self.patience)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def connect(address: Address, wait: float) -> socket.socket:
    """A connection, tried again for `wait` seconds; raises WireError."""
    until = monotonic() + wait
    while True:
        try:
            made = socket.create_connection((address.host, address.port), CONNECT)
        except OSError as error:
            if monotonic() >= until:
                raise WireError(f"no server at {address}: {reason(error)}") from None
            sleep(PAUSE)
        else:
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            return made


def reason(error: OSError) -> str:
    """Why the wire failed."""
    if isinstance(error, TimeoutError):
        return "no answer"
    return (error.strerror or type(error).__name__).lower()


def play(connection: Connection, mind: Mind, nickname: str, follower: Follower) -> Joined:
    """One game; raises WireError where it does not come to its end."""
    connection.send(messages.hello(nickname))
    due = False  # a command of ours
    while not follower.over:
        message = connection.receive()
        if message is None:
            raise WireError(f"{connection.address} {broken_off(follower)}")
        begun = follower.begun
        stepped = heard(follower, message, connection.address)
        if follower.begun and not begun:
            mind.begin(follower)
        if follower.closed:
            raise WireError(f"{connection.address} {broken_off(follower)}")
        due = follower.our_turn and (stepped or due)
        if due and not connection.more:  # what is on its way may be the end of our turn
            assert follower.views is not None
            connection.send(follower.order(mind.decide(follower.views)))
            due = False
    connection.hear_out(follower)
    assert follower.views is not None
    won = Status.WON if follower.winner == follower.seat else Status.LOST
    status = mind.status or (Status.UNFINISHED if follower.winner is None else won)
    return Joined(
        seat=follower.seat,
        players=follower.views.rules.players,
        winner=follower.winner,
        status=status.name,
        turns=follower.turns,
        decisions=mind.decisions,
        seconds=mind.seconds,
        slowest=mind.slowest,
        overruns=mind.overruns,
        fault=mind.fault,
    )


def heard(follower: Follower, message: bytes, address: Address) -> bool:
    """Whether a message carried the game on; raises WireError that names the server."""
    try:
        return follower.hear(message)
    except WireError as error:
        raise WireError(f"{address} {CANNOT_BE}: {error}") from None


def broken_off(follower: Follower) -> str:
    """How far a game had come when the server left."""
    if not follower.begun:
        return "closed the connection before a game began"
    return f"closed the connection in the middle of the game, after {follower.turns} turns"


def join_dice(
    address: Address,
    agent: ResolvedAgent,
    *,
    nickname: str | None = None,
    games: int = 1,
    wait: float = 0.0,
    patience: float = 600.0,
    transfers: int = USUAL.transfers,
    seed: int = 1,
    time_limit: float = TIME_LIMIT,
    report: Callable[[Joined], None] = lambda game: None,
) -> JoinedSeries:
    """Play so many games on a server, one connection each; what goes wrong ends the series.

    `wait` is how long to go on trying to connect at first; between two games it is ten seconds at least, as
    servers of the platform are started anew for each game.
    """
    check_time_limit(time_limit)
    check_waiting(wait)
    if games < 1:
        raise BadInput(f"{games} games: want at least 1")
    if not 0 < patience <= MOST:
        raise BadInput(f"a patience of {patience:g} s: want more than 0 and at most {MOST:g}")
    rules = Rules(transfers=transfers)  # refuses what cannot be
    name = agent.row.name if nickname is None else nickname
    seeds: list[int] = numbers(f"hazard/{seed}/join", games).tolist()
    played: list[Joined] = []
    fault: str | None = None
    with mind_of(agent, time_limit) as mind:
        for number, own in enumerate(seeds, start=1):
            visit = Visit(address, mind, name, patience, rules.transfers, own)
            try:
                game = visit.once(wait) if number == 1 else visit.again(max(wait, BETWEEN))
            except WireError as error:
                fault = str(error) if games == 1 else f"game {number} of {games}: {error}"
                break
            played.append(msgspec.structs.replace(game, number=number))
            report(played[-1])
    return JoinedSeries(agent=agent.name, nickname=name, games=tuple(played), fault=fault)


@dataclass(frozen=True)
class Visit:
    """One game to be played on a server."""

    address: Address
    mind: Mind
    nickname: str
    patience: float
    transfers: int
    seed: int

    def once(self, wait: float) -> Joined:
        """Connect within `wait` seconds, and play; raises WireError."""
        return self._play(wait, Follower(self.transfers, self.seed))

    def again(self, wait: float) -> Joined:
        """The same where a server that has just ended a game may still close what comes too early."""
        until = monotonic() + wait
        while True:
            follower = Follower(self.transfers, self.seed)
            try:
                return self._play(max(0.0, until - monotonic()), follower)
            except WireError:
                if follower.begun or monotonic() >= until:
                    raise
            sleep(PAUSE)

    def _play(self, wait: float, follower: Follower) -> Joined:
        with Connection(self.address, wait, self.patience) as connection:
            try:
                return play(connection, self.mind, self.nickname, follower)
            finally:
                self.mind.end()
