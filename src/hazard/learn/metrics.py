"""`metrics.jsonl`: the truth about a training, one line a session."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec

from hazard.core.errors import BadInput, RecordError
from hazard.core.names import meant

Number = float | int | None
Row = dict[str, Number]

SESSION = "session"  # the column that counts from 1
TIMES = ("seconds", "elapsed", "play_seconds", "fit_seconds", "test_seconds", "games_per_second")
"""Columns that no two runs share."""


class Metrics:
    """The rows of a run, appended line by line."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def rows(self) -> list[Row]:
        """All whole lines; raises RecordError where one is no row."""
        return read_rows(self.path)

    def append(self, row: Row) -> None:
        """Add a line, and wait until it is on the disk; raises BadInput."""
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(row) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadInput(f"cannot write {self.path}: {error.strerror}") from None

    def cut(self, session: int) -> list[Row]:
        """Forget what came after a session, and half a line at the end; the rows that stay.

        Raises RecordError where rows up to it are missing.
        """
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data.split(b"\n")[:-1]  # what has no line break behind it was never finished
        rows = [row_in(line, self.path, number) for number, line in enumerate(whole[:session], start=1)]
        if [row.get(SESSION) for row in rows] != list(range(1, session + 1)):
            raise RecordError(
                f"{self.path}: it should hold the rows of sessions 1 to {session}, and does not"
            )
        size = sum(len(line) + 1 for line in whole[:session])
        if size < len(data):
            os.truncate(self.path, size)
        return rows


def read_rows(path: Path) -> list[Row]:
    """The rows of a file; a line that is being written is left out."""
    if not path.exists():
        return []
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror}") from None
    return [row_in(line, path, number) for number, line in enumerate(lines, start=1)]


def row_in(line: bytes, path: Path, number: int) -> Row:
    """One line as a row; raises RecordError."""
    try:
        return msgspec.json.decode(line, type=Row)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}, line {number}: {error}") from None


def spans_of(rows: Sequence[Row]) -> list[float]:
    """How many sessions each row tells of: one, or several where a kept curve was thinned."""
    ends = [float(row.get(SESSION) or 0) for row in rows]
    return [end - before for before, end in zip([0.0, *ends], ends, strict=False)]


def columns_of(rows: Sequence[Row]) -> list[str]:
    """The names of all columns, in the order of their first appearance."""
    return list(dict.fromkeys(name for row in rows for name in row))


def check_column(name: str, known: Sequence[str], where: str) -> None:
    """Raise BadInput where there is no such column."""
    if name not in known:
        hint = meant(name, known, f"there are {', '.join(known)}")
        raise BadInput(f"{where} has no column {name!r}; {hint}")
