"""Views and decisions: their shapes, and what is refused; agents written for one position."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hazard.core.errors import DecisionError
from hazard.mines.agent import PositionAgent
from hazard.mines.answers import checked
from hazard.mines.level import Level
from hazard.mines.views import Decisions, View, Views, cells_of

LEVEL = Level(2, 3, 1, "safe")


def three_views() -> Views:
    cells = np.full((3, 2, 3), -1, np.int8)
    cells[1, 0, 0] = 1
    return Views(LEVEL, cells, np.array([0, 1, 2], np.int32), np.array([5, 6, 2**64 - 1], np.uint64))


def test_a_row_of_views_is_a_view_and_a_choice_of_rows_are_views() -> None:
    views = three_views()
    assert [view.seed for view in views] == [5, 6, 2**64 - 1]
    assert (views[1].moves, views[1].cells[0, 0], views[-1].seed) == (1, 1, 2**64 - 1)
    assert [len(views[choice]) for choice in (slice(1), np.array([2, 0]), np.array([True, False, True]))] == [
        1,
        2,
        2,
    ]
    assert views[np.array([2, 0])].moves.tolist() == [2, 0]


def test_untouched_means_that_no_cell_is_open() -> None:
    views = three_views()
    assert views.untouched.tolist() == [True, False, True]
    assert [view.untouched for view in views] == [True, False, True]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cells": np.array([1.0])}, "holds float64; it must hold whole numbers"),
        ({"cells": np.array([True])}, "holds bool; it must hold whole numbers"),
        ({"cells": np.zeros((1, 2, 3), int)}, r"shape \(1, 2, 3\); it must be \[n\] or \[n, k\]"),
        ({"cells": np.array([1]), "values": np.zeros((1, 6))}, r"values is float64\[1, 6\]; it must be"),
        ({"cells": np.array([1]), "values": np.zeros((2, 2, 3))}, r"must be float32\[1, rows, cols\]"),
        ({"cells": np.array([1]), "values": np.zeros((1, 2, 3), int)}, r"values is int64"),
        ({"cells": np.array([1]), "reasons": ["a", "b"]}, "2 entries for 1 games"),
    ],
)
def test_decisions_of_wrong_shape_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(DecisionError, match=message):
        Decisions(**fields)


def test_a_cell_too_large_for_32_bits_stays_off_the_board() -> None:
    assert Decisions(np.array([2**40, -(2**40)])).cells.tolist() == [2**31 - 1, -2]


def test_lists_of_cells_are_padded() -> None:
    decisions = Decisions.from_lists([[3], [], [1, 2, 5]], meaning="risk")
    assert decisions.cells.tolist() == [[3, -1, -1], [-1, -1, -1], [1, 2, 5]]
    assert (decisions.meaning, len(decisions)) == ("risk", 3)


def test_the_true_cells_of_masks_come_in_order() -> None:
    masks = np.zeros((3, 2, 3), np.bool_)
    masks[0, 1, 2] = masks[0, 0, 1] = masks[2, 1, 0] = True
    assert cells_of(masks).tolist() == [[1, 5], [-1, -1], [3, -1]]
    assert cells_of(masks[:0]).shape == (0, 1)


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "choose returned NoneType; it must return Decisions, or a list of actions a view"),
        (np.array([0, 0, 0]), "choose returned ndarray"),
        (Decisions(np.array([0, 0], np.int32)), "2 decisions for 3 views"),
        (
            Decisions(np.zeros(3, np.int32), np.zeros((3, 3, 2), np.float32)),
            r"shape \[3, 3, 2\]; it must be \[3, 2, 3\]",
        ),
        (Decisions(np.zeros(3, np.int32), np.full((3, 2, 3), np.inf)), "infinite"),
        ([[], []], "2 lists of actions for 3 views"),
        ([[], 5, []], "actions of a game are int; they must be a list"),
        ([[("open", 1)], [("dig", 1)], []], r"action \('dig', 1\) is not one of open, flag, unflag, chord"),
        ([[("open", 1.5)], [], []], r"action \('open', 1.5\)"),
        ([[("open",)], [], []], r"action \('open',\)"),
        ([[7], [], []], "action 7"),
    ],
)
def test_an_answer_of_wrong_shape_is_told(answer: object, message: str) -> None:
    with pytest.raises(DecisionError, match=message):
        checked(answer, three_views())


def test_good_answers_pass() -> None:
    actions = [[("open", 1)], [("flag", np.int32(2)), ("chord", 0)], []]
    assert checked(actions, three_views()) == [[("open", 1)], [("flag", 2), ("chord", 0)], []]
    nans = Decisions(np.zeros(3, np.int32), np.full((3, 2, 3), np.nan, np.float32))
    assert checked(nans, three_views()) is nans


class Asked(PositionAgent):
    """Answers what it is given, by move number."""

    def __init__(self, *answers: Any) -> None:
        self.answers = answers

    def choose_one(self, view: View) -> Any:
        return self.answers[view.moves]


def test_an_agent_for_one_position_answers_each_view() -> None:
    decisions = Asked(4, [0, 2], np.int64(3)).choose(three_views())
    assert isinstance(decisions, Decisions)
    assert decisions.cells.tolist() == [[4, -1], [0, 2], [3, -1]]


def test_cells_and_actions_may_be_mixed() -> None:
    assert Asked(4, [("flag", 1), ("chord", 0)], [1, 2]).choose(three_views()) == [
        [("open", 4)],
        [("flag", 1), ("chord", 0)],
        [("open", 1), ("open", 2)],
    ]


@pytest.mark.parametrize("bad", [None, "x", 1.5, [1.5]])
def test_an_answer_that_is_no_cell_is_told(bad: object) -> None:
    with pytest.raises(DecisionError, match="it must return a cell or a list of cells"):
        Asked(4, bad, 1).choose(three_views())
