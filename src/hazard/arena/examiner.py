"""In the process of an agent that is being checked: its answer, and what it did on the way there."""

from __future__ import annotations

import ast
import inspect
import random
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from time import perf_counter
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import NDArray

from hazard.arena.examination import Examination, examination_of
from hazard.core.agentfile import AgentFile
from hazard.core.asking import source_of
from hazard.core.errors import DecisionError, in_one_line
from hazard.core.registry import AgentRow, ResolvedAgent, resolve

Failure = Literal["raised", "refused", "shape", "values", "wrote"]


@dataclass(frozen=True)
class Question:
    """Views, and what the global generators are set to before the agent is asked about them."""

    views: Any
    salt: int = 0


@dataclass(frozen=True)
class Seen:
    """What came of a question."""

    answer: Any  # None: there is none
    seconds: float
    failure: Failure | None = None
    error: str = ""
    touched: tuple[str, ...] = ()  # arrays of the views that it changed
    randomness: tuple[str, ...] = ()  # global generators that it used
    looked: tuple[str, ...] = ()  # where it searched the process


@dataclass(frozen=True)
class About:
    """Who is being examined."""

    class_name: str
    file: str | None
    suspicious: tuple[str, ...]  # imports that serve no player
    tables: tuple[str, ...]  # that it says it plays; it may refuse the usual ones


def examining(text: str, game: str) -> tuple[Callable[[Question | None], Seen | About], str | None]:
    """Load the agent; what answers a Question, or None with what is known about the agent."""
    made = made_of(text, game)
    file = source_of(made)
    examination = examination_of(game)
    named: object = getattr(made, "levels", ())
    tables = tuple(map(str, cast("Iterable[object]", named))) if isinstance(named, list | tuple) else ()
    about = About(type(made).__name__, file, suspicious_imports(file, examination.secrets), tables)
    watch = _Watch(file)

    def answer(question: Question | None) -> Seen | About:
        return about if question is None else ask(made, examination, question, watch, file)

    return answer, file


def made_of(text: str, game: str) -> Any:
    """The agent, made here."""
    file = AgentFile.parse(text)
    if file is None or file.is_model:
        return resolve(text, game).make()
    return ResolvedAgent(text, AgentRow(f"{game}/{text}", str(file.absolute()), "")).make()


def ask(made: Any, examination: Examination, question: Question, watch: _Watch, file: str | None) -> Seen:
    """Ask the agent once, and compare the world before and after."""
    random.seed(question.salt)
    np.random.seed(question.salt)  # noqa: NPY002  # the global generator is what is being watched
    generators = random.getstate(), global_numpy_state()
    views = question.views.frozen()
    before = {name: array.copy() for name, array in arrays_of(views).items()}
    answer, failure, error = None, None, ""
    watch.start()
    begin = perf_counter()
    try:
        answer = examination.checked(made.choose(views), views)
    except (Exception, SystemExit) as raised:
        failure, error = kind_of(raised, examination.names(views)), in_one_line(raised, file)
    seconds = perf_counter() - begin
    looked = watch.stop()
    return Seen(
        answer,
        seconds,
        failure,
        error,
        tuple(name for name, array in arrays_of(views).items() if not np.array_equal(array, before[name])),
        tuple(
            name
            for name, one, other in zip(
                ("random", "numpy.random"), generators, (random.getstate(), global_numpy_state()), strict=True
            )
            if one != other
        ),
        looked,
    )


def arrays_of(views: Any) -> dict[str, NDArray[Any]]:
    """The arrays of views, by name."""
    parts = {field.name: getattr(views, field.name) for field in fields(views)}
    return {name: part for name, part in parts.items() if isinstance(part, np.ndarray)}


def global_numpy_state() -> tuple[bytes, int]:
    """The state of numpy's global generator."""
    state: tuple[str, NDArray[np.uint32], int, int, float] = np.random.get_state(legacy=True)  # noqa: NPY002  # pyright: ignore[reportAssignmentType]
    return state[1].tobytes(), state[2]


def kind_of(error: BaseException, names: tuple[str, ...]) -> Failure:
    """Which fault an exception is; `names` are those of the table."""
    text = str(error)
    if isinstance(error, DecisionError):
        return "values" if "values" in text else "shape"
    if isinstance(error, ValueError) and ("read-only" in text or "WRITEABLE" in text):
        return "wrote"
    if isinstance(error, ValueError | NotImplementedError) and any(name in text for name in names):
        return "refused"
    return "raised"


# Audit events of code that searches its own process, and what that is in plain words.
SEARCHES = {
    "gc.get_objects": "lists the objects in memory (gc.get_objects)",
    "gc.get_referrers": "asks who holds an object (gc.get_referrers)",
    "gc.get_referents": "asks what an object holds (gc.get_referents)",
    "sys._getframe": "looks at the frames of its callers (sys._getframe)",
    "sys._current_frames": "looks at the frames of its callers (sys._current_frames)",
    "ctypes.string_at": "reads memory by address (ctypes.string_at)",
    "ctypes.cdata": "reads memory by address (ctypes from_address)",
}
LIBRARY = ("inspect.py", "traceback.py")


class _Watch:
    """Notes searches that the agent's own file makes while it is asked. An audit hook stays for ever."""

    def __init__(self, file: str | None) -> None:
        self.file = file
        self.on = False
        self.found: dict[str, None] = {}
        sys.addaudithook(self.hook)

    def start(self) -> None:
        self.on = True

    def stop(self) -> tuple[str, ...]:
        self.on = False
        found, self.found = tuple(self.found), {}
        return found

    def hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self.on:
            return
        what = SEARCHES.get(event)
        if event == "open" and str(arguments[0]).startswith("/proc/") and "/mem" in str(arguments[0]):
            what = f"opens {arguments[0]}"
        if what is None:
            return
        self.on = False  # what follows is audited as well
        frame = inspect.currentframe()
        frame = None if frame is None else frame.f_back
        while frame is not None and frame.f_code.co_filename.endswith(LIBRARY):
            frame = frame.f_back
        if frame is not None and self.file == frame.f_code.co_filename:
            self.found[f"{what} ({Path(frame.f_code.co_filename).name}, line {frame.f_lineno})"] = None
        self.on = True


def suspicious_imports(file: str | None, secrets: tuple[str, ...]) -> tuple[str, ...]:
    """Imports that serve only to find what is hidden: the native core's back door, the seeds of matches."""
    if file is None or not file.endswith(".py"):
        return ()
    name = Path(file).name
    found: list[str] = []
    for node in ast.walk(ast.parse(Path(file).read_bytes())):
        if isinstance(node, ast.Import):
            imported = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imported = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        found += [
            f"imports {path} ({name}, line {node.lineno})"
            for path in imported
            if path.startswith(("hazard._native", *secrets))
        ]
    return tuple(found)
