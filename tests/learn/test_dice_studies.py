"""Studies of Dicewars made again: published beside the first seat and every seat, against each reference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hazard.apps.cli.main import main
from hazard.arena.dice.course import REFERENCES
from hazard.core.registry import agents
from hazard.dice.agents.course_net import PARTS
from hazard.learn.runs import runs_folder
from hazard.learn.studies.dice_evaluator import STUDY
from hazard.learn.studies.report import write_report
from hazard.learn.studies.reproducing import Report, reproduce
from hazard.learn.studies.sitting_tables import opponents, overall
from hazard.learn.studies.study import Sitting, Study

PUBLISHED: dict[str, int] = dict(zip(REFERENCES, range(40, 53), strict=True))
SMALL = Study(
    name="small",
    citation="Somebody, Something (2000)",
    about="What it is about.",
    trainings=(),
    sittings=(
        Sitting("by hand", "dice/course-net-by-hand", PUBLISHED, "hand"),
        Sitting("no reply", "course-net, no reply"),
        Sitting("the reference", "dice/kb.sdc_pre_at", column="reference", games=4),
    ),
)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("small")
    return reproduce(SMALL, folder=folder, runs=folder / "runs", games=8)


def test_everybody_meets_every_reference_from_every_seat(report: Report) -> None:
    assert [sat.pooled.games for sat in report.sat] == [8 * 13, 8 * 13, 4 * 13]
    for sat in report.sat:
        assert [seat.games for seat in sat.pooled.by_seat] == [sat.pooled.games // 4] * 4
        assert len(sat.result.lanes) == 13
    hand = report.sat[0]
    assert hand.pooled.wins == sum(hand.against(number).wins for number in range(13))


def test_tables_hold_published_beside_the_first_seat_and_every_seat(report: Report) -> None:
    lines = overall(report)
    assert [line[0] for line in lines] == ["by hand", "no reply", "the reference"]
    assert [line[1] for line in lines] == ["46", "–", "–"]
    heads, told = opponents(report)
    assert heads == ("three copies of", "hand: published", "hand: always first", "hand", "reference")
    assert [line[:2] for line in told] == [(name, str(PUBLISHED[name])) for name in REFERENCES]


def test_the_report_has_tables_and_bars(report: Report, tmp_path: Path) -> None:
    page = write_report(report, tmp_path).read_text()
    for said in ("| by hand | 46 |", "## By opponent", "| kb.stei_adt | 40 |", "![by hand](bars-hand.png)"):
        assert said in page
    assert "least exact risk" not in page
    assert (tmp_path / "bars-hand.png").stat().st_size > 5_000
    assert (tmp_path / "bars-reference.png").is_file()


def test_the_command_tells_tables_and_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("hazard.learn.studies.table.study_of", lambda name: SMALL)
    words = ["reproduce", "small", "--games", "4", "--out", str(tmp_path / "told"), "--workers", "1"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "always first" in said
    assert "kb.stei_adt" in said
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [one["plays"] for one in told["sittings"]] == [row.plays for row in SMALL.sittings]
    assert told["sittings"][0]["pooled"]["games"] == 4 * 13
    assert told["rows"] == []


def test_the_study_names_agents_and_parts_that_there_are() -> None:
    known = {row.name for row in agents("dice")} | set(PARTS)
    assert {row.plays for row in STUDY.sittings} <= known
    assert set(PARTS) <= {row.plays for row in STUDY.sittings}
    published = STUDY.sittings[0].published
    assert set(published) == set(REFERENCES)
    assert round(sum(published.values()) / 13) == 68
    assert not runs_folder().exists()
