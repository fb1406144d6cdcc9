"""Runs: a folder for each training, with its recipe, its metrics, its checkpoints and where it was made."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from hazard.core.errors import BadInput, HazardError
from hazard.core.home import home, made
from hazard.core.names import meant
from hazard.core.records import write_whole
from hazard.learn.metrics import Metrics
from hazard.learn.recipe import Recipe, as_toml, read_recipe
from hazard.learn.state import State, read_state, write_state

RECIPE, ABOUT, METRICS, CHECKPOINTS, EVENTS, LOCK = (
    "recipe.toml",
    "run.json",
    "metrics.jsonl",
    "checkpoints",
    "tensorboard",
    ".lock",
)
NAME = r"[A-Za-z0-9][\w.+-]{0,99}"


class About(msgspec.Struct, kw_only=True):
    """`run.json`: how a run came about; nothing private."""

    name: str
    recipe: str  # its name, or its file's
    began: str
    command: str = ""
    version: str = ""
    commit: str | None = None  # of the checkout that Hazard runs from, "+" behind it where it was changed
    host: dict[str, Any] = {}  # kind of processor, threads, versions of libraries


@dataclass(frozen=True, slots=True)
class Run:
    """A folder of a training."""

    folder: Path

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.folder.name

    @property
    def metrics(self) -> Metrics:
        """Its rows."""
        return Metrics(self.folder / METRICS)

    def recipe(self) -> Recipe:
        """As it is being run; raises BadInput."""
        return read_recipe(self.folder / RECIPE, f"of run {self.name}")

    def write_recipe(self, recipe: Recipe) -> None:
        """Replace the recipe."""
        write_whole(self.folder / RECIPE, as_toml(recipe).encode())

    @property
    def found_by(self) -> str:
        """What `--resume` finds it by: its name, or its folder where that is not among the runs at home."""
        return self.name if self.folder.parent == runs_folder() else str(self.folder)

    def about(self) -> About:
        """How it came about; raises BadInput."""
        path = self.folder / ABOUT
        try:
            return msgspec.json.decode(path.read_bytes(), type=About)
        except OSError as error:
            raise BadInput(f"run {self.name}: cannot read {path}: {error.strerror}") from None
        except msgspec.DecodeError as error:
            raise BadInput(f"run {self.name}: {path}: {error}") from None

    def checkpoints(self) -> list[int]:
        """Sessions after which there is a checkpoint, in ascending order."""
        folder = self.folder / CHECKPOINTS
        if not folder.is_dir():
            return []
        return sorted(int(path.name) for path in folder.iterdir() if re.fullmatch(r"\d{6,}", path.name))

    def checkpoint(self, session: int) -> Path:
        """The folder of a checkpoint."""
        return self.folder / CHECKPOINTS / f"{session:06d}"

    def last_checkpoint(self) -> tuple[int, State]:
        """The newest checkpoint that can be read; raises BadInput, the newest's fault, where none can."""
        fault: HazardError | None = None
        for session in reversed(self.checkpoints()):
            try:
                return session, read_state(self.checkpoint(session))
            except BadInput as error:
                fault = fault or error
        raise fault or BadInput(f"run {self.name} has no checkpoint; train it again from its {RECIPE}")

    def save(self, session: int, state: State, keep: int) -> None:
        """Write a checkpoint, and drop all but the last `keep`."""
        write_state(state, self.checkpoint(session))
        for old in self.checkpoints()[:-keep]:
            shutil.rmtree(self.checkpoint(old), ignore_errors=True)
        for broken in (self.folder / CHECKPOINTS).glob(".*"):  # left by a process that was killed
            shutil.rmtree(broken, ignore_errors=True)

    @contextmanager
    def locked(self) -> Generator[None]:
        """Refuse a second training in the same folder."""
        import fcntl

        try:
            handle = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise BadInput(f"cannot write in {self.folder}: {error.strerror}") from None
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadInput(f"run {self.name} is being trained by another process") from None
            yield
        finally:
            os.close(handle)


def runs_folder(named: str | None = None) -> Path:
    """Where runs live: the folder that is named, else `runs` under HAZARD_HOME."""
    return Path(named).expanduser().absolute() if named else home() / "runs"


def new_run(
    folder: Path, recipe: Recipe, source: str, name: str | None, command: str, host: dict[str, Any]
) -> Run:
    """Make a run's folder; raises BadInput where the name is taken or is none."""
    if name is not None and not re.fullmatch(NAME, name):
        raise BadInput(f"--name {name}: want letters, digits and . _ + -")
    made(folder)
    path = fresh_folder(folder, name, Path(source).stem)
    about = About(
        name=path.name,
        recipe=source,
        began=datetime.now().astimezone().isoformat(timespec="seconds"),
        command=command,
        version=package_version(),
        commit=commit_of_checkout(),
        host=host,
    )
    run = Run(path)
    try:
        run.write_recipe(recipe)
        write_whole(path / ABOUT, msgspec.json.format(msgspec.json.encode(about), indent=2) + b"\n")
    except HazardError:
        shutil.rmtree(path, ignore_errors=True)
        raise
    return run


def fresh_folder(folder: Path, name: str | None, stem: str) -> Path:
    """A new folder, called `name`, or after the recipe and the time."""
    base = name or f"{stem}-{datetime.now():%Y%m%d-%H%M%S}"
    for number in range(1, 1000):
        path = folder / (base if number == 1 else f"{base}-{number}")
        with suppress(FileExistsError):
            path.mkdir()
            return path
        if name is not None:
            raise BadInput(f"there is a run {name} already; `hazard train --resume {name}` continues it")
    raise BadInput(f"{folder} is full of runs called {base}")


def find_run(text: str, folder: Path) -> Run:
    """The run of that name, or in that folder; raises BadInput."""
    for path in (folder / text, Path(text).expanduser().absolute()):
        if (path / RECIPE).is_file():
            return Run(path)
    names = [run.name for run in all_runs(folder)]
    hint = meant(text, names, "`hazard runs` lists them", cutoff=0.5)
    raise BadInput(f"there is no run {text!r} in {folder}; {hint}")


def all_runs(folder: Path) -> list[Run]:
    """The runs in a folder, by name."""
    if not folder.is_dir():
        return []
    return [Run(path) for path in sorted(folder.iterdir()) if (path / RECIPE).is_file()]


def package_version() -> str:
    """Hazard's."""
    from hazard import __version__

    return __version__


def commit_of_checkout() -> str | None:
    """The git commit of the sources that run here, or None where they are not a checkout."""
    import subprocess

    here = Path(__file__).parent
    if not any((above / ".git").exists() for above in here.parents):
        return None
    with suppress(OSError, subprocess.SubprocessError):

        def git(*words: str) -> str:
            done = subprocess.run(
                ["git", "-C", str(here), *words], capture_output=True, text=True, timeout=5, check=True
            )
            return done.stdout.strip()

        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain", "--", ".") else "")
    return None
