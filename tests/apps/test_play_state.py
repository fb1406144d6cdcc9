"""The terminal game's state machine: what each key does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard.apps.cli.play_state import KEYS, STEPS, WISHES, State, Wish, press

START = State(size=(16, 30), cursor=(3, 3))


def typed(state: State, *keys: str) -> tuple[State, Wish | None]:
    wish = None
    for key in keys:
        state, wish = press(state, key)
    return state, wish


@pytest.mark.parametrize(
    ("key", "cursor"),
    [("up", (2, 3)), ("k", (2, 3)), ("down", (4, 3)), ("j", (4, 3)), ("left", (3, 2)), ("h", (3, 2)),
     ("right", (3, 4)), ("l", (3, 4)), ("home", (3, 0)), ("end", (3, 29))],
)  # fmt: skip
def test_moving_keys_move_the_cursor(key: str, cursor: tuple[int, int]) -> None:
    assert press(START, key) == (replace(START, cursor=cursor), None)


@given(st.lists(st.sampled_from([*STEPS, "home", "end"])))
def test_the_cursor_never_leaves_the_board(keys: list[str]) -> None:
    row, col = typed(replace(START, size=(3, 4), cursor=(1, 1)), *keys)[0].cursor
    assert 0 <= row < 3
    assert 0 <= col < 4


@pytest.mark.parametrize(("key", "kind"), WISHES.items())
def test_wishing_keys_wish_for_the_cell_under_the_cursor(key: str, kind: str) -> None:
    assert press(START, key) == (START, Wish(kind, (3, 3)))  # type: ignore[arg-type]


def test_typed_coordinates_move_the_cursor_on_enter() -> None:
    assert typed(START, *"12,14", "enter")[0].cursor == (12, 14)
    assert typed(START, ":", "7", "space", "0", "enter")[0].cursor == (7, 0)


def test_typed_coordinates_can_be_corrected_and_dropped() -> None:
    state, _ = typed(START, *"12,144", "backspace")
    assert state.typed == "12,14"
    assert typed(state, "escape")[0] == START
    assert typed(START, "3", "backspace", "backspace")[0].typed is None


@pytest.mark.parametrize("keys", ["3,40", "16,0", "99999999999,1"])
def test_a_cell_off_the_board_is_named_and_the_cursor_stays(keys: str) -> None:
    state, wish = typed(START, *keys, "enter")
    assert (state.cursor, state.typed, wish) == ((3, 3), None, None)
    assert "outside the 16x30 board" in state.message


@pytest.mark.parametrize("keys", ["3", "3,", "3,4,5", ","])
def test_what_is_no_cell_gets_an_example(keys: str) -> None:
    assert "such as 3,14" in typed(START, ":", *keys, "enter")[0].message


def test_enter_ends_the_typing_and_opens_nothing() -> None:
    assert typed(START, *"1,1", "enter")[1] is None


def test_another_key_ends_the_typing_without_doing_its_own_thing() -> None:
    state, wish = typed(START, "1", "q")
    assert (state.typed, wish) == (None, None)
    assert state.message


def test_risks_and_help_go_on_and_off() -> None:
    assert press(START, "r")[0].risks
    assert typed(START, "r", "r")[0] == START
    assert press(START, "?")[0].help


def test_any_key_leaves_the_help_and_does_nothing_else_but_q() -> None:
    assert typed(START, "?", "f") == (START, None)
    assert typed(START, "?", "q")[1] == Wish("quit", (3, 3))


def test_an_unknown_key_says_how_to_get_help_and_the_next_key_clears_that() -> None:
    state, wish = press(START, "x")
    assert wish is None
    assert "?" in state.message
    assert press(state, "up")[0].message == ""


def test_the_help_lists_every_key_that_does_something() -> None:
    listed = " ".join(key for key, _, _ in KEYS)
    for key in [*WISHES, "r", "?"]:
        assert key in listed or (key == "enter" and any("enter" in text for _, _, text in KEYS))
