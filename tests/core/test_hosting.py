"""A process for foreign code: ended when its time is up, replaced when it dies, and told where it was."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

import numpy as np
import pytest

from hazard.core.errors import AgentError, AgentFault, AgentStalled
from hazard.core.hosting import Handed, Host, end_kept, lent

ROOT = Path(__file__).parents[2]
LIMIT = 0.3
FILES = 450  # more than one message takes


def obeying(*_: object) -> tuple[Callable[[str], object], str]:
    """In the process: do what the question says."""
    asked = 0

    def answer(question: str) -> object:
        nonlocal asked
        asked += 1
        match question:
            case "pid":
                return os.getpid()
            case "count":
                return asked
            case "files":
                return Handed(tuple(opened(number) for number in range(FILES)))
            case "open files":
                return len(os.listdir("/proc/self/fd"))
            case "loop":
                while True:
                    pass
            case "calls":  # in and out of native code all the time
                while np.count_nonzero(np.zeros((2, 2)), axis=(0, 1)) == 0:
                    pass
            case "sleep":
                time.sleep(60)
            case "hold":  # native code that never gives up the interpreter
                ctypes.PyDLL(None).sleep(60)
            case "raise":
                raise KeyError("a\nb")
            case "exit":
                sys.exit(3)
            case "die":
                os._exit(3)
            case "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            case "crash":
                ctypes.string_at(0)
            case "print":
                print("printed")
                os.write(1, b"written\n")
            case "lambda":
                return lambda: 0
            case "child":
                return subprocess.Popen(["sleep", "60"]).pid
            case "thread":
                threading.Thread(target=time.sleep, args=(60,)).start()
            case _:
                return question
        return None

    return answer, __file__


def line_of(text: str) -> int:
    """The line of this file that holds the text."""
    lines = Path(__file__).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if line.strip() == text)


CRASH = line_of("ctypes.string_at(0)")


def unprepared(*_: object) -> tuple[Callable[[str], object], None]:
    raise OSError("no model here")


def never_ready(*_: object) -> tuple[Callable[[str], object], None]:
    time.sleep(60)
    raise AssertionError


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host(obeying)
    yield host
    host.end()


def test_questions_are_answered_by_one_process_that_is_not_this_one(host: Host) -> None:
    pid = host.ask("pid", LIMIT)
    assert pid != os.getpid()
    assert [host.ask("count", LIMIT) for _ in range(3)] == [2, 3, 4]
    assert host.ask("pid", LIMIT) == pid


@pytest.mark.parametrize(
    ("question", "line"),
    [("loop", "pass"), ("sleep", "time.sleep(60)"), ("hold", "ctypes.PyDLL(None).sleep(60)")],
)
def test_what_takes_too_long_is_ended_and_its_line_is_named(host: Host, question: str, line: str) -> None:
    pid = host.ask("pid", LIMIT)
    begin = time.monotonic()
    with pytest.raises(AgentStalled) as caught:
        host.ask(question, LIMIT)
    assert time.monotonic() - begin < 10
    place = str(caught.value).removeprefix("no answer within 0.3 s ")
    lines = (line_of(line), line_of("while True:"))
    assert place in [f"(test_hosting.py, line {number})" for number in lines]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    assert host.ask("count", LIMIT) == 1  # a fresh one


def test_the_line_of_a_loop_is_named_wherever_its_time_ends(host: Host) -> None:
    loop = line_of("while np.count_nonzero(np.zeros((2, 2)), axis=(0, 1)) == 0:")
    for _ in range(10):
        with pytest.raises(AgentStalled) as caught:
            host.ask("calls", 0.05)
        assert caught.value.place in [f" (test_hosting.py, line {line})" for line in (loop, loop + 1)]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("die", "worker process died (exit code 3)"),
        ("kill", "worker process died (signal 9, SIGKILL)"),
        ("crash", f"worker process died (signal 11, SIGSEGV) (test_hosting.py, line {CRASH})"),
    ],
)
def test_a_process_that_dies_is_told_with_its_cause_and_replaced(
    host: Host, question: str, told: str
) -> None:
    with pytest.raises(AgentFault) as caught:
        host.ask(question, 5)
    assert str(caught.value) == told
    assert not isinstance(caught.value, AgentStalled)
    assert host.ask("again", LIMIT) == "again"


@pytest.mark.parametrize(("question", "told"), [("raise", "KeyError: 'a\\\\nb'"), ("exit", "SystemExit: 3")])
def test_an_exception_is_told_and_the_process_goes_on(host: Host, question: str, told: str) -> None:
    pid = host.ask("pid", LIMIT)
    with pytest.raises(AgentFault, match=rf"{told} \(test_hosting\.py, line \d+\)"):
        host.ask(question, LIMIT)
    assert host.ask("pid", LIMIT) == pid


def test_an_answer_that_cannot_travel_is_a_fault(host: Host) -> None:
    with pytest.raises(AgentFault, match="the answer cannot be sent"):
        host.ask("lambda", LIMIT)
    assert host.ask("here", LIMIT) == "here"


def test_a_process_that_dies_between_two_questions_harms_nobody(host: Host) -> None:
    os.kill(host.ask("pid", LIMIT), signal.SIGKILL)
    time.sleep(0.2)
    assert host.ask("here", LIMIT) == "here"


def test_threads_that_the_code_leaves_do_not_keep_the_process(host: Host) -> None:
    host.ask("thread", LIMIT)
    begin = time.monotonic()
    host.end()
    assert time.monotonic() - begin < 5


def test_processes_that_the_code_leaves_end_with_it(host: Host) -> None:
    child = host.ask("child", 5)
    assert alive(child)
    host.end()
    deadline = time.monotonic() + 10
    while alive(child):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_what_is_printed_does_not_reach_standard_output(capfd: pytest.CaptureFixture[str]) -> None:
    host = Host(obeying)
    host.ask("print", LIMIT)
    host.end()
    out, error = capfd.readouterr()
    assert out == ""
    assert sorted(error.split()) == ["printed", "written"]
    with TemporaryFile() as file:
        host = Host(obeying, stdout=file)
        host.ask("print", LIMIT)
        host.end()
        file.seek(0)
        assert sorted(file.read().split()) == [b"printed", b"written"]


def test_a_process_that_does_not_get_ready_is_told() -> None:
    for host, told in (
        (Host(unprepared), "OSError: no model here"),
        (Host(never_ready, start_limit=0.5), r"not ready after 0\.5 s"),
    ):
        for _ in range(2):
            with pytest.raises(AgentError, match=told):
                host.ask("pid", LIMIT)
        host.end()


def test_a_lent_host_is_kept_for_the_next_and_ended_after_a_fault_here() -> None:
    with lent("key", obeying) as host:
        pid = host.ask("pid", LIMIT)
    with lent("key", obeying) as host, lent("key", obeying) as other:
        assert host.ask("pid", LIMIT) == pid
        assert other.ask("pid", LIMIT) != pid  # it was lent already
    with suppress(KeyboardInterrupt), lent("key", obeying) as host:
        pid = host.ask("pid", LIMIT)
        raise KeyboardInterrupt
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    end_kept()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="this system does not tell of open files")
def test_open_files_are_handed_over_in_order_and_stay_in_no_other_process() -> None:
    host = Host(obeying)
    before = host.ask("open files", 1)
    given = host.ask("files", 10)
    assert isinstance(given, Handed)
    assert len(given.numbers) == FILES
    for number, file in enumerate(given.numbers):
        assert os.read(file, 9) == str(number).encode()
        os.close(file)
    assert host.ask("open files", 1) == before
    host.end()


def opened(number: int) -> int:
    """A file that holds its number."""
    with TemporaryFile() as file:
        file.write(str(number).encode())
        file.seek(0)
        return os.dup(file.fileno())


def test_the_process_ends_with_the_one_that_asks_even_while_it_is_busy() -> None:
    code = (
        "import os, signal, threading\n"
        "from hazard.core.hosting import Host\n"
        "from tests.core.test_hosting import obeying\n"
        "host = Host(obeying)\n"
        "print(host.ask('pid', 1), flush=True)\n"
        "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGKILL)).start()\n"
        "host.ask('loop', 60)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    deadline = time.monotonic() + 20
    while alive(int(done.stdout)):
        assert time.monotonic() < deadline
        time.sleep(0.1)


def alive(pid: int) -> bool:
    """Whether the process runs; one that ended and that nobody has waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
