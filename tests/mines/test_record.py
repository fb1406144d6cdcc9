from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from hazard.core.errors import RecordError
from hazard.core.status import Status
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.record import Record, make_record

LEVEL = Level.parse("beginner", "any")


def recorded(seed: int, *, from_layout: bool = False) -> Record:
    """A game of one random cell a decision, until it ends."""
    draw = random.Random(seed)
    game = Game(LEVEL, seed, first=(4, 4))
    if from_layout:
        cells = [(row, col) for row in range(9) for col in range(9)]
        game = Game.from_layout(Layout(9, 9, tuple(draw.sample(cells, 10))))
    while game.status == Status.UNFINISHED:
        covered = [cell for cell in range(81) if game.cells.flat[cell] < 0]
        game.play([("open", draw.choice(covered))])
    return game.record("somebody")


LONG = next(record for record in map(recorded, range(1000)) if len(record.decisions) > 5)
TEN_MINES = tuple((cell // 9, cell % 9) for cell in range(10))


def another_safe_cell(record: Record, number: int) -> str:
    """What decision `number` could have opened just as well."""
    before = msgspec.structs.replace(
        record, decisions=record.decisions[:number], status="UNFINISHED", check=None
    )
    for cell in range(81):
        game = Game.from_record(before)
        row, col = divmod(cell, 9)
        if game.cells[row, col] < 0 and f"{row},{col}" not in record.decisions:
            game.open(row, col)
            if game.status is Status.UNFINISHED:
                return f"{row},{col}"
    raise AssertionError


SAFE_TWIN = another_safe_cell(LONG, 2)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": (LONG.seed or 0) + 1}, "the start was changed: level, rule, seed"),
        ({"first": (4, 5)}, "the start was changed"),
        ({"rule": "safe"}, "the start was changed"),
        ({"mines": 11}, "the start was changed"),
        ({"seed": None, "layout": TEN_MINES}, "the start was changed"),
        (
            {"decisions": (*LONG.decisions[:2], SAFE_TWIN, *LONG.decisions[3:])},
            "decision 2 was changed",
        ),
        ({"decisions": LONG.decisions[1:]}, "decision 0 was changed"),
        (
            {"decisions": (LONG.decisions[1], LONG.decisions[0], *LONG.decisions[2:])},
            "decision 0 was changed",
        ),
        ({"decisions": LONG.decisions[:-1]}, rf"{len(LONG.decisions)} decisions were recorded, here are"),
        (
            {"decisions": (*LONG.decisions, "f0,0")},
            rf"{len(LONG.decisions)} decisions were recorded, here are",
        ),
        ({"status": "WON"}, "the end was changed: status"),
        ({"status": "ILLEGAL"}, "the end was changed: status"),
        ({"undone": 1}, "the end was changed"),
        ({"agent": "somebody else"}, "the end was changed"),
    ],
    ids=str,
)
def test_a_change_is_found_and_told_where_it_is(changes: dict[str, Any], message: str) -> None:
    assert LONG.status == "LOST"
    with pytest.raises(RecordError, match=message):
        Game.from_record(msgspec.structs.replace(LONG, **changes))


def test_no_change_of_any_one_decision_is_missed() -> None:
    for number, decision in enumerate(LONG.decisions):
        row, col = map(int, decision.split(","))
        for other in {
            f"{row},{(col + 1) % 9}",
            f"{(row + 1) % 9},{col}",
            f"f{row},{col}",
            f"{row},{col} {row},{col}",
        }:
            decisions = (*LONG.decisions[:number], other, *LONG.decisions[number + 1 :])
            with pytest.raises(RecordError, match=f"decision {number} was changed"):
                Game.from_record(msgspec.structs.replace(LONG, decisions=decisions))


@pytest.mark.parametrize("from_layout", [False, True])
def test_a_record_that_nobody_changed_passes_also_after_it_was_written_and_read(from_layout: bool) -> None:
    for seed in range(50):
        record = recorded(seed, from_layout=from_layout)
        again = msgspec.json.decode(msgspec.json.encode(record), type=Record)
        assert again == record
        Game.from_record(again)


def test_a_record_that_was_written_by_hand_needs_no_check() -> None:
    game = Game.from_record(Record(rows=9, cols=9, mines=10, rule="open", decisions=("4,4",), seed=1))
    assert game.status is Status.UNFINISHED


def test_fewer_decisions_taken_back_than_none_are_refused() -> None:
    with pytest.raises(RecordError, match="-1 decisions taken back: want 0 or more"):
        msgspec.structs.replace(LONG, undone=-1)


@pytest.mark.parametrize("check", ["", "abcd", "abcde", "ABCDABCD", "wxyzwxyz"])
def test_a_check_that_is_none_is_refused(check: str) -> None:
    with pytest.raises(RecordError, match="the check is not groups of four"):
        msgspec.structs.replace(LONG, check=check)


def test_the_check_is_the_same_on_every_machine() -> None:
    record = make_record(LEVEL, 7, [[("open", 40)], [("flag", 0), ("open", 80)]], first=3, status=Status.LOST)
    assert record.check == "0188e7860a06f693"
