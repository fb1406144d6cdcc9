"""The terminal game's picture: it fits its window, and says without colour what colour says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hazard.apps.cli.faces import ASCII, FANCY
from hazard.apps.cli.play_session import Session
from hazard.apps.cli.play_state import State, Wish, press
from hazard.apps.cli.play_view import render
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import NAMED, Level


def begun(level: str, rule: str = "open") -> tuple[State, Session]:
    session = Session(Level.parse(level, rule), 4, lambda: 0.0)
    session.grant(Wish("best", (0, 0)))
    return State((session.level.rows, session.level.cols), session.level.default_first), session


def lines(state: State, session: Session, room: tuple[int, int]) -> list[str]:
    return render(state, session, room, FANCY).plain.split("\n")


@pytest.mark.parametrize("level", [*NAMED, "100x100/2000", "1x200/20", "200x1/20"])
@pytest.mark.parametrize("room", [(24, 80), (40, 120), (10, 36), (60, 250)])
@pytest.mark.parametrize("risks", [False, True])
def test_the_picture_fits_every_window(level: str, room: tuple[int, int], risks: bool) -> None:
    state, session = begun(level, "any")
    state = replace(state, risks=risks, message="long words " * 40)
    shown = lines(state, session, room)
    assert len(shown) <= room[0]
    assert all(len(line) <= room[1] for line in shown)
    assert any("[" in line for line in shown)


def test_expert_is_whole_in_a_window_of_80x24() -> None:
    state, session = begun("expert")
    shown = "\n".join(lines(state, session, (24, 80)))
    assert "columns" not in shown
    assert "q quit" in shown


def test_a_window_that_is_too_small_says_so() -> None:
    state, session = begun("expert")
    assert "too small" in lines(state, session, (5, 80))[0]


def test_the_cursor_stands_in_brackets_and_is_told_with_its_risk() -> None:
    state, session = begun("expert")
    state = replace(state, cursor=(15, 29), risks=True)
    shown = lines(state, session, (30, 120))
    assert "cursor (15, 29)  risk 2" in shown[1]
    assert shown[-3].endswith("]")
    assert shown[-3][-4] == "["


def test_a_lost_game_shows_the_mine_that_was_hit_the_others_and_wrong_flags() -> None:
    session = Session(Level(1, 6, 2, "any"), 1, lambda: 0.0)
    session.game = Game.from_layout(Layout(1, 6, ((0, 0), (0, 5))))
    for kind, col in (("open", 1), ("flag", 3), ("open", 5)):
        session.grant(Wish(kind, (0, col)))  # type: ignore[arg-type]
    board = render(State((1, 6), (0, 1)), session, (24, 80), ASCII).plain.split("\n")[3]
    assert board.split() == ["0", "*[", "1]##", "f", "##", "X"]


def test_the_verdict_stays_while_the_cursor_moves_and_goes_with_undo() -> None:
    session = Session(Level(1, 6, 2, "any"), 1, lambda: 0.0)
    session.game = Game.from_layout(Layout(1, 6, ((0, 0), (0, 5))))
    for col in (1, 5):
        session.grant(Wish("open", (0, col)))
    state, _ = press(State((1, 6), (0, 5)), "left")
    assert "Lost. (0, 5) was a mine" in render(state, session, (24, 80), ASCII).plain
    session.grant(Wish("undo", (0, 5)))
    assert "Lost" not in render(state, session, (24, 80), ASCII).plain


def test_a_won_game_shows_its_mines_as_flags() -> None:
    session = Session(Level(1, 3, 1, "any"), 1, lambda: 0.0)
    session.game = Game.from_layout(Layout(1, 3, ((0, 2),)))
    session.grant(Wish("open", (0, 0)))
    assert "F" in render(State((1, 3), (0, 0)), session, (24, 80), ASCII).plain.split("\n")[3]


def test_a_flag_keeps_its_sign_while_the_risks_are_shown() -> None:
    state, session = begun("expert")
    session.grant(Wish("flag", (15, 29)))
    assert FANCY.flag in lines(replace(state, risks=True), session, (30, 120))[-3]


def test_help_taken_is_shown() -> None:
    state, session = begun("expert")
    assert "practice: 1 best" in lines(state, session, (24, 80))[0]


def test_typed_coordinates_are_echoed() -> None:
    state, session = begun("expert")
    assert "12,1" in lines(replace(state, typed="12,1"), session, (24, 80))[-1]


def test_the_help_page_fits_80x24() -> None:
    state, session = begun("expert")
    shown = lines(replace(state, help=True), session, (24, 80))
    assert len(shown) <= 24
    assert all(len(line) <= 80 for line in shown)
