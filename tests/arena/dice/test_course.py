"""An AI of the course checked and measured: verdicts, rates, and the references beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hazard.arena.conformance import check_agent
from hazard.arena.dice.course import REFERENCES, CourseReport, course
from hazard.arena.dice.course_check import check_course
from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import match_dice
from hazard.arena.stats import mean_difference
from hazard.arena.store import Store
from hazard.core.errors import AgentError
from hazard.core.registry import agents
from hazard.dice.rules import Rules

ROOT = Path(__file__).parents[3]
ZOO = ROOT / "tests" / "zoo" / "course"
FORWARD = f"course:{ROOT / 'examples' / 'course' / 'forward.py'}"
AGAINST = ("dt.sdc", "kb.sdc_pre_at", "dt.rand")


def verdicts(name: str, options: str = "") -> dict[str, str]:
    report = check_course(f"course:{ZOO / name}{options}")
    return {check.name: check.verdict for check in report.checks}


def test_the_references_are_the_thirteen() -> None:
    rows = [row for row in agents("dice") if row.path.startswith("hazard.dice.agents.references:")]
    named = {row.name for row in rows if "xlogin" not in row.name}
    assert {f"dice/{name}" for name in REFERENCES} == named
    assert len(REFERENCES) == 13


def test_a_sound_ai_passes() -> None:
    report = check_agent(f"course:{ZOO / 'xpackage'}", game="dice")
    assert report.passed, report.failed
    assert [check.name for check in report.checks] == [
        *("loads", "whole games", "legal commands", "its clock", "other tables", "same again"),
    ]


def test_an_exception_is_told_with_its_line_and_in_full() -> None:
    report = check_course(f"course:{ZOO / 'xraises.py'}")
    assert report.failed == ("whole games",)
    assert report.checks[1].seen == "KeyError: '99' (xraises.py, line 18)"
    assert len(report.tracebacks) == 1
    assert "in plan" in report.tracebacks[0]
    assert not report.playable


@pytest.mark.parametrize(
    ("name", "failed"),
    [("ximport.py", "loads"), ("xclassless.py", "loads"), ("xown.py", "legal commands")],
)
def test_each_fault_fails_its_own_check(name: str, failed: str) -> None:
    found = verdicts(name)
    assert found[failed] == "failed"
    if failed == "loads":
        assert set(found.values()) == {"failed", "not reached"}


def test_who_thinks_for_ever_is_not_asked_for_more_games() -> None:
    found = verdicts("xloops.py", ",clock=0.3+0.1")
    assert found["its clock"] == "failed"
    assert found["other tables"] == "not reached"


def test_an_agent_of_the_table_is_no_ai_of_the_course() -> None:
    with pytest.raises(AgentError, match="name an AI of the course as course:PATH"):
        check_course("dice/dt.sdc")


@pytest.fixture(scope="module")
def report() -> CourseReport:
    return course(FORWARD, AGAINST, maps=4, seed=3)


def test_the_match_is_one_of_the_arena(report: CourseReport) -> None:
    """A port of kb.sdc_pre_at fares as kb.sdc_pre_at does, game for game."""
    assert report.result is not None
    deal = Deal(Rules(strict=False), 3, 4, rotate=True)
    native = match_dice("kb.sdc_pre_at", AGAINST, deal).run().to_json()
    told = report.to_json()["match"]
    for one, other in zip(told["opponents"], native["opponents"], strict=True):
        assert one["opponent"] == other["opponent"]
        for name in ("games", "wins", "by_seat", "low", "high", "attacks", "transfers"):
            assert one["agents"][0][name] == other["agents"][0][name]


def test_the_references_beside_it_play_the_same_games(report: CourseReport) -> None:
    """So the port and its original differ only where the original sits with copies of itself."""
    assert report.result is not None
    twin = next(one for one in report.yardsticks if one.agent == "dice/kb.sdc_pre_at")
    mine = [lane.standings[0].win_rate for lane in report.result.lanes]
    assert (twin.rates[0], twin.rates[2]) == (mine[0], mine[2])
    assert twin.rates[1] == 0.25
    assert twin.ahead == pytest.approx((mine[1] - 0.25) / 3)  # type: ignore[operator]
    assert twin.mean == pytest.approx(sum(twin.rates) / 3)
    assert [one.mean for one in report.yardsticks] == sorted(
        (one.mean for one in report.yardsticks), reverse=True
    )


def test_every_decision_is_timed(report: CourseReport) -> None:
    time, pooled = report.time, report.pooled
    assert time is not None
    assert pooled is not None
    assert time["decisions"] == pooled.deeds.decisions
    assert 0 < time["median_ms"] <= time["p99_ms"] <= 1.06 * time["worst_ms"]  # times are kept to 5 %
    assert time["overruns"] == 0


def test_workers_and_a_store_change_nothing(report: CourseReport, tmp_path: Path) -> None:
    with Store.open(tmp_path / "store.sqlite") as store:
        other = course(FORWARD, AGAINST, maps=4, seed=3, workers=2, store=store)
    rates = [[one.agent, one.mean, one.ahead] for one in report.yardsticks]
    assert [[one.agent, one.mean, one.ahead] for one in other.yardsticks] == rates
    assert other.result is not None
    assert report.result is not None
    assert other.result.mean == report.result.mean


def test_what_a_store_kept_still_has_times_and_tracebacks(tmp_path: Path) -> None:
    """xlater fails in some games only, so it is measured; the second match finds all blocks played."""
    agent = f"course:{ZOO / 'xdice.py'}"
    with Store.open(tmp_path / "store.sqlite") as store:
        first = course(agent, ["dt.rand"], maps=2, store=store)
        blocks = list(store.played("dice"))
    assert first.pooled is not None
    (fault,) = first.pooled.faults
    assert fault.status == "error"
    assert "in ai_turn" in fault.traceback
    assert fault.to_json()["traceback"] == fault.traceback
    from hazard.arena.dice.block import Tables
    from hazard.arena.store import SavedBlock

    (block,) = blocks
    again = Tables.unpack(0, SavedBlock(block.outcome, block.seconds, {}))
    assert list(again.tracebacks.values()) == [fault.traceback]
    assert again.deeds[0].times == first.pooled.deeds.times


def test_an_ai_that_comes_through_no_game_plays_no_match() -> None:
    found = course(f"course:{ZOO / 'xnone.py'}", ["dt.rand"], maps=1)
    assert found.result is None
    assert found.to_json()["match"] is None
    assert found.rank is None


def test_the_interval_of_a_mean_difference_is_students() -> None:
    mean, (low, high) = mean_difference([0.1, 0.2, 0.3, 0.4])
    assert mean == pytest.approx(0.25)
    reach = 3.18245 * 0.1290994 / 2  # t of 3 degrees of freedom, the sample's deviation
    assert (low, high) == pytest.approx((0.25 - reach, 0.25 + reach), abs=1e-3)  # our quantile is a series
    assert mean_difference([0.5]) == (0.5, (-1.0, 1.0))
    with pytest.raises(ValueError, match="no differences"):
        mean_difference([])
