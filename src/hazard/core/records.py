"""Records: JSON lines written whole or not at all, read with the line of what is wrong, sealed by a check."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import NamedTuple, TypeVar

import msgspec

from hazard.core.errors import BadInput, RecordError

Item = TypeVar("Item")


def write_whole(path: Path | str, data: bytes | Iterable[bytes]) -> None:
    """Replace a file so that a reader finds the old content or the new, never a part; raises BadInput.

    Large content may come piece by piece.
    """
    path = Path(path)
    try:
        with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.writelines([data] if isinstance(data, bytes) else data)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, mode_of(path))
                os.replace(file.name, path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from None


def mode_of(path: Path) -> int:
    """The permissions that a file has or, while it does not exist, would be made with."""
    if path.exists():
        return path.stat().st_mode & 0o777
    umask = os.umask(0)  # it can only be read by setting it
    os.umask(umask)
    return 0o666 & ~umask


def write_lines(path: Path | str, items: Iterable[object]) -> None:
    """Replace the file by one JSON line an item (msgspec types, dicts, ...)."""
    encode = msgspec.json.Encoder().encode
    write_whole(path, b"".join(encode(item) + b"\n" for item in items))


def parse_lines(data: bytes, kind: type[Item], source: str) -> Iterator[Item]:
    """One `kind` a line, blank lines skipped; raises RecordError that starts with source and line."""
    decode = msgspec.json.Decoder(kind).decode
    for number, line in enumerate(data.split(b"\n"), start=1):
        if line.strip():
            try:
                yield decode(line)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                raise RecordError(f"{source}, line {number}: {error}") from None


def read_lines(path: Path | str, kind: type[Item]) -> Iterator[Item]:
    """One `kind` a line of a file; raises RecordError that names file, line and field."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None
    yield from parse_lines(data, kind, str(path))


class Parts(NamedTuple):
    """What the start, a step and the end of a record hold, in words."""

    start: str
    step: str
    end: str


def links(start: object, steps: Iterable[str], end: object) -> str:
    """Four hexadecimal digits for the start, for each step and for the end: 16 bits of the BLAKE2 hash of all
    that came so far. The first group that differs tells what was changed; all later ones differ too.
    """
    chain = blake2b(msgspec.json.encode(start), digest_size=2)
    groups = [chain.hexdigest()]
    for part in (*(step.encode() for step in steps), msgspec.json.encode(end)):
        chain.update(b"\n" + part)
        groups.append(chain.hexdigest())
    return "".join(groups)


def refuse_no_check(check: str | None) -> None:
    """Raise RecordError where a check is none."""
    if check is not None and re.fullmatch(r"([0-9a-f]{4}){2,}", check, re.ASCII) is None:
        raise RecordError("the check is not groups of four hexadecimal digits, two at least")


def refuse_changed(
    check: str | None, start: object, steps: tuple[str, ...], end: object, parts: Parts
) -> None:
    """Raise RecordError, saying what was changed, where these are not what `check` was made of by `links`."""
    if check is None:
        return
    here, said = re.findall("....", links(start, steps, end)), re.findall("....", check)
    if here == said:
        return
    same = next((at for at, pair in enumerate(zip(here, said, strict=False)) if pair[0] != pair[1]), 0)
    if same == 0:
        raise RecordError(f"the start was changed: {parts.start}")
    if same <= min(len(here), len(said)) - 2:
        raise RecordError(f"{parts.step} {same - 1} was changed: it is not the one that was recorded")
    if len(here) != len(said):
        raise RecordError(
            f"{len(said) - 2} {parts.step}s were recorded, here are {len(here) - 2}: "
            f"they differ from {parts.step} {same - 1} on"
        )
    raise RecordError(f"the end was changed: {parts.end}")
