"""Which AI `course:PATH` names: a package folder, a file, or a module, as the platform would import it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from hazard.core.errors import AgentError
from hazard.dice.wire.clock import PLATFORM, Clock, parse_clock

SCHEME = "course"
CLOCK = re.compile(r",clock=([^,/]*)$")
MODULE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")
MENTION = re.compile(rb"dicewars[./]ai[./](\w+)")
TAKEN = frozenset(("utils", "dt", "kb", "template"))  # what the platform has itself beside the AIs
MOST_BYTES = 1 << 20  # of a file that is searched for names


@dataclass(frozen=True)
class Source:
    """Where an AI lies."""

    place: Path
    """Its package folder, or its file; absolute."""
    module: str
    """As the platform names it below `dicewars.ai`: `xlogin00`, `xlogin00.ai`."""
    class_name: str | None
    clock: Clock | None = PLATFORM

    @property
    def package(self) -> str:
        """The first part of the module's name."""
        return self.module.split(".", 1)[0]

    @property
    def text(self) -> str:
        """What `parsed` reads again, from any working folder."""
        inside = self.module.split(".")[1:]
        place = self.place.joinpath(*inside).with_suffix(".py") if inside else self.place
        named = f":{self.class_name}" if self.class_name else ""
        clock = "" if self.clock == PLATFORM else f",clock={self.clock or 'off'}"
        return f"{SCHEME}:{place}{named}{clock}"

    def files(self) -> Iterator[Path]:
        """All that belongs to it, in order; what Python compiled is left out."""
        if self.place.is_file():
            yield self.place
            return
        for path in sorted(self.place.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and ".git" not in path.parts:
                yield path

    def digest(self) -> str:
        """Of all files: a package of which one changed is another AI."""
        found = sha256()
        for path in self.files():
            try:
                content = sha256(path.read_bytes()).digest()
            except OSError as error:
                raise AgentError(f"cannot read {path}: {error.strerror}") from None
            found.update(str(path.relative_to(self.place.parent)).encode() + b"\0" + content)
        return found.hexdigest()[:16]


def parsed(text: str) -> Source:
    """`course:PATH[:Class][,clock=10+0.25]` (or `off`); raises AgentError where nothing lies there."""
    rest, clock = text.removeprefix(f"{SCHEME}:"), PLATFORM
    if timed := CLOCK.search(rest):
        rest, clock = rest[: timed.start()], parse_clock(timed[1])
    place = found(rest)
    class_name = None
    if place is None and ":" in rest:
        rest, _, class_name = rest.rpartition(":")
        place = found(rest)
    if place is None:
        raise AgentError(
            f"agent {text}: there is no file, folder or module {rest!r}; "
            "want course:PATH of a package folder, or of a file with class AI"
        )
    if place.is_file() and place.suffix != ".py":
        raise AgentError(f"agent {text}: {place} is no Python file")
    place, inside = within_package(Path(place).absolute())
    name = named(place)
    return Source(place, ".".join((name, *inside)), class_name or None, clock)


def found(text: str) -> Path | None:
    """The file or folder of that path, or of the module of that name."""
    if not text:
        return None
    path = Path(text).expanduser()
    if path.exists():
        return path
    if not MODULE.fullmatch(text):
        return None
    for root in ("", *sys.path):
        base = Path(root or ".").joinpath(*text.split("."))
        for candidate in (base.with_name(f"{base.name}.py"), base):
            if candidate.exists():
                return candidate
    return None


def within_package(place: Path) -> tuple[Path, tuple[str, ...]]:
    """A file of a package is a module of it: the outermost package folder, and the names inside.

    The folder `ai` of the platform itself is no package of anybody.
    """
    if place.is_dir():
        return Path(place.resolve() if place.name in (".", "..", "") else place), ()
    if place.name == "__init__.py":
        return place.parent, ()
    inside: tuple[str, ...] = ()
    top = place
    while (top.parent / "__init__.py").exists() and not is_platform(top.parent):
        inside = (top.stem, *inside)
        top = top.parent
    return (top, inside) if inside else (place, ())


def is_platform(folder: Path) -> bool:
    """Whether it is `dicewars/ai` of a copy of the platform."""
    return folder.name == "ai" and folder.parent.name == "dicewars"


def named(place: Path) -> str:
    """What the platform would call it: its own name, or the one that its code calls it by.

    A package that was renamed still imports `dicewars.ai.xlogin00.…` and opens `dicewars/ai/xlogin00/…`.
    """
    own = re.sub(r"\W", "_", place.stem if place.is_file() else place.name)
    if is_platform(place.parent) and own not in TAKEN:
        return own
    mentioned: set[str] = set()
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        if path.is_file() and path.stat().st_size < MOST_BYTES:
            mentioned |= {name.decode() for name in MENTION.findall(path.read_bytes())}
    mentioned -= TAKEN
    others = {name for name in mentioned if not (place.parent / name).exists()} if mentioned else set[str]()
    if own in mentioned or len(others) != 1:
        return f"{own}_" if own in TAKEN else own
    return others.pop()
