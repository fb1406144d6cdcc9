"""The running games of one AI as they look from the arena: asked in turn, each with its clock.

A question goes straight to the process of the game. The process that made it is asked only to begin and to
end games, and what one died of.
"""

from __future__ import annotations

import json
import os
import socket
import struct
import time
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import AgentFault
from hazard.core.hosted import HostedWithGames
from hazard.core.hosting import MOST_SECONDS, Handed, Host
from hazard.core.status import Status
from hazard.dice.account import Account, Births
from hazard.dice.command import END
from hazard.dice.course.board import Land
from hazard.dice.course.life import MOST_BYTES, NO_CLOCK, REFUSED, REPLY, REQUEST, Birth
from hazard.dice.position import Position
from hazard.dice.refusal import Refusal
from hazard.dice.views import NO_AREA, Decisions, View, Views
from hazard.dice.wire.clock import Clock

AT_ONCE = 12  # games that run at the same time, each with a process for every seat; more crowd the caches
GRACE = 1.0  # seconds after which code that does not heed its clock is ended
GLANCE_SECONDS = 0.5  # so often a process that says nothing is looked after
GLANCE = struct.pack("ll", 0, int(1e6 * GLANCE_SECONDS))
MOST_SESSIONS = 256  # games that are kept for somebody who tells of no end
MOST_OVERRUNS = 3  # without a decision between them: whoever does not come back is given up
LOST = "the process that kept its games died, and its part in this game with it"


@dataclass(slots=True)
class Heard:
    """What came of asking once."""

    command: tuple[int, int, int]
    seconds: float
    overrun: bool = False
    refusal: Refusal | None = None


@dataclass(slots=True)
class Session:
    """One game of the AI."""

    key: Hashable
    pipe: int
    left: float
    moves: int = -1  # that the last answer was about
    heard: Heard | None = None
    overruns: int = 0  # in a row
    born: bool = False  # it has said how its construction went


class Sessions(HostedWithGames):
    """All games of one AI, by the seed and the number of its seat."""

    def __init__(self, host: Host, clock: Clock | None) -> None:
        super().__init__(host, MOST_SECONDS)
        self.at_once = AT_ONCE
        self.clock = clock
        self._sessions: dict[Hashable, Session] = {}

    def begin(self, births: Births) -> None:
        """Games begin: construct the AIs of these seats."""
        lands: dict[int, tuple[Land, bytes, bytes]] = {}
        found: list[tuple[Hashable, Birth]] = []
        for seed, player, place in births.seats:
            position = births.positions[place]
            assert isinstance(position, Position)
            if place not in lands:
                land = Land.of(position.map.neighbours, position.map.hexes)
                lands[place] = land, names(position.owners), position.dice.astype(np.uint8).tobytes()
            rules = position.rules
            birth = Birth(seed, player + 1, rules.players, rules.transfers, *lands[place])
            found.append(((seed, player), birth))
        self._begin(found)

    def _begin(self, births: Sequence[tuple[Hashable, Birth]]) -> None:
        self.forget([key for key, _ in births])
        excess = len(self._sessions) + len(births) - MOST_SESSIONS
        self.forget(list(self._sessions)[: max(0, excess)])
        pipes = self.tell("begin", births)
        assert isinstance(pipes, Handed)
        left = NO_CLOCK if self.clock is None else self.clock.start
        for (key, _), pipe in zip(births, pipes.numbers, strict=True):
            if self.clock is not None:
                with socket.socket(fileno=os.dup(pipe)) as shared:
                    shared.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, GLANCE)
            self._sessions[key] = Session(key, pipe, left)

    def forget(self, games: Sequence[Hashable]) -> None:
        """Games are over."""
        known = [key for key in games if key in self._sessions]
        for key in known:
            os.close(self._sessions.pop(key).pipe)
        if known and self.host.running:
            self.tell("forget", known)

    def close(self) -> None:
        """All games are over."""
        with suppress(AgentFault):
            self.forget(list(self._sessions))

    def choose(self, views: Views) -> Decisions:
        """A command for each view, and how it came about."""
        n, areas = views.owners.shape
        boards = np.empty((n, 2, areas), np.uint8)  # an area that the map lacks has owner 0
        boards[:, 0], boards[:, 1] = views.owners + 1, views.dice
        sent, size = boards.tobytes(), 2 * areas
        used = (views.rules.transfers - views.transfers).tolist()
        numbers = (views.seeds, views.player, views.moves, views.commands, views.turns)
        rows = zip(used, *(array.tolist() for array in numbers), strict=True)
        heard: list[Heard] = []
        for place, (transfers, seed, player, moves, total, turns) in enumerate(rows):
            session = self._sessions.get((seed, player)) or self._amid(views[place])
            counts = total - transfers, transfers, turns
            heard.append(self._ask(session, moves, counts, sent[place * size : (place + 1) * size]))
        account = Account(
            np.array([one.seconds for one in heard]),
            np.array([one.overrun for one in heard]),
            {place: one.refusal for place, one in enumerate(heard) if one.refusal is not None},
        )
        return Decisions(np.array([one.command for one in heard], np.int16), account=account)

    def _amid(self, view: View) -> Session:
        """A game of which nobody told the beginning."""
        key = view.seed, view.player
        self._begin([(key, birth_amid(view))])
        return self._sessions[key]

    def _ask(self, session: Session, moves: int, counts: tuple[int, int, int], board: bytes) -> Heard:
        """The AI's command: `counts` are battles, transfers, turns; `board` the owners and the dice.

        Asked again about the same decision, it gives the same answer.
        """
        heard = session.heard
        if heard is not None and (session.moves == moves or heard.refusal is not None):
            return heard
        if not session.born:
            session.born = True
            heard = self._read(session, "the constructor")
        if heard is None or heard.refusal is None:
            heard = self._turn(session, counts, board)
        session.heard, session.moves = heard, moves
        if heard.refusal is not None and self.host.running:
            self.tell("forget", [session.key])
        return heard

    def _turn(self, session: Session, counts: tuple[int, int, int], board: bytes) -> Heard:
        try:  # noqa: SIM105  # suppress() costs more than all of this
            os.write(session.pipe, REQUEST.pack(session.left, *counts) + board)
        except OSError:  # it died; reading tells how
            pass
        heard = self._read(session, "ai_turn")
        if self.clock is not None:
            session.left = max(0.0, session.left - heard.seconds) + self.clock.increment
        if not heard.overrun:
            session.overruns = 0
            return heard
        session.overruns += 1
        if session.overruns < MOST_OVERRUNS:
            return heard
        told = f"ai_turn ran out of time {MOST_OVERRUNS} times in a row; its turns ended, now it is given up"
        return Heard(END, heard.seconds, True, Refusal(Status.TIMEOUT, told))

    def _read(self, session: Session, what: str) -> Heard:
        """A reply, or what became of the process."""
        last = None
        while True:
            try:
                reply = os.read(session.pipe, MOST_BYTES)
            except BlockingIOError:  # nothing yet
                last = last or time.monotonic() - GLANCE_SECONDS + session.left + GRACE
                if time.monotonic() < last:
                    continue
                told = (
                    f"{what} did not stop when its time of {session.left:.3g} s was up; its process was ended"
                )
                return Heard(END, session.left + GRACE, True, Refusal(Status.TIMEOUT, told))
            except OSError:
                reply = b""
            if reply:
                return heard_of(reply)
            return Heard(END, 0.0, refusal=Refusal(Status.ERROR, self._cause(session)))

    def _cause(self, session: Session) -> str:
        """Why a process is no more."""
        return self.tell("cause", session.key) if self.host.running else LOST


def heard_of(reply: bytes) -> Heard:
    """What a process says; an AI can find its pipe, and write anything."""
    try:
        kind, overrun, source, target, seconds = REPLY.unpack_from(reply)
        if not 0 <= seconds < MOST_SECONDS:
            raise ValueError(seconds)
        if kind != REFUSED:
            return Heard((kind, source, target), seconds, bool(overrun))
        status, message, trace = json.loads(reply[REPLY.size :])
        return Heard(END, seconds, refusal=Refusal(Status(status), str(message), str(trace)))
    except (struct.error, ValueError, TypeError):
        return Heard(END, 0.0, refusal=Refusal(Status.ERROR, "its process sent what is no answer"))


def birth_amid(view: View) -> Birth:
    """Of an AI that is first asked about a game of which nobody told it the beginning."""
    size = int((view.owners >= 0).sum())
    neighbours = [[other for other in row if other != NO_AREA] for row in view.neighbours[:size].tolist()]
    return Birth(
        view.seed,
        view.player + 1,
        view.rules.players,
        view.rules.transfers,
        Land.of(neighbours),
        names(view.owners[:size]),
        view.dice[:size].astype(np.uint8).tobytes(),
    )


def names(owners: NDArray[np.int8]) -> bytes:
    """Of players, a byte each: the platform counts them from 1."""
    return (owners + 1).astype(np.uint8).tobytes()
