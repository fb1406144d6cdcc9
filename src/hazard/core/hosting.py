"""A process of its own for foreign code: one question at a time, each with a time limit.

The process gets what the questions say and nothing else: its memory holds neither layouts nor games. When it
gives no answer in time, or dies, it is ended, and the next question starts a fresh one. Its standard output
goes to standard error, it has no standard input, and Ctrl-C does not reach it.
"""

from __future__ import annotations

import atexit
import faulthandler
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import IO, Any

from hazard.core.errors import AgentError, AgentFault, AgentStalled, in_one_line

Answer = Callable[[Any], Any]
Prepare = Callable[..., tuple[Answer, str | None]]
"""Runs first in the process: gives what answers its questions, and the source file whose lines are named."""

TIME_LIMIT = 10.0  # seconds a decision
MOST_SECONDS = 24 * 3600.0  # of a time limit: this long means without one
START_LIMIT = 60.0  # seconds to import everything and to make the agent
GRACE = 2.0  # seconds after which a process that should have ended itself is ended
DEAF = 0.5  # seconds after which a process that did not hear its alarm is in native code
TIME_IS_UP = b"Time is up\n"  # what the alarm writes before the lines
MOST_KEPT = 4  # processes that wait for further questions
OWN_FOLDER = "HAZARD_OWN_FOLDER"  # names the folder that a process works in and that goes with it
MOST_AT_ONCE = 200  # open files that are handed over in one message


@dataclass(frozen=True)
class Surroundings:
    """What a process finds around it beside what all have."""

    environment: tuple[tuple[str, str], ...] = ()
    own_folder: bool = False
    """It works in an empty folder, which goes when it goes."""


USUAL = Surroundings()


@dataclass(frozen=True)
class Handed:
    """An answer of open files: the process gives them away, whoever asked has them by numbers of its own."""

    numbers: tuple[int, ...]


class Host:
    """One process at a time; `prepare(*arguments)` runs in it once, then it answers."""

    def __init__(
        self,
        prepare: Prepare,
        *arguments: Any,
        start_limit: float = START_LIMIT,
        stdout: IO[bytes] | None = None,
        surroundings: Surroundings = USUAL,
    ) -> None:
        self.prepare, self.arguments = prepare, arguments
        self.surroundings = surroundings
        self.starts = 0  # processes so far
        self.start_limit = start_limit
        self.stdout = stdout  # None: standard error
        self.file: str | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection[Any, Any] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._alive = -1  # closed by our end, whatever that is
        self._trace = tempfile.TemporaryFile()  # noqa: SIM115  # closed by end()

    def start(self) -> None:
        """Begin a process, unless one waits already; raises AgentError where it does not get ready."""
        if self._process is not None:
            if self._process.poll() is None:
                return
            self.stop()  # it died between two questions: nobody's game is to blame
        ours, theirs = socket.socketpair()
        watched, self._alive = os.pipe()
        path = [os.path.abspath(entry) for entry in sys.path]  # it may work elsewhere
        ends = (theirs.fileno(), self._trace.fileno(), watched)
        program = f"import sys; sys.path[:] = {path!r}; from hazard.core.hosting import serve; serve{ends}"
        folder, environment = self._around()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", program],
                stdin=subprocess.DEVNULL,
                stdout=2 if self.stdout is None else self.stdout,
                pass_fds=ends,
                start_new_session=True,
                cwd=folder,
                env=environment,
            )
        os.close(watched)
        self._pipe = Connection(ours.detach())
        try:
            self.file = self._exchange((self.prepare, self.arguments), self.start_limit)
        except AgentFault as fault:
            self.stop()
            late = (
                f"not ready after {self.start_limit:g} s" if isinstance(fault, AgentStalled) else str(fault)
            )
            raise AgentError(late) from None

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._process is not None and self._process.poll() is None

    def _around(self) -> tuple[str | None, dict[str, str] | None]:
        """Folder and environment of a new process."""
        self.starts += 1
        given = dict(self.surroundings.environment)
        if self.surroundings.own_folder:
            self._folder = tempfile.TemporaryDirectory(prefix="hazard-")
            given[OWN_FOLDER] = self._folder.name
        folder = None if self._folder is None else self._folder.name
        return folder, {**os.environ, **given} if given else None

    def ask(self, question: Any, limit: float) -> Any:
        """The answer.

        Raises AgentStalled where it takes longer than `limit` seconds, AgentFault where the code raises or
        its process dies, AgentError where the process cannot be started.
        """
        self.start()
        return self._exchange(question, limit)

    def _exchange(self, question: Any, limit: float) -> Any:
        """Send a question and wait. All that goes wrong ends the process, save an exception of the code."""
        assert self._pipe is not None
        try:
            with suppress(BrokenPipeError, ConnectionResetError):  # it died; recv() says so
                self._pipe.send((question, limit))
            if not self._pipe.poll(limit + GRACE):
                raise AgentStalled(limit)
            error, value = self._pipe.recv()
        except (EOFError, OSError):
            raise self._died(limit) from None
        except BaseException:  # also Ctrl-C: the answer would be taken for that of the next question
            self.stop()
            raise
        if error is not None:
            raise AgentFault(error)
        return taken(self._pipe, len(value.numbers)) if isinstance(value, Handed) else value

    def _died(self, limit: float) -> AgentFault:
        """What became of a process whose pipe is closed; it ends itself when its time is up."""
        assert self._process is not None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        if self._process.poll() is None:  # it has closed the pipe and lives on
            self.stop()
            return AgentFault("the agent closed the pipe of its worker process")
        code = self._process.returncode
        trace = self._read_trace()
        place = place_in(trace, self.file)
        self.stop()
        if trace.startswith((TIME_IS_UP.decode(), "Timeout (")):  # the alarm; faulthandler's watchdog
            return AgentStalled(limit, place)
        return AgentFault(f"worker process died ({cause_of_death(code)}){place}")

    def _read_trace(self) -> str:
        self._trace.seek(0)
        text = self._trace.read().decode(errors="replace")
        self._trace.seek(0)
        self._trace.truncate()
        return text

    def stop(self) -> None:
        """End the process, whatever it does, and those that it started; the next question starts another."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            if self._process.returncode is None:  # its number is still its own, and that of its session
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
            self._process.wait()
            os.close(self._alive)
        self._process = self._pipe = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
        self._read_trace()

    def end(self) -> None:
        """End the process for good."""
        if not self._trace.closed:
            self.stop()
            self._trace.close()


_kept: dict[Hashable, Host] = {}


@contextmanager
def lent(
    key: Hashable, prepare: Prepare, *arguments: Any, surroundings: Surroundings = USUAL
) -> Generator[Host]:
    """The waiting host of this key, or a new one; it is kept for the next who asks for it."""
    host = _kept.pop(key, None) or Host(prepare, *arguments, surroundings=surroundings)
    try:
        yield host
    except BaseException:
        host.end()
        raise
    if key in _kept:  # two were lent at once
        _kept.pop(key).end()
    _kept[key] = host
    while len(_kept) > MOST_KEPT:
        _kept.pop(next(iter(_kept))).end()


def end_kept() -> None:
    """End all waiting hosts."""
    while _kept:
        _kept.popitem()[1].end()


atexit.register(end_kept)


def cause_of_death(code: int) -> str:
    """What a process's exit code says: `exit code 3`, `signal 11, SIGSEGV`."""
    if code >= 0:
        return f"exit code {code}"
    names = {item.value: item.name for item in signal.Signals}
    return f"signal {-code}, {names.get(-code, 'unknown')}"


def place_in(trace: str, file: str | None) -> str:
    """` (bot.py, line 12)`, the innermost line of `file` in what faulthandler wrote, or nothing."""
    for name, line in re.findall(r'File "(.*?)", line (\d+)', trace):
        if name == file:
            return f" ({Path(name).name}, line {line})"
    return ""


def leave_at_alarm(trace_number: int) -> None:
    """Let SIGALRM end this process, with the line where it is.

    A signal is taken between two instructions of Python, where that line is known for certain; a watchdog
    thread, which looks in from outside, now and then finds no Python frame at all.
    """

    def leave(_number: int, _frame: FrameType | None) -> None:
        os.write(trace_number, TIME_IS_UP)
        faulthandler.dump_traceback(trace_number, all_threads=False)
        os._exit(1)

    signal.signal(signal.SIGALRM, leave)


@contextmanager
def limited(seconds: float, trace_number: int) -> Generator[None]:
    """End this process where the block takes longer; a watchdog does it where native code hears no signal."""
    faulthandler.dump_traceback_later(seconds + DEAF, exit=True, file=trace_number)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def give(pipe: Connection[Any, Any], numbers: tuple[int, ...]) -> None:
    """Hand open files over, which are closed here."""
    with socket.socket(fileno=os.dup(pipe.fileno())) as channel:
        for begin in range(0, len(numbers), MOST_AT_ONCE):
            socket.send_fds(channel, [b"\0"], numbers[begin : begin + MOST_AT_ONCE])
    for number in numbers:
        os.close(number)


def taken(pipe: Connection[Any, Any], count: int) -> Handed:
    """So many files that the other end gives."""
    numbers: list[int] = []
    with socket.socket(fileno=os.dup(pipe.fileno())) as channel:
        while len(numbers) < count:
            said, given, *_ = socket.recv_fds(channel, 1, MOST_AT_ONCE, socket.MSG_CMSG_CLOEXEC)
            numbers += given
            if not said or not given:  # it died, or our process may open no more files
                for number in numbers:
                    os.close(number)
                raise AgentFault(f"{count} open files did not come over: there may be too many of them")
    return Handed(tuple(numbers))


def leave_with(alive_number: int) -> None:
    """End this process when the one that asks has ended, even amid a question."""
    os.read(alive_number, 1)  # nothing is ever written
    os._exit(0)


def serve(pipe_number: int, trace_number: int, alive_number: int) -> None:
    """The life of the process: prepare, then answer until the pipe closes."""
    pipe: Connection[Any, Any] = Connection(pipe_number)
    Thread(target=leave_with, args=(alive_number,), daemon=True).start()
    faulthandler.enable(trace_number)
    leave_at_alarm(trace_number)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as wish:  # Linux only
        wish.write("1000")  # where memory runs out, this process goes and not one that holds results
    answer: Answer | None = None
    file: str | None = None
    while True:
        try:
            question, limit = pipe.recv()
        except EOFError:
            os._exit(0)  # whatever threads the agent has left
        reply: tuple[str | None, Any]
        try:
            with limited(limit, trace_number) if limit < MOST_SECONDS else nullcontext():
                if answer is None:
                    prepare, arguments = question
                    answer, file = prepare(*arguments)
                    reply = (None, file)
                else:
                    reply = (None, answer(question))
        except AgentError as error:
            reply = (str(error), None)
        except BaseException as error:
            reply = (in_one_line(error, file), None)
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        try:
            pipe.send(reply)
            if isinstance(reply[1], Handed):
                give(pipe, reply[1].numbers)
        except OSError:
            os._exit(0)
        except Exception as error:
            pipe.send((f"the answer cannot be sent: {in_one_line(error)}", None))
