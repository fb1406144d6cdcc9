"""Given layouts played by an agent: in order, on any number of workers, by the engine of a match."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.arena.mines.match import match_mines
from hazard.arena.mines.solving import solve
from hazard.core.errors import HazardError
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level


def layouts_of_match(level: Level, count: int, seed: int = 1) -> list[Layout]:
    """The layouts that a match of this seed plays."""
    layouts = []
    for layout_seed in game_seeds(seed, 0, count)[0]:
        game = Game(level, int(layout_seed))
        game.open(*level.default_first)
        while game.status not in (Status.WON, Status.LOST):
            row, col = np.argwhere(game.cells == -1)[0]
            game.open(int(row), int(col))
        layouts.append(game.reveal())
    return layouts


def test_the_layouts_of_a_match_end_as_in_the_match() -> None:
    level = Level.parse("beginner")
    match = match_mines(["mines/exact"], level, games=300).statuses["mines/exact"]
    solved = solve(layouts_of_match(level, 300), "exact", rule="open")
    assert [game.won for game in solved] == (match == Status.WON).tolist()


def test_results_come_in_order_and_do_not_depend_on_workers() -> None:
    small = layouts_of_match(Level.parse("tiny4"), 300)
    other = layouts_of_match(Level.parse("beginner"), 40)
    mixed = [*small, *other, *small[:10]]
    one = [game.to_json() for game in solve(mixed, "mines/random")]
    two = [game.to_json() for game in solve(mixed, "mines/random", workers=2)]
    assert [game["index"] for game in one] == list(range(len(mixed)))
    for game in (*one, *two):
        del game["seconds"]
    assert one == two


@pytest.mark.parametrize("first", ["default", " Default"])
def test_a_layouts_own_first_cell_is_opened_however_default_is_written(first: str) -> None:
    layout = Layout(1, 3, ((0, 0),), first=(0, 2))  # the corner, the rule's default, is the mine
    (game,) = solve([layout], "mines/exact", first=first)
    assert game.won


def test_a_result_has_exactly_the_agreed_fields() -> None:
    (game,) = solve([Layout(1, 4, ((0, 2),), (0, 0))], "exact")
    told = game.to_json()
    assert told.pop("seconds") > 0
    assert told == {"index": 0, "status": "won", "won": True, "opened": 3, "decisions": 1, "guesses": 0}


def test_guesses_are_decisions_at_a_risk() -> None:
    (game,) = solve([Layout(1, 3, ((0, 2),), (0, 1))], "exact")
    # (0, 1) shows 1: the mine is on its left or on its right.
    assert (game.decisions, game.guesses) == (1, 1)


def test_the_layouts_own_first_cell_is_the_default() -> None:
    own = Layout(1, 5, ((0, 0),), (0, 4))
    (game,) = solve([own], "exact")
    assert game.won
    (corner,) = solve([own], "exact", first="corner")
    assert (corner.status, corner.opened) == ("lost", 0)
    (none,) = solve([Layout(1, 5, ((0, 0),))], "exact")
    assert none.status == "lost"


def test_what_cannot_be_played_is_refused_before_it_begins() -> None:
    layouts = [Layout(9, 9, ((0, 1),)), Layout(2, 2, ((0, 1),))]
    with pytest.raises(HazardError, match="no layouts"):
        solve([], "exact")
    with pytest.raises(HazardError, match="outside the 2x2 board"):
        solve(layouts, "exact", first="8,8")
    with pytest.raises(HazardError, match="unknown agent"):
        solve(layouts, "nobody")
    with pytest.raises(HazardError, match="0 workers"):
        solve(layouts, "exact", workers=0)
