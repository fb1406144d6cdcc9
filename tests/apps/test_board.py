"""Boards in a terminal: coordinates, brackets, windows, and faces that can be told apart without colour."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard.apps.cli.board import NARROW, WIDE, draw, width_of, window_around
from hazard.apps.cli.faces import ASCII, FANCY, Face, heat, percent, plain_look, risk_look, signs_for


def lines(text: object) -> list[str]:
    return str(text).split("\n")


def test_a_wide_board_has_coordinates_and_the_marked_cell_in_brackets() -> None:
    drawn = draw((2, 3), lambda row, col: Face(f"{row}{col}"), pitch=WIDE, marked=[(1, 1)])
    assert lines(drawn) == ["    0  1  2", "0  00 01 02 ", "1  10[11]12 "]


def test_a_narrow_board_writes_tens_above_units() -> None:
    drawn = draw((2, 12), lambda row, col: Face("#"), pitch=NARROW, marked=[(0, 11)])
    assert lines(drawn) == [
        "                       1  ",
        "   0 1 2 3 4 5 6 7 8 9 0 1",
        "0  # # # # # # # # # # #[#]",
        "1  # # # # # # # # # # # # ",
    ]


def test_neighbouring_marked_cells_share_a_bar() -> None:
    drawn = draw((1, 4), lambda row, col: Face("#"), pitch=NARROW, marked=[(0, 1), (0, 2)])
    assert lines(drawn)[1] == "0  #[#|#]# "


@given(
    st.tuples(st.integers(1, 120), st.integers(1, 120)),
    st.tuples(st.integers(3, 60), st.integers(10, 200)),
    st.sampled_from([NARROW, WIDE]),
    st.data(),
)
def test_a_window_holds_its_cell_fits_the_room_and_wastes_none(
    size: tuple[int, int], room: tuple[int, int], pitch: int, data: st.DataObject
) -> None:
    cell = data.draw(st.tuples(st.integers(0, size[0] - 1), st.integers(0, size[1] - 1)))
    window = window_around(cell, size, room, pitch)
    assert cell[0] in window.rows
    assert cell[1] in window.cols
    assert 0 <= window.rows[0] <= window.rows[-1] < size[0]
    assert 0 <= window.cols[0] <= window.cols[-1] < size[1]
    drawn = lines(draw(size, lambda row, col: Face("#"), pitch=pitch, window=window))
    assert len(drawn) <= room[0]
    assert all(len(line) <= room[1] for line in drawn)
    if width_of(*size, pitch) <= room[1] and size[0] + 2 <= room[0]:
        assert window.holds_all(*size)


@pytest.mark.parametrize(
    ("risk", "text"),
    [(1e-9, "<1"), (0.0099, "<1"), (0.01, "01"), (0.074, "07"), (0.5, "50"), (0.994, "99"), (0.999999, "99")],
)
def test_a_risk_never_looks_certain(risk: float, text: str) -> None:
    assert percent(risk) == text


@pytest.mark.parametrize("signs", [FANCY, ASCII])
def test_every_kind_of_cell_is_told_apart_without_colour(signs: object) -> None:
    cells = np.array([[0, 1, 8, -2, -1, -1, -1]], np.int8)
    risks = np.array([[np.nan, np.nan, np.nan, 0.5, 0.0, 1.0, 0.07]])
    look = risk_look(cells, risks, [(0, 4)], [(0, 5)], signs, show_flags=True)  # type: ignore[arg-type]
    texts = [look(0, col).text for col in range(7)]
    assert len(set(texts)) == 7
    assert texts[1:3] == ["1", "8"]
    assert texts[6] == "07"


def test_flags_show_their_risk_when_they_are_ignored() -> None:
    cells = np.array([[-2]], np.int8)
    assert risk_look(cells, np.array([[0.25]]), [], [], ASCII, show_flags=False)(0, 0).text == "25"
    assert plain_look(cells, ASCII)(0, 0).text == "F"


def test_an_output_that_writes_ascii_only_gets_ascii_signs() -> None:
    assert signs_for("ascii") is ASCII
    assert signs_for("ISO-8859-1") is ASCII
    assert signs_for("UTF-8") is FANCY
    assert all(
        getattr(ASCII, name).isascii() for name in ("nothing", "covered", "safe", "mine", "flag", "hit")
    )


def test_heat_goes_from_green_to_red() -> None:
    assert heat(0.0) == "#101010 on #fff6cc"
    assert heat(1.0) == "#ffffff on #3a0f54"
    assert heat(-1) == heat(0)
    assert len({heat(k / 100) for k in range(101)}) > 90
