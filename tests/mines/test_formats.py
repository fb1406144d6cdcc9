"""Files: what is written is read again, and whatever is broken is told in one line with its place."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from hazard.core.errors import BadInput, LayoutError, PositionError
from hazard.mines.formats import (
    format_layout,
    format_mbf,
    format_position,
    parse_layouts,
    parse_mbf,
    parse_position,
    read_layouts,
    read_position,
    write_layouts,
    write_position,
)
from hazard.mines.layout import Layout
from hazard.mines.position import Position

SIDES = st.integers(1, 12)


@st.composite
def positions(draw: st.DrawFn) -> Position:
    rows, cols = draw(SIDES), draw(SIDES)
    cells = draw(arrays.arrays(np.int8, (rows, cols), elements=st.integers(-2, 8)))
    return Position(rows, cols, draw(st.integers(0, rows * cols)), cells)


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    rows, cols = draw(SIDES), draw(SIDES)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    mines = draw(st.lists(st.sampled_from(cells), unique=True, max_size=len(cells) - 1))
    return Layout(rows, cols, tuple(mines), draw(st.none() | st.sampled_from(cells)))


@given(positions())
def test_position_text_comes_back(position: Position) -> None:
    assert parse_position(format_position(position)) == position


@given(
    position=positions(),
    newline=st.sampled_from(["\n", "\r\n"]),
    tail=st.sampled_from(["", "\n\n", "\n  \r\n"]),
)
def test_position_text_from_other_editors_is_read(position: Position, newline: str, tail: str) -> None:
    lines = format_position(position).splitlines()
    assert parse_position("\ufeff" + (" " + newline).join(lines) + tail) == position


@given(st.lists(layouts(), max_size=5))
def test_layout_lines_come_back(some: list[Layout]) -> None:
    assert parse_layouts("".join(format_layout(layout) + "\n" for layout in some)) == some


@given(layouts())
def test_mbf_comes_back_without_the_first_cell(layout: Layout) -> None:
    assert parse_mbf(format_mbf(layout)) == Layout(layout.rows, layout.cols, layout.mines)


def test_a_layout_line_looks_as_documented() -> None:
    layout = Layout(16, 30, ((3, 4), (0, 29)), (3, 3))
    assert format_layout(layout) == '{"rows":16,"cols":30,"mines":[[0,29],[3,4]],"first":[3,3]}'


def test_mbf_has_columns_first() -> None:
    data = bytes(
        [30, 16, 0, 2, 29, 0, 4, 3]
    )  # columns, rows, two mines: (row 0, column 29), (row 3, column 4)
    assert parse_mbf(data) == Layout(16, 30, ((0, 29), (3, 4)))
    assert format_mbf(parse_mbf(data)) == data


def test_mbf_counts_mines_with_the_high_byte_first() -> None:
    layout = Layout(20, 20, tuple((row, col) for row in range(15) for col in range(20)))
    assert format_mbf(layout)[:4] == bytes([20, 20, 1, 44])
    assert parse_mbf(format_mbf(layout)) == layout


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the position is empty; its first line must be COLSxROWSxMINES"),
        ("\n\n", "the position is empty"),
        ("3x2\nHHH\nHHH\n", "line 1 is '3x2'; it must be COLSxROWSxMINES"),
        ("3x2x-1\nHHH\nHHH\n", "line 1 is '3x2x-1'"),
        ("axbxc\n", "line 1 is 'axbxc'"),
        ("3x2x1\nHHH\n", "2 rows are announced in line 1, but 1 follow"),
        ("3x2x1\nHHH\nHHH\nHHH\n", "2 rows are announced in line 1, but 3 follow"),
        ("3x2x1\nHHH\n\nHHH\n", "2 rows are announced in line 1, but 3 follow"),
        ("3x2x1\nHHH\nHH\n", "line 3 has 2 cells instead of 3: 'HH'"),
        ("3x2x1\nHHHH\nHHH\n", "line 2 has 4 cells instead of 3"),
        ("3x2x1\nHHH\nH9H\n", "line 3, column 2: '9' is no cell; 0 to 8 is open, H covered, F flagged"),
        ("3x2x1\nHHH\nH H\n", "line 3, column 2: ' ' is no cell"),
        ("3x2x1\nHHh\nHHH\n", "line 2, column 3: 'h' is no cell"),
        ("3x2x1\nHH²\nHHH\n", "line 2, column 3: '²' is no cell"),
        ("3x2x7\nHHH\nHHH\n", "7 mines on 2x3 = 6 cells"),
        ("0x2x0\n\n\n", "2 rows are announced in line 1, but 0 follow"),
        ("0x0x0\n", "line 1 announces 0 rows of 0 cells"),
        ("999999999x1x0\nH\n", "line 1 announces 1 rows of 999999999 cells"),
        ("300x1x0\n" + "H" * 300, "a board of 1x300 cells: each side must be 1 to 255"),
    ],
)
def test_a_broken_position_is_told_with_line_and_column(text: str, message: str) -> None:
    with pytest.raises(PositionError) as caught:
        parse_position(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


GOOD = '{"rows":2,"cols":3,"mines":[[0,0]]}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "Input data was truncated"),
        ("[]", "Expected `object`, got `array`"),
        ('{"rows":2,"cols":3}', "missing required field `mines`"),
        ('{"rows":"2","cols":3,"mines":[]}', "Expected `int`, got `str` - at `$.rows`"),
        ('{"rows":2,"cols":3,"mines":[[0]]}', "Expected `array` of length 2 - at `$.mines[0]`"),
        ('{"rows":2,"cols":3,"mines":[[0,0.5]]}', "Expected `int`, got `float` - at `$.mines[0][1]`"),
        ('{"rows":2,"cols":3,"mines":[[0,3]]}', "mine (0, 3) is outside the 2x3 board"),
        ('{"rows":2,"cols":3,"mines":[[-1,0]]}', "mine (-1, 0) is outside the 2x3 board"),
        ('{"rows":2,"cols":3,"mines":[[0,0],[1,1],[0,0]]}', "mine (0, 0) is listed twice"),
        ('{"rows":2,"cols":3,"mines":[],"first":[2,0]}', "first cell (2, 0) is outside the 2x3 board"),
        ('{"rows":2,"cols":3,"mines":[],"frist":[1,0]}', "unknown field `frist`"),
        ('{"rows":0,"cols":3,"mines":[]}', "each side must be 1 to 255"),
        ('{"rows":1,"cols":1,"mines":[[0,0]]}', "1 mines do not fit on 1x1"),
        ('{"rows":99999999999999999999,"cols":1,"mines":[]}', "each side must be 1 to 255"),
        (b'{"rows":2,"cols":3,"mines":[]\xff}', "JSON is malformed"),
    ],
)
def test_a_broken_layout_is_told_with_its_line(line: str | bytes, message: str) -> None:
    data = line if isinstance(line, bytes) else line.encode()
    with pytest.raises(LayoutError) as caught:
        parse_layouts(GOOD.encode() + b"\r\n\n" + data + b"\n")
    assert str(caught.value).startswith("line 3: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "0 bytes are too few"),
        (bytes([3, 2, 0]), "3 bytes are too few"),
        (bytes([3, 2, 0, 1, 0]), "1 mines are announced, which makes 6 bytes, but there are 5"),
        (bytes([3, 2, 0, 0, 0, 0]), "0 mines are announced, which makes 4 bytes, but there are 6"),
        (bytes([3, 2, 0, 1, 3, 0]), "mine (0, 3) is outside the 2x3 board"),
        (bytes([3, 2, 0, 2, 1, 1, 1, 1]), "mine (1, 1) is listed twice"),
        (bytes([0, 2, 0, 0]), "each side must be 1 to 255"),
    ],
)
def test_a_broken_mbf_is_told(data: bytes, message: str) -> None:
    with pytest.raises(LayoutError) as caught:
        parse_mbf(data)
    assert message in str(caught.value)


@given(st.binary(max_size=60))
def test_no_bytes_make_a_reader_fail_in_another_way(data: bytes) -> None:
    for read in (parse_mbf, parse_layouts, lambda raw: parse_position(raw.decode("latin-1"))):
        with suppress(BadInput):
            read(data)


@given(
    header=st.from_regex(r"[0-9]{1,3}x[0-9]{1,3}x[0-9]{1,4}", fullmatch=True),
    body=st.text("HF0123456789 \r\n", max_size=60),
)
def test_nearly_right_positions_never_fail_in_another_way(header: str, body: str) -> None:
    with suppress(PositionError):
        parse_position(f"{header}\n{body}")


def test_files_are_written_and_read(tmp_path: Path) -> None:
    position = Position.parse("2x1x1\n1H\n")
    write_position(tmp_path / "a.mine", position)
    assert read_position(tmp_path / "a.mine") == position
    some = [Layout(2, 2, ((0, 0),)), Layout(3, 1, (), (2, 0))]
    for name, content in (("l.jsonl", some), ("l.mbf", some[:1]), ("none.jsonl", [])):
        write_layouts(tmp_path / name, content)
        assert read_layouts(tmp_path / name) == content
    with pytest.raises(LayoutError, match=r"two\.mbf: a \.mbf file holds one layout, not 2"):
        write_layouts(tmp_path / "two.mbf", some)
    assert {path.name for path in tmp_path.iterdir()} == {"a.mine", "l.jsonl", "l.mbf", "none.jsonl"}


def test_errors_of_files_start_with_their_names(tmp_path: Path) -> None:
    (tmp_path / "bad.mine").write_text("2x1x1\n1X\n")
    (tmp_path / "raw.mine").write_bytes(b"\xff\xfe")
    (tmp_path / "bad.jsonl").write_text(GOOD + "\n{}\n")
    for read, name, message in (
        (read_position, "bad.mine", "bad.mine: line 2, column 2"),
        (read_position, "raw.mine", "raw.mine is not a text file"),
        (read_position, "no.mine", r"cannot read .*no\.mine: No such file"),
        (read_position, ".", "cannot read .*: Is a directory"),
        (read_layouts, "bad.jsonl", "bad.jsonl: line 2: .*missing required field"),
        (read_layouts, "no.jsonl", r"cannot read .*no\.jsonl: No such file"),
    ):
        with pytest.raises(BadInput, match=message):
            read(tmp_path / name)
    with pytest.raises(BadInput, match=r"cannot write .*gone/a\.mine: No such file"):
        write_position(tmp_path / "gone" / "a.mine", Position.parse("1x1x0\nH\n"))
