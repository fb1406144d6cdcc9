"""Executors: the same results here and in processes, and a process that dies costs its own task only."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hazard.core.errors import WorkerFault
from hazard.core.executors import Done, Executor, Processes, Serial, executor

EXECUTORS = [Serial(), Processes(1), Processes(2)]


def square(number: int) -> int:
    return number * number


def faulty(number: int) -> int:
    if number == 3:
        raise KeyError("three\nlines")
    if number == 5:
        sys.exit("five")
    return number


def deadly(number: int) -> int:
    if number in (1, 4):
        os.kill(os.getpid(), signal.SIGKILL)
    if number == 6:
        os._exit(7)
    return os.getpid()


def unpicklable(number: int) -> object:
    return (lambda: number) if number == 1 else number


def sleepy(number: int) -> int:
    time.sleep(60 if number == 0 else 0)
    return number


@pytest.mark.parametrize("run", EXECUTORS, ids=repr)
def test_every_task_gives_its_result_once(run: Executor) -> None:
    done = sorted(run.run(square, range(20)), key=lambda one: one.index)
    assert [one.get() for one in done] == [square(number) for number in range(20)]
    assert list(run.run(square, [])) == []


@pytest.mark.parametrize("run", EXECUTORS, ids=repr)
def test_a_task_that_raises_is_a_fault_of_its_own(run: Executor) -> None:
    done = {one.index: one for one in run.run(faulty, range(7))}
    assert done[3].fault == "KeyError: 'three\\nlines'"
    assert done[5].fault == "SystemExit: five"
    with pytest.raises(WorkerFault, match="task 3: KeyError"):
        done[3].get()
    assert [done[index].get() for index in (0, 1, 2, 4, 6)] == [0, 1, 2, 4, 6]


def test_a_process_that_dies_is_named_and_replaced() -> None:
    done: dict[int, Done[int]] = {one.index: one for one in Processes(2).run(deadly, range(9))}
    assert sorted(done) == list(range(9))
    for index, cause in ((1, "signal 9, SIGKILL"), (4, "signal 9, SIGKILL"), (6, "exit code 7")):
        fault = done[index].fault
        assert fault is not None
        assert fault.startswith("worker process ")
        assert fault.endswith(f"died ({cause})")
    assert all(done[index].fault is None for index in (0, 2, 3, 5, 7, 8))


def test_a_result_that_cannot_travel_is_a_fault() -> None:
    done = {one.index: one for one in Processes(1).run(unpicklable, range(3))}
    fault = done[1].fault
    assert fault is not None
    assert fault.startswith("the result cannot be sent back")
    assert done[2].get() == 2


def test_tasks_are_taken_only_when_a_worker_is_free() -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    results = Processes(2).run(square, tasks())
    next(results)
    assert len(taken) <= 4
    results.close()  # pyright: ignore[reportAttributeAccessIssue]


def test_whoever_wants_no_more_ends_the_workers() -> None:
    results = Processes(2).run(sleepy, range(50))
    begin = time.monotonic()
    assert next(results).index > 0
    results.close()  # pyright: ignore[reportAttributeAccessIssue]
    assert time.monotonic() - begin < 30


def test_ctrl_c_ends_the_workers_without_their_tracebacks() -> None:
    code = (
        "import time\n"
        "from hazard.core.executors import Processes\n"
        "if __name__ == '__main__':\n"
        "    try:\n"
        "        for done in Processes(2).run(time.sleep, [0, 60, 60, 60]):\n"
        "            print('ready', flush=True)\n"
        "    except KeyboardInterrupt:\n"
        "        print('ended')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the parent and its workers
    out, error = process.communicate(timeout=30)
    assert (out, error, process.returncode) == ("ended\n", "", 0)


def test_one_worker_means_no_process() -> None:
    assert isinstance(executor(1), Serial)
    assert executor(3) == Processes(3)
    with pytest.raises(ValueError, match="0 workers: at least one is needed"):
        Processes(0)


def test_a_script_whose_workers_cannot_start_is_told_so_once(tmp_path: Path) -> None:
    script = tmp_path / "no_guard.py"
    script.write_text(
        "from hazard.core.executors import Processes\nprint(list(Processes(2).run(abs, range(9))))\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0
    assert 'keeps its own work under if __name__ == "__main__":' in done.stderr.splitlines()[-1]
