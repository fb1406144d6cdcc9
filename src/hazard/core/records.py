"""JSON lines, written whole or not at all and read with the line number of what is wrong."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TypeVar

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
