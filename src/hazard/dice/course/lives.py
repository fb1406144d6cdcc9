"""The processes of one AI: each a copy of this one, for one seat of one game, ended when that is over."""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import socket
import tempfile
import time
from collections.abc import Collection, Hashable, Sequence
from contextlib import suppress
from typing import IO, NoReturn

from hazard.core.hosting import Handed, cause_of_death
from hazard.dice.course.form import Form
from hazard.dice.course.life import Birth, heed_alarms, live
from hazard.dice.course.rehearsal import rehearse
from hazard.dice.wire.clock import Clock

GRACE = 1.0  # seconds for a process to end that has closed its pipe


class Lives:
    """All games of one AI class, by any key."""

    def __init__(self, ai_class: type, folder: str, clock: Clock | None, private: Collection[int]) -> None:
        self.form, self.folder, self.clock = Form(ai_class), folder, clock
        self._private = tuple(private)  # file numbers of ours that no AI gets
        self._processes: dict[Hashable, int] = {}
        self._trace: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as we do
        faulthandler.enable(self._trace)  # in our copies, too
        heed_alarms()
        rehearse()
        gc.collect()
        gc.freeze()  # else collections in the copies would copy all memory

    def begin(self, births: Sequence[tuple[Hashable, Birth]]) -> Handed:
        """Games begin: a process for each, and the pipes to ask them through."""
        pipes: list[int] = []
        for key, birth in births:
            self.forget((key,))
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            rows = birth.land.rows  # made once for all seats of a game
            pipes.append(ours.detach())
            pid = os.fork()
            if pid == 0:
                assert rows
                self._become(theirs.detach(), birth, pipes)
            theirs.close()
            self._processes[key] = pid
        return Handed(tuple(pipes))

    def _become(self, pipe: int, birth: Birth, others: Sequence[int]) -> NoReturn:
        """In the new process: keep nothing of ours but one end of the pipe; never returns."""
        try:
            for number in (*others, *self._private):
                with suppress(OSError):
                    os.close(number)
            live(pipe, self.form, birth, self.folder, self.clock)
        finally:
            os._exit(1)

    def forget(self, keys: Collection[Hashable]) -> None:
        """Games are over; also of processes that have ended, or of none."""
        for key in keys:
            pid = self._processes.pop(key, 0)
            if pid:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def cause(self, key: Hashable) -> str:
        """Why a process is no more that has closed its pipe."""
        begin, pid, code = time.monotonic(), 0, 0
        while pid == 0 and time.monotonic() < begin + GRACE:
            pid, code = os.waitpid(self._processes[key], os.WNOHANG)
        if pid == 0:
            return "the AI closed the pipe of its process"
        del self._processes[key]
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
