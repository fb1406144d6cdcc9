"""The game behind the terminal: wishes granted, help counted, losses explained."""

from __future__ import annotations

import pytest

from hazard.apps.cli.play_session import Session
from hazard.apps.cli.play_state import Wish
from hazard.core.status import Status
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level

Cell = tuple[int, int]


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def session_on(rows: int, cols: int, *mines: Cell) -> Session:
    """A session whose first game has these mines."""
    session = Session(Level(rows, cols, len(mines), "any"), 1, Clock())
    session.game = Game.from_layout(Layout(rows, cols, mines))
    return session


def do(session: Session, kind: str, row: int = 0, col: int = 0) -> str:
    return session.grant(Wish(kind, (row, col)))[0]  # type: ignore[arg-type]


def test_opening_everything_safe_wins() -> None:
    session = session_on(1, 3, (0, 2))
    assert do(session, "open", 0, 0) == "Won in 0:00."
    assert session.over
    assert str(session.practice) == ""


def test_a_loss_names_the_risk_and_the_cell_that_was_certainly_safe() -> None:
    session = session_on(1, 5, (0, 0), (0, 4))
    do(session, "open", 0, 1)  # a 1: one of (0, 0) and (0, 2); two mines on the other four cells
    told = do(session, "open", 0, 4)
    assert session.game.status is Status.LOST
    assert told == ("Lost. (0, 4) was a mine, at a risk of 50.00 %: no cell was safer. Bad luck.")


def test_a_loss_where_a_safe_cell_was_there_says_which() -> None:
    session = session_on(2, 3, (0, 2))
    do(session, "open", 1, 0)  # 0: opens the left two columns
    told = do(session, "open", 0, 2)
    assert told.startswith("Lost. (0, 2) was a mine, at a risk of 50.00 %")
    session = session_on(1, 4, (0, 2))
    do(session, "open", 0, 0)  # opens 0 and 1: (0, 2) is certainly a mine, (0, 3) certainly safe
    assert do(session, "open", 0, 2) == "Lost. (0, 2) was certainly a mine; (0, 3) was certainly safe."


def test_a_loss_that_was_a_worse_guess_names_the_better_one() -> None:
    session = session_on(3, 3, (0, 0), (1, 0))
    do(session, "open", 0, 1)  # a 2 on five neighbours: 2/5 each, the rest 0
    told = do(session, "open", 0, 0)
    assert "certainly safe" in told
    assert "40.00 %" in told


def test_undo_takes_a_loss_back_and_makes_it_practice() -> None:
    session = session_on(1, 4, (0, 2))
    do(session, "open", 0, 0)
    before = session.game.position
    do(session, "open", 0, 2)
    assert do(session, "undo") == "took the last move back"
    assert session.game.position == before
    assert not session.over
    assert str(session.practice) == "1 undone"


def test_taking_a_flag_back_is_no_practice() -> None:
    session = session_on(1, 4, (0, 2))
    do(session, "flag", 0, 3)
    do(session, "undo")
    assert session.flags == 0
    assert str(session.practice) == ""
    assert do(session, "undo") == "there is no move to take back"


def test_flags_go_on_and_off_and_keep_a_cell_from_being_opened() -> None:
    session = session_on(1, 4, (0, 2))
    do(session, "flag", 0, 3)
    assert session.flags == 1
    assert "flag" in do(session, "open", 0, 3)
    do(session, "flag", 0, 3)
    assert session.flags == 0


def test_flags_do_not_change_the_exact_risks() -> None:
    session = session_on(1, 5, (0, 0), (0, 4))
    do(session, "open", 0, 1)
    before = session.analysis()
    do(session, "flag", 0, 3)
    after = session.analysis()
    assert before is not None
    assert after is not None
    assert after.mine_probability[0, 3] == before.mine_probability[0, 3]


@pytest.mark.parametrize("kind", ["chord", "open"])
def test_a_chord_opens_around_a_number_with_as_many_flags(kind: str) -> None:
    session = session_on(1, 4, (0, 0))
    do(session, "open", 0, 1)
    assert "must be as many" in do(session, kind, 0, 1)
    do(session, "flag", 0, 0)
    assert do(session, kind, 0, 1) == "Won in 0:00."


def test_a_chord_with_a_wrong_flag_loses_and_shows_the_mine_it_hit() -> None:
    session = session_on(1, 4, (0, 0))
    do(session, "open", 0, 1)
    do(session, "flag", 0, 2)
    told = do(session, "chord", 0, 1)
    assert session.fatal == ((0, 0),)
    assert told.startswith("Lost. (0, 0) was a mine")


def test_what_cannot_be_done_is_said_and_changes_nothing() -> None:
    session = session_on(1, 4, (0, 2))
    do(session, "open", 0, 0)
    before = session.game.position
    assert "nothing to flag" in do(session, "flag", 0, 0)
    assert "no number" in do(session, "chord", 0, 3)
    assert do(session, "open", 0, 0) == ""
    assert session.game.position == before


def test_after_the_end_only_undo_and_new_do_something() -> None:
    session = session_on(1, 3, (0, 2))
    do(session, "open", 0, 0)
    for kind in ("open", "flag", "chord", "best"):
        assert "over" in do(session, kind, 0, 1)


def test_the_best_key_opens_a_safe_cell_counts_as_help_and_moves_the_cursor() -> None:
    session = session_on(1, 4, (0, 2))
    do(session, "open", 0, 0)
    told, cursor = session.grant(Wish("best", (0, 0)))
    assert (told, cursor) == ("Won in 0:00 (practice: 1 best).", (0, 3))
    assert str(session.practice) == "1 best"


def test_the_best_key_leaves_a_flagged_cell_alone() -> None:
    session = session_on(1, 4, (0, 2))
    do(session, "open", 0, 0)
    do(session, "flag", 0, 3)
    told, cursor = session.grant(Wish("best", (0, 0)))
    assert "carries your flag" in told
    assert cursor == (0, 3)
    assert not session.over
    assert str(session.practice) == ""


def test_the_best_first_cell_is_the_rules_default() -> None:
    session = Session(Level.parse("expert", "open"), 3, Clock())
    _, cursor = session.grant(Wish("best", (0, 0)))
    assert cursor == (3, 3)
    assert session.game.cells[3, 3] == 0


def test_the_clock_runs_from_the_first_opening_to_the_end() -> None:
    session = session_on(1, 5, (0, 0), (0, 4))
    clock = session._now
    assert isinstance(clock, Clock)
    clock.now += 5
    assert session.seconds == 0
    do(session, "open", 0, 1)
    clock.now += 7
    assert session.seconds == 7
    do(session, "open", 0, 4)
    clock.now += 9
    assert session.seconds == 7


def test_a_new_game_counts_on_from_the_seed() -> None:
    session = Session(Level.parse("beginner"), 2**64 - 1, Clock())
    do(session, "open", 2, 2)
    do(session, "new")
    assert session.seed == 0
    assert session.untouched
    assert session.seconds == 0
