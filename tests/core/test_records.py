"""Files of JSON lines: whole or not at all, and read with the line number of a fault."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hazard.core.errors import BadInput, RecordError
from hazard.core.records import read_lines, write_lines, write_whole


class Point(msgspec.Struct, frozen=True):
    x: int
    y: int = 0


def test_lines_come_back(tmp_path: Path) -> None:
    path = tmp_path / "points.jsonl"
    write_lines(path, [Point(1), Point(2, 3)])
    assert path.read_text() == '{"x":1,"y":0}\n{"x":2,"y":3}\n'
    assert list(read_lines(path, Point)) == [Point(1), Point(2, 3)]


def test_a_file_is_replaced_whole_or_left_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "points.jsonl"
    write_lines(path, [Point(1)])

    def failing() -> Iterator[Point]:
        yield Point(2)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_lines(path, failing())
    assert path.read_text() == '{"x":1,"y":0}\n'
    assert [entry.name for entry in tmp_path.iterdir()] == ["points.jsonl"]


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a"
    umask = os.umask(0o027)
    try:
        write_whole(path, b"1")
    finally:
        os.umask(umask)
    assert path.stat().st_mode & 0o777 == 0o640
    path.chmod(0o600)
    write_whole(path, b"2")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"cannot write .*/gone/a: No such file or directory"):
        write_whole(tmp_path / "gone" / "a", b"")
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput, match=r"cannot write .*/folder: Is a directory"):
        write_whole(tmp_path / "folder", b"")
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "line 3: Input data was truncated"),
        (b'{"x":"1"}', r"line 3: Expected `int`, got `str` - at `\$.x`"),
        (b"{}", "line 3: Object missing required field `x`"),
        (b"\xff", "line 3: "),
    ],
)
def test_a_broken_line_is_told_with_file_and_number(tmp_path: Path, line: bytes, message: str) -> None:
    path = tmp_path / "points.jsonl"
    path.write_bytes(b'{"x":1}\n\n' + line + b"\n")
    with pytest.raises(RecordError, match=rf"points\.jsonl, {message}"):
        list(read_lines(path, Point))


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match=r"cannot read .*gone: No such file"):
        list(read_lines(tmp_path / "gone", Point))
