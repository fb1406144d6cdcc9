"""The running games of one AI: a process each, with its clock; asked in turn, ended when they are over."""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import signal
import socket
import struct
import tempfile
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from hazard.core.hosting import cause_of_death
from hazard.core.status import Status
from hazard.dice.account import Refusal
from hazard.dice.command import END
from hazard.dice.course.life import MOST_BYTES, NO_CLOCK, REFUSED, REPLY, REQUEST, Birth, live
from hazard.dice.wire.clock import Clock

GRACE = 1.0  # seconds after which code that does not heed its clock is ended
GLANCE_SECONDS = 0.5  # so often a process that says nothing is looked after
GLANCE = struct.pack("ll", 0, int(1e6 * GLANCE_SECONDS))
MOST_LIVES = 512  # games that are kept for somebody who tells of no end
MOST_OVERRUNS = 3  # without a decision between them: whoever does not come back is given up


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

    pid: int
    pipe: int
    left: float
    moves: int = -1  # that the last answer was about
    heard: Heard | None = None
    overruns: int = 0  # in a row
    born: bool = False  # it has said how its construction went


class Lives:
    """All games of one AI class, by any key."""

    def __init__(self, ai_class: type, folder: str, clock: Clock | None, private: Collection[int]) -> None:
        self.ai_class, self.folder, self.clock = ai_class, folder, clock
        self._private = tuple(private)  # file numbers of ours that no AI gets
        self._sessions: dict[object, Session] = {}
        self._trace: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as we do
        gc.collect()
        gc.freeze()  # else collections in the copies would copy all memory

    def __contains__(self, key: object) -> bool:
        return key in self._sessions

    def begin(self, key: object, birth: Birth) -> None:
        """A game begins; one of the same key is over."""
        self.forget(key)
        while len(self._sessions) >= MOST_LIVES:
            self.forget(next(iter(self._sessions)))
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        pid = os.fork()
        if pid == 0:
            self._become(ours, theirs, birth)
        theirs.close()
        if self.clock is not None:
            ours.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, GLANCE)
        left = NO_CLOCK if self.clock is None else self.clock.start
        self._sessions[key] = Session(pid, ours.detach(), left)

    def _become(self, ours: socket.socket, theirs: socket.socket, birth: Birth) -> None:
        """In the new process: keep nothing of ours but one end of the pipe; never returns."""
        try:
            faulthandler.enable(self._trace)
            ours.close()
            for session in self._sessions.values():
                os.close(session.pipe)
            for number in self._private:
                with suppress(OSError):
                    os.close(number)
            live(theirs.detach(), self.ai_class, birth, self.folder, self.clock)
        finally:
            os._exit(1)

    def ask(self, key: object, moves: int, counts: tuple[int, int, int], board: bytes) -> Heard:
        """The AI's command: `counts` are battles, transfers, turns; `board` the owners and the dice.

        Asked again about the same decision, it gives the same answer.
        """
        session = self._sessions[key]
        if session.heard is not None and (session.moves == moves or session.heard.refusal is not None):
            return session.heard
        session.heard = self._construction(session) or self._turn(session, counts, board)
        session.moves = moves
        if session.heard.refusal is not None:
            self._end(session)
        return session.heard

    def _construction(self, session: Session) -> Heard | None:
        """What went wrong there, if it was not heard before."""
        if session.born:
            return None
        session.born = True
        heard = self._read(session, session.left, "the constructor")
        return heard if heard.refusal is not None else None

    def _turn(self, session: Session, counts: tuple[int, int, int], board: bytes) -> Heard:
        try:  # noqa: SIM105  # suppress() costs more than all of this
            os.write(session.pipe, REQUEST.pack(session.left, *counts) + board)
        except OSError:  # it died; reading tells how
            pass
        heard = self._read(session, session.left, "ai_turn")
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

    def _read(self, session: Session, limit: float, what: str) -> Heard:
        """A reply, or what became of the process."""
        begin, reply = 0.0, b""
        while True:
            try:
                reply = os.read(session.pipe, MOST_BYTES)
            except BlockingIOError:  # nothing yet
                begin = begin or time.monotonic() - GLANCE_SECONDS
                if time.monotonic() < begin + limit + GRACE:
                    continue
                return self._stopped(session, limit, what)
            except OSError:
                pass
            break
        if len(reply) < REPLY.size:
            return Heard(END, 0.0, refusal=Refusal(Status.ERROR, self._death(session)))
        kind, overrun, source, target, seconds = REPLY.unpack_from(reply)
        if kind == REFUSED:
            status, message, trace = json.loads(reply[REPLY.size :])
            return Heard(END, seconds, refusal=Refusal(Status(status), message, trace))
        return Heard((kind, source, target), seconds, bool(overrun))

    def _stopped(self, session: Session, limit: float, what: str) -> Heard:
        """The process that heeds no clock is ended."""
        session.heard = None
        self._end(session)
        told = f"{what} did not stop when its time of {limit:.3g} s was up; its process was ended"
        return Heard(END, limit + GRACE, True, Refusal(Status.TIMEOUT, told))

    def _death(self, session: Session) -> str:
        """Why a process is no more."""
        begin, pid, code = time.monotonic(), 0, 0
        while pid == 0 and time.monotonic() < begin + GRACE:
            pid, code = os.waitpid(session.pid, os.WNOHANG)
        if pid == 0:
            return "the AI closed the pipe of its process"
        session.pid = 0
        return f"its process died ({cause_of_death(os.waitstatus_to_exitcode(code))}){self._place()}"

    def _place(self) -> str:
        """Where a process was that died of a signal: the line of the AI's own files."""
        self._trace.seek(0)
        text = self._trace.read().decode(errors="replace")
        self._trace.seek(0)
        self._trace.truncate()
        for line in text.splitlines():
            name, quote, rest = line.partition('File "')[2].partition('", line ')
            if quote and name.startswith(self.folder):
                inside = name.removeprefix(f"{self.folder}/dicewars/ai/")
                return f" ({inside}, line {rest.split(' ')[0]})"
        return ""

    def forget(self, key: object) -> None:
        """A game is over."""
        session = self._sessions.pop(key, None)
        if session is not None:
            self._end(session)
            os.close(session.pipe)

    def _end(self, session: Session) -> None:
        """End the process."""
        if session.pid:
            with suppress(ProcessLookupError):
                os.kill(session.pid, signal.SIGKILL)
            os.waitpid(session.pid, 0)
            session.pid = 0
