"""Levels: names, sizes, the room that a rule leaves, the first cell."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.core.errors import CellError, LevelError
from hazard.mines.first import first_cells, plain
from hazard.mines.level import Level


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("beginner", (9, 9, 10)),
        ("beginner8", (8, 8, 10)),
        ("intermediate", (16, 16, 40)),
        ("expert", (16, 30, 99)),
        ("small", (10, 10, 10)),
        ("tiny4", (4, 4, 2)),
        ("tiny5", (5, 5, 3)),
        ("16x30/99", (16, 30, 99)),
        (" Expert ", (16, 30, 99)),
        ("1X255/0", (1, 255, 0)),
        ("255×255/60000", (255, 255, 60000)),
    ],
)
def test_a_level_is_a_name_or_rows_by_columns_and_mines(text: str, size: tuple[int, int, int]) -> None:
    level = Level.parse(text, "safe")
    assert (level.rows, level.cols, level.mines, level.rule) == (*size, "safe")


def test_a_level_prints_as_it_is_read() -> None:
    level = Level.parse("expert")
    assert str(level) == "16x30/99"
    assert Level.parse(str(level)) == level
    assert (level.name, Level(4, 4, 3, "safe").name) == ("expert", None)


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        ("exprt", "open", "unknown level 'exprt'; did you mean expert"),
        ("16x30", "open", "unknown level '16x30'; .*ROWSxCOLS/MINES"),
        ("", "open", "unknown level ''"),
        ("0x5/0", "any", "each side must be 1 to 255"),
        ("256x5/3", "any", "each side must be 1 to 255"),
        ("4x4/8", "open", "8 mines do not fit on 4x4: rule 'open' leaves room for 7"),
        ("2x9/13", "open", "13 mines do not fit on 2x9: rule 'open' leaves room for 12"),
        ("4x4/16", "safe", "rule 'safe' leaves room for 15"),
        ("4x4/16", "any", "rule 'any' leaves room for 15"),
        ("4x4/2", "closed", "unknown rule 'closed'; the rules are open, safe, any"),
    ],
)
def test_a_level_that_cannot_be_played_is_refused_in_one_line(text: str, rule: str, message: str) -> None:
    with pytest.raises(LevelError, match=message) as caught:
        Level.parse(text, rule)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [2.0, "2", None, True])
def test_sizes_are_whole_numbers(bad: object) -> None:
    with pytest.raises(LevelError, match="rows must be a whole number"):
        Level(bad, 3, 1, "any")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("text", "rule", "cell"),
    [
        ("expert", "open", (3, 3)),
        ("small", "open", (3, 3)),
        ("beginner", "open", (2, 2)),
        ("9x30/20", "open", (2, 2)),
        ("2x9/3", "open", (1, 2)),
        ("1x1/0", "open", (0, 0)),
        ("expert", "safe", (0, 0)),
        ("expert", "any", (0, 0)),
    ],
)
def test_the_default_first_cell(text: str, rule: str, cell: tuple[int, int]) -> None:
    assert Level.parse(text, rule).default_first == cell


def test_first_cell_options() -> None:
    level, seeds = Level.parse("expert"), np.arange(3, dtype=np.uint64)
    assert first_cells("default", level, seeds).tolist() == [93] * 3
    assert first_cells("corner", level, seeds).tolist() == [0] * 3
    assert first_cells("15, 29", level, seeds).tolist() == [479] * 3
    assert first_cells("agent", level, seeds).tolist() == [-1] * 3


@pytest.mark.parametrize(
    ("option", "name"),
    [("3,5", "3,5"), (" (3, 05) ", "3,5"), ("Corner", "corner"), ("RANDOM", "random"), ("middle", "middle")],
)
def test_the_same_first_cell_has_one_name_however_it_is_written(option: str, name: str) -> None:
    assert plain(option) == name


def test_a_random_first_cell_is_a_function_of_the_layout_seed_and_can_be_anywhere() -> None:
    level = Level.parse("beginner")
    seeds = np.arange(5000, dtype=np.uint64)
    cells = first_cells("random", level, seeds)
    assert np.array_equal(cells[100:200], first_cells("random", level, seeds[100:200]))
    assert set(cells.tolist()) == set(range(81))


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("middle", "unknown first cell 'middle'; write default, corner, R,C .*, random or agent"),
        ("16,0", r"cell \(16, 0\) is outside the 16x30 board"),
        ("3,40", r"cell \(3, 40\) is outside the 16x30 board"),
        ("-1,0", "unknown first cell '-1,0'"),
        ("3", "unknown first cell '3'"),
    ],
)
def test_a_first_cell_that_is_none_is_refused(option: str, message: str) -> None:
    with pytest.raises(CellError, match=message):
        first_cells(option, Level.parse("expert"), np.zeros(1, np.uint64))
