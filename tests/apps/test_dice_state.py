"""Dicewars' state machine in the terminal: what each key does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hazard.apps.cli.dice_state import KEYS, State, Wish, press
from hazard.apps.cli.speeds import SPEEDS
from hazard.dice.command import END, attack, transfer
from hazard.dice.position import Position
from hazard.dice.rules import Rules
from tests.apps.test_dice_map import SMALL

# A owns 0 (three dice) and 2 (one die), B owns 1.
POSITION = Position(SMALL, [0, 1, 0], [3, 8, 1], rules=Rules(players=2, areas=3))
START = State()


def typed(state: State, *keys: str, ours: bool = True) -> tuple[State, Wish | None]:
    wish = None
    for key in keys:
        state, wish = press(state, key, POSITION, ours=ours)
    return state, wish


@pytest.mark.parametrize(
    ("key", "cursor"), [("right", 1), ("l", 1), ("down", 2), ("j", 2), ("up", 0), ("h", 2)]
)
def test_arrows_move_the_cursor(key: str, cursor: int) -> None:
    assert typed(START, key) == (replace(START, cursor=cursor), None)


def test_a_typed_number_moves_the_cursor_on_enter() -> None:
    assert typed(START, "2", "enter") == (replace(START, cursor=2), None)
    assert typed(START, ":", "0", "1", "space")[0].cursor == 1
    assert typed(START, ":", "enter")[0] == START
    assert typed(START, "1", "2", "backspace")[0].typed == "1"
    assert typed(START, "1", "backspace", "backspace")[0].typed is None
    assert typed(START, "1", "escape")[0] == START


def test_a_number_that_no_area_has_is_told() -> None:
    assert typed(START, "3", "enter")[0].message == "there is no area 3; they are 0 to 2"
    assert "such as 12" in typed(START, "1", "x")[0].message
    assert typed(START, "²")[0].message


def test_two_areas_make_an_attack_or_a_transfer() -> None:
    chosen, wish = typed(START, "space")
    assert (chosen.source, wish) == (0, None)
    state, wish = typed(chosen, "right", "space")
    assert (state.source, wish) == (None, Wish("command", attack(0, 1)))
    assert typed(chosen, "down", "enter")[1] == Wish("command", transfer(0, 2))


def test_choosing_the_same_area_again_or_escape_lets_it_go() -> None:
    assert typed(START, "space", "space") == (START, None)
    assert typed(START, "space", "escape") == (START, None)


def test_what_cannot_be_chosen_is_told() -> None:
    assert typed(START, "right", "space")[0].message == "area 1 is B's: choose one of yours first"
    assert typed(START, "down", "space")[0].message == "area 2 has one die: it must stay"


def test_tab_goes_to_what_can_attack_and_then_to_what_it_can_attack() -> None:
    assert typed(replace(START, cursor=2), "tab")[0].cursor == 0
    assert typed(START, "space", "tab")[0].cursor == 1
    assert typed(START, "tab", ours=False) == (START, None)
    poor = Position(SMALL, [0, 1, 0], [1, 8, 1], rules=Rules(players=2, areas=3))
    assert "e ends the turn" in press(START, "tab", poor, ours=True)[0].message


def test_wishes() -> None:
    assert typed(START, "space", "e") == (START, Wish("command", END))
    assert typed(START, "u")[1] == Wish("undo")
    assert typed(START, "n")[1] == Wish("new")
    assert typed(START, "q")[1] == Wish("quit")


def test_space_lets_an_agent_play_when_it_is_its_turn() -> None:
    assert typed(START, "space", ours=False) == (START, Wish("step"))


def test_the_speed_stays_within_the_table() -> None:
    assert typed(START, *"++++++")[0].speed == SPEEDS[-1]
    assert typed(START, *"------")[0].speed == SPEEDS[0] == "step"


def test_any_key_leaves_the_help() -> None:
    assert typed(START, "?")[0].help
    assert typed(START, "?", "e") == (START, None)
    assert typed(START, "?", "q") == (START, Wish("quit"))


def test_an_unknown_key_says_how_to_get_help_and_the_next_key_clears_that() -> None:
    state, wish = typed(START, "x")
    assert wish is None
    assert "?" in state.message
    assert typed(state, "up")[0].message == ""


def test_the_help_lists_every_key() -> None:
    listed = " ".join(key for key, _, _ in KEYS)
    for key in ("tab", "space", "escape", "e", "u", "+", "-", "n", "?", "q"):
        assert key in listed
