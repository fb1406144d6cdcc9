"""Views and decisions: masks say what is legal, wrong shapes are errors in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from hazard.core.errors import DecisionError
from hazard.core.registry import resolve
from hazard.dice.agent import PositionAgent
from hazard.dice.answers import bare, checked
from hazard.dice.command import END, Command, Kind
from hazard.dice.game import Game
from hazard.dice.games import OUTSIDE, Games, no_commands
from hazard.dice.rules import Rules
from hazard.dice.views import Decisions, View, Views


def some_views(rules: Rules, n: int = 12) -> tuple[Games, Views]:
    """Positions amid games, some in the middle of a turn."""
    games = Games(rules, n)
    games.deal(np.arange(4 * n, dtype=np.uint64).reshape(n, 4))
    games.seat(
        np.full((n, rules.players), OUTSIDE), np.arange(n * rules.players).reshape(n, -1).astype(np.uint64)
    )
    games.advance()
    agent = resolve("dice/kb.stei_adt", "dice").make()
    for step in range(60):
        commands = no_commands(n)
        playing = ~games.over & (np.arange(n) >= step // 5)
        if playing.any():
            commands[playing] = agent.choose(games.views[playing].frozen()).commands
        games.step(commands)
    return games, games.views[np.arange(n)]


@pytest.mark.parametrize("transfers", [0, 6])
def test_masks_lists_and_positions_agree_on_what_is_legal(transfers: int) -> None:
    games, views = some_views(Rules(players=4, transfers=transfers))
    attacks, moves = views.masks()
    for game, view in enumerate(views):
        position = games.position(game)
        assert view.attacks() == position.commands(Kind.ATTACK)
        assert view.transfers_possible() == position.commands(Kind.TRANSFER)
        for mask, kind in ((attacks, Kind.ATTACK), (moves, Kind.TRANSFER)):
            edges = [
                Command(kind, source, int(view.neighbours[source, k]))
                for source, k in np.argwhere(mask[game]).tolist()
            ]
            assert edges == position.commands(kind)


def test_a_view_is_a_row_and_a_slice_is_views() -> None:
    _, views = some_views(Rules())
    assert len(views) == 12
    assert isinstance(views[3], View)
    assert np.array_equal(views[3].dice, views.dice[3])
    part = views[np.array([5, 2])]
    assert isinstance(part, Views)
    assert part[1].seed == views[2].seed
    assert [view.player for view in views[4:6]] == views.player[4:6].tolist()
    assert type(views[0].player) is int


def test_frozen_views_cannot_be_written() -> None:
    _, views = some_views(Rules(), 2)
    frozen = views.frozen()
    for array in frozen.arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        frozen[0].dice[0] = 1


def test_an_agent_sees_neither_the_map_object_nor_rolls() -> None:
    fields = set(View.__dataclass_fields__)
    assert fields == {
        "rules", "neighbours", "owners", "dice", "reserves", "player", "transfers", "commands", "turns",
        "moves", "seed",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([np.zeros((2, 2), np.int16)], r"has shape \(2, 2\); it must be \[n, 3\]"),
        ([np.zeros(3, np.int16)], r"has shape \(3,\)"),
        ([np.zeros((2, 3))], "holds float64; it must hold whole numbers"),
        ([np.zeros((1, 3), np.int16), np.zeros((2, 3, 4), np.float32)], "values is float32"),
        ([np.zeros((1, 3), np.int16), np.zeros((1, 3, 4), np.int8)], "must be float32"),
        ([np.zeros((1, 3), np.int16), None, None, []], "0 entries for 1 views"),
    ],
)
def test_decisions_of_a_wrong_shape_are_refused(parts: list[Any], message: str) -> None:
    with pytest.raises(DecisionError, match=message):
        Decisions(*parts)


def test_a_fraction_is_no_area() -> None:
    with pytest.raises(DecisionError, match="holds float64"):
        Decisions.of([(1, 2.5, 3)])  # pyright: ignore[reportArgumentType]
    assert len(Decisions.of([])) == 0


def test_numbers_too_large_for_a_command_do_not_wrap_around() -> None:
    wide = Decisions(np.array([[2**16, 2**40, -(2**40)]]))
    assert wide.commands.tolist() == [[999, 999, -1]]


def test_answers_must_fit_the_views() -> None:
    views = Game().position.views()
    good = Decisions.of([END])
    assert checked(good, views) is good
    with pytest.raises(DecisionError, match="choose returned None"):
        checked(None, views)
    with pytest.raises(DecisionError, match="choose returned 2 decisions for 1 views"):
        checked(Decisions.of([END, END]), views)
    with pytest.raises(DecisionError, match=r"values has shape \[1, 34, 3\]"):
        checked(Decisions.of([END], values=np.zeros((1, 34, 3), np.float32)), views)
    values = np.full(views.neighbours.shape, np.inf, np.float32)
    with pytest.raises(DecisionError, match="infinite"):
        checked(Decisions.of([END], values=values), views)
    values[:] = np.nan
    told = Decisions.of([END], values=values, reasons=["tired"])
    assert checked(told, views) is told
    assert bare(told, views).values is None


def test_a_position_agent_answers_for_each_view() -> None:
    class Passes(PositionAgent):
        def choose_one(self, view: View) -> Command:
            return END

    _, views = some_views(Rules(), 3)
    assert Passes().choose(views).commands.tolist() == [[0, 0, 0]] * 3
    with pytest.raises(NotImplementedError, match=r"PositionAgent has no choose_one\(view\)"):
        PositionAgent().choose(views)


@pytest.mark.parametrize("answer", [None, 3, "end", (1, 2), [1, 2, 3]])
def test_a_position_agent_that_answers_something_else_is_told_so(answer: Any) -> None:
    class Strange(PositionAgent):
        def choose_one(self, view: View) -> Any:
            return answer

    with pytest.raises(DecisionError, match="it must return attack"):
        Strange().choose(Game().position.views())


def test_a_native_policy_refuses_views_that_are_none() -> None:
    views = Game().position.views()
    agent = resolve("dice/dt.sdc", "dice").make()
    for name, value in (("owners", 9), ("dice", 9), ("neighbours", 40), ("player", 4)):
        array = getattr(views, name).copy()
        array[...] = value
        with pytest.raises(ValueError, match=r"must be|is no"):
            agent.choose(replace(views, **{name: array}))
