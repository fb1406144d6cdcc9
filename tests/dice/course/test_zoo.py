"""AIs in the style of the course: what each does, and the exact outcome that it must get."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path

import pytest

from hazard.core import hosting
from hazard.core.errors import AgentError
from hazard.core.hosted import check_starts
from hazard.core.status import Status
from hazard.dice.answers import bare
from hazard.dice.playing import Outcomes
from tests.dice.course.playing import ZOO, commands, course, faults, play

# All of these decide as xsimple does, by other ways.
SOUND = ("xold", "xglobal", "xprints", "xsave", "xmangles", "xnumpy", "xpackage", "xdata")
ERROR, ILLEGAL, TIMEOUT = Status.ERROR, Status.ILLEGAL, Status.TIMEOUT
FAULTY = {
    "xraises": (ERROR, r"KeyError: '99' \(xraises.py, line 18\)"),
    "xconstructor": (ERROR, r"IndexError: list index out of range \(xconstructor.py, line 10\)"),
    "xexits": (ERROR, r"SystemExit(: None)? \(xexits.py, line 11\)"),
    "xdies": (ERROR, r"its process died \(exit code 3\)"),
    "xnone": (ERROR, r"ai_turn returned NoneType; it must return BattleCommand\(source, target\), .*"),
    "xclass": (ERROR, r"ai_turn returned class EndTurnCommand; it must return .*"),
    "xint64": (
        ERROR,
        r"the name of an area is .*, a numpy.int64: the platform cannot send it .*; use int\(\)",
    ),
    "xgarbage": (ERROR, r"its process sent what is no answer"),
    "xparricide": (ERROR, r"the process that kept its games died, and its part in this game with it"),
    "xown": (ILLEGAL, r"attack (\d+) -> (\d+): area \2 is its own"),
    "xabroad": (ILLEGAL, r"attack (\d+) -> \d+: area \1 belongs to player \d"),
    "xfar": (ILLEGAL, r"attack \d+ -> \d+: these areas do not touch"),
    "xnowhere": (ILLEGAL, r"attack \d+ -> 99: there is no area 99"),
}
LATE = {
    "xloops": r"ai_turn ran out of time 3 times in a row; its turns ended, now it is given up",
    "xdeaf": r"ai_turn did not stop when its time of 0.3 s was up; its process was ended",
    "xborn_slow": r"the constructor took more than 0.3 s",
}


@pytest.fixture(autouse=True)
def no_process_stays() -> Iterator[None]:
    yield
    hosting.end_kept()


@pytest.fixture(scope="module")
def simple() -> Outcomes:
    return play(course("xsimple"))


def test_a_sound_one_plays_whole_games(simple: Outcomes) -> None:
    assert faults(simple) == []
    assert simple.deeds.attacks.sum() > 20
    assert sum(simple.times[0].values()) == simple.deeds.decisions[simple.statuses >= 0].sum() - native(
        simple
    )
    assert simple.overruns[0] == 0


def native(outcomes: Outcomes) -> int:
    """Decisions of the rival, which has the other seat of each game."""
    return int(outcomes.deeds.decisions[0, 1] + outcomes.deeds.decisions[1, 0])


@pytest.mark.parametrize("name", SOUND)
def test_other_ways_to_decide_the_same_play_the_same_games(name: str, simple: Outcomes) -> None:
    outcomes = play(course(name))
    assert faults(outcomes) == []
    assert commands(outcomes) == commands(simple)


def test_chance_is_the_same_each_time_also_where_numpy_is_imported_late() -> None:
    first, second = (play(course("xlazy")) for _ in range(2))
    assert faults(first) == []
    assert first.deeds.attacks.sum() > 20
    assert commands(first) == commands(second)


def test_a_network_beside_the_ai_is_found_as_on_the_platform(tmp_path: Path, simple: Outcomes) -> None:
    pytest.importorskip("torch")
    package = tmp_path / "xtorch"
    shutil.copytree(ZOO / "xtorch", package)
    run_path(str(package / "net.py"))["save"](package / "net.pt")
    outcomes = play(course(package))
    assert faults(outcomes) == []
    assert commands(outcomes) == commands(simple)


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_one_gets_its_status_and_its_line(name: str) -> None:
    status, message = FAULTY[name]
    found = faults(play(course(name)))
    assert [told for told, _ in found] == [status, status]
    for _, told in found:
        assert re.fullmatch(message, told), told


def test_an_exception_is_told_in_full_once() -> None:
    outcomes = play(course("xraises"), games=4)
    assert len(outcomes.messages) == 4
    (text,) = outcomes.tracebacks.values()
    assert text.startswith("Traceback (most recent call last):\n")
    assert 'File "dicewars/ai/xraises.py", line 14, in ai_turn' in text
    assert 'File "dicewars/ai/xraises.py", line 18, in plan' in text
    assert "hazard/dice/course/life.py" not in text
    assert text.rstrip().endswith("KeyError: '99'")


def test_who_fails_only_passes_from_then_on() -> None:
    """Its first turn counts, then its seat ends every turn until the other has won."""
    outcomes = play(course("xraises"))
    for game, seat in outcomes.messages:
        assert outcomes.statuses[game, seat] == ERROR
        assert outcomes.statuses[game, 1 - seat] == Status.WON
        assert outcomes.deeds.attacks[game, seat] == 0


@pytest.mark.parametrize("name", LATE)
def test_who_does_not_stop_is_timed_out(name: str) -> None:
    """Even where it catches the exception by which the platform stops it."""
    ((status, message),) = faults(play(course(name, ",clock=0.3+0.1"), games=1))
    assert status == TIMEOUT
    assert re.fullmatch(LATE[name], message), message


def test_time_that_ran_out_once_costs_a_turn_only() -> None:
    outcomes = play(course("xlate", ",clock=0.5+2"), games=1)
    assert faults(outcomes) == []
    assert outcomes.overruns[0] == 1
    assert 0.5 <= outcomes.slowest[0] < 2.5


def test_a_child_that_an_ai_forks_answers_nobody() -> None:
    outcomes = play(course("xforks"), games=1)
    assert faults(outcomes) == []


def test_a_transfer_beyond_the_last_ends_the_turn() -> None:
    outcomes = play(course("xtransfers"), games=1)
    assert faults(outcomes) == []
    transfers, turns = int(outcomes.deeds.transfers[0, 0]), int(outcomes.deeds.turns[0])
    assert 0 < transfers <= 6 * turns


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ximport", r"ModuleNotFoundError: No module named 'heuristics_of_nobody' \(ximport.py, line 3\)"),
        ("xclassless", r"xclassless.py has no class AI"),
    ],
)
def test_what_does_not_load_is_told_before_any_game(name: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        check_starts(course(name), bare)


def test_nothing_changes_around_it(simple: Outcomes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    before, folder = dict(os.environ), Path.cwd()
    files = sorted(ZOO.rglob("*"))
    outcomes = play(course("xsave"))
    hosting.end_kept()
    assert commands(outcomes) == commands(simple)
    assert dict(os.environ) == before
    assert Path.cwd() == folder
    assert sorted(ZOO.rglob("*")) == files
    assert list(tmp_path.iterdir()) == []
    assert find_spec("dicewars") is None
