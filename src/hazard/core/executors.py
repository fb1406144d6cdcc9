"""Where tasks run: here or in worker processes, behind one interface that a cluster engine can fill."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, Protocol, TypeVar, cast

from hazard.core.errors import WorkerFault, in_one_line
from hazard.core.hosting import cause_of_death, end_kept

Task = TypeVar("Task")
Value = TypeVar("Value")


NOT_STARTED = (
    "a worker process ended before it could begin ({}); a script that uses workers keeps its own work under "
    'if __name__ == "__main__":'
)


@dataclass(frozen=True, slots=True)
class Done(Generic[Value]):
    """A finished task: its place in the input, and its value or the fault that kept it from having one."""

    index: int
    value: Value | None
    fault: str | None = None  # one line: the exception, or "worker process 1234 died (signal 9, SIGKILL)"

    def get(self) -> Value:
        """The value; raises WorkerFault where there is none."""
        if self.fault is not None:
            raise WorkerFault(f"task {self.index}: {self.fault}")
        return cast(Value, self.value)


class Executor(Protocol):
    """Each task runs once; what it gives may depend on the task alone, never on where or when it ran."""

    def run(self, function: Callable[[Task], Value], tasks: Iterable[Task]) -> Iterator[Done[Value]]:
        """Yield the results as they finish, in any order. Closing the iterator ends what still runs."""
        ...


def executor(workers: int) -> Executor:
    """Serial for 1 worker, Processes for more."""
    return Serial() if workers == 1 else Processes(workers)


def attempt(function: Callable[[Task], Value], index: int, task: Task) -> Done[Value]:
    """Run one task; an exception becomes a fault."""
    try:
        return Done(index, function(task))
    except (Exception, SystemExit) as error:
        return Done(index, None, in_one_line(error))


@dataclass(frozen=True, slots=True)
class Serial:
    """Runs the tasks here, one after the other."""

    def run(self, function: Callable[[Task], Value], tasks: Iterable[Task]) -> Iterator[Done[Value]]:
        """Yield each result when it is there, in the order of the tasks."""
        try:
            for index, task in enumerate(tasks):
                yield attempt(function, index, task)
        finally:
            end_kept()  # what the tasks left waiting here; elsewhere it ends with the worker


@dataclass(frozen=True, slots=True)
class Processes:
    """Runs the tasks in `workers` fresh processes; one that dies costs its own task only and is replaced."""

    workers: int

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise ValueError(f"{self.workers} workers: at least one is needed")

    def run(self, function: Callable[[Task], Value], tasks: Iterable[Task]) -> Iterator[Done[Value]]:
        """Yield the results as they finish; function and tasks must pickle."""
        waiting = iter(enumerate(tasks))
        busy: list[_Worker] = []
        try:
            for index, task in waiting:
                worker = _Worker(function)
                busy.append(worker)
                worker.begin(index, task)
                if len(busy) == self.workers:
                    break
            while busy:
                worker = _first_ready(busy)
                done = worker.finish()
                if done is None:
                    continue
                busy.remove(worker)
                following = next(waiting, None)
                if following is None or not worker.process.is_alive():
                    worker.end()
                    worker = None
                if following is not None:
                    busy.append(worker or _Worker(function))
                    busy[-1].begin(*following)  # before the caller gets its turn, so that nobody waits
                yield done
        finally:  # all done, Ctrl-C, or the caller wants no more
            for worker in busy:
                worker.end()


class _Worker:
    """One spawned process and the pipe to it."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, function), daemon=True)
        with _ctrl_c_held():
            self.process.start()
        theirs.close()  # now only the process holds that end, and its death closes the pipe
        self.index = -1
        self.ready = False

    def begin(self, index: int, task: object) -> None:
        self.index = index
        with suppress(BrokenPipeError, ConnectionResetError):  # it died between two tasks; finish() says so
            self.pipe.send((index, task))

    def finish(self) -> Done[Any] | None:
        """The result that the process sent, or None for its word that it is ready to work."""
        try:
            done = self.pipe.recv()
            self.ready = True
            return done
        except (EOFError, OSError):  # also in the middle of a message
            self.process.join()
            cause = cause_of_death(self.process.exitcode or 0)
            if not self.ready:  # so would be the next one
                raise WorkerFault(NOT_STARTED.format(cause)) from None
            return Done(self.index, None, f"worker process {self.process.pid} died ({cause})")

    def end(self) -> None:
        self.pipe.close()
        self.process.kill()
        self.process.join()
        self.process.close()


@contextmanager
def _ctrl_c_held() -> Generator[None]:
    """Hold Ctrl-C back. A process started meanwhile never gets it, from its first moment on."""
    resource_tracker.ensure_running()  # the first start would do it, and let Ctrl-C through afterwards
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _first_ready(workers: list[_Worker]) -> _Worker:
    """A worker with a result, or a dead one."""
    ready = wait([worker.pipe for worker in workers])
    return next(worker for worker in workers if worker.pipe in ready)


def _serve(pipe: Connection[Any, Any], function: Callable[[Any], Any]) -> None:
    """A worker's life: tasks in, results out, until the pipe closes."""
    with suppress(OSError):
        pipe.send(None)  # ready
    while True:
        try:
            index, task = pipe.recv()
        except EOFError:
            return
        done = attempt(function, index, task)
        try:
            pipe.send(done)
        except OSError:
            return  # the parent is gone
        except Exception as error:  # a value that does not pickle
            pipe.send(Done(index, None, f"the result cannot be sent back: {in_one_line(error)}"))
