"""Studies made again: every row filled, nothing done twice, a report that stands by itself."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hazard.apps.cli.main import main
from hazard.core.errors import BadInput
from hazard.learn.metrics import Row as Metric
from hazard.learn.runs import Run, find_run, runs_folder
from hazard.learn.studies import keeping
from hazard.learn.studies.keeping import MOST_ROWS, kept_curve, thinned, write_curve
from hazard.learn.studies.report import write_report
from hazard.learn.studies.reproducing import Report, Unseen, passed, reached, reproduce
from hazard.learn.studies.study import Comparison, Milestone, Plot, Row, Study, Training, Trap, check_study
from hazard.learn.studies.table import STUDIES, StudyRow, study_of
from hazard.learn.training import Progress, train
from tests.learn.tiny import tiny_recipe

SMALL = ("sessions=2", "test.every=1", "test.games=20", "play.teacher=0.0")


def study(folder: Path) -> Study:
    recipe = str(tiny_recipe(folder))
    return Study(
        name="tiny",
        citation="Somebody, Something (2000)",
        about="What it is about.",
        trainings=(
            Training("layout", recipe, "all mines", SMALL),
            Training("exact", recipe, "exact risks", (*SMALL, "fit.truth=exact")),
        ),
        rows=(
            Row("network", "layout", "4x4/2", "safe", "90"),
            Row("rules", "mines/rules", "4x4/2", "safe"),
            Row("network, exact", "exact", "5x5/3", "open"),
        ),
        plots=(Plot("curves", "both", ("layout", "exact"), ("loss", "fresh_win_rate"), published=0.9),),
        comparisons=(
            Comparison("two truths", "Which is better.", ("layout", "exact")),
            Comparison("their losses", "How they end.", ("layout", "exact"), ("loss",)),
        ),
        traps=(Trap("a trap", "What it is.", "layout", "exact", ("loss", "layout_loss")),),
        milestones=(Milestone("layout", "fresh_win_rate", 2.0, "an hour"),),
    )


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Study, Report, Path]:
    """A study of two trainings of which one's curve and model are kept elsewhere, so far neither."""
    monkeypatch.setattr(keeping, "KEPT", tmp_path / "kept")
    tiny = study(tmp_path)
    # A dense network plays boards of one size; this row's level is another.
    rows = tuple(row for row in tiny.rows if row.level == "4x4/2")
    tiny = replace(tiny, rows=rows)
    report = reproduce(tiny, folder=tmp_path / "out", runs=runs_folder(), quick=False, games=64)
    return tiny, report, tmp_path


def test_every_row_is_filled_and_the_report_holds_table_traps_and_curves(
    made: tuple[Study, Report, Path],
) -> None:
    _, report, folder = made
    assert [line.row.what for line in report.lines] == ["network", "rules"]
    assert all(line.played is not None and line.played.games == 64 for line in report.lines)
    assert {line.exact.agent for line in report.lines} == {"mines/exact"}
    network, rules = report.lines
    assert network.training is not None
    assert network.tested is not None
    assert network.tested.games == 20
    assert rules.training is None
    page = write_report(report, folder / "out").read_text()
    assert page.count("| exact risks |") == 3  # in both comparisons and the trap
    assert "### two truths" in page
    for said in ("| network | 4x4/2 safe | 90 |", "### a trap", "not reached", "![both](curves.png)"):
        assert said in page
    assert (folder / "out" / "curves.png").stat().st_size > 5000


def test_what_was_trained_is_not_trained_again(made: tuple[Study, Report, Path]) -> None:
    tiny, _, folder = made
    run = find_run("tiny-layout", runs_folder())
    before = (run.folder / "metrics.jsonl").stat().st_mtime_ns
    reproduce(tiny, folder=folder / "out", runs=runs_folder(), games=64)
    assert (run.folder / "metrics.jsonl").stat().st_mtime_ns == before


def test_a_curve_that_is_kept_is_taken_and_its_model_is_missed_honestly(
    made: tuple[Study, Report, Path],
) -> None:
    tiny, first, folder = made
    for name in ("layout", "exact"):
        write_curve(first.curves[name].rows, folder / "kept" / "tiny" / f"{name}.jsonl")
    report = reproduce(tiny, folder=folder / "out", runs=folder / "no-runs", games=64)
    assert not (folder / "no-runs").exists()
    assert report.lines[0].played is None
    assert report.lines[0].tested is not None
    assert "†" in write_report(report, folder / "out").read_text()


def test_a_training_that_is_interrupted_says_how_to_go_on(tmp_path: Path) -> None:
    class Stopped(Unseen):
        def train(self, run: Run) -> Progress:
            return train(run, stop=lambda: True)

    with pytest.raises(KeyboardInterrupt, match="saved after session 1 of 2; the same command goes on"):
        reproduce(study(tmp_path), folder=tmp_path / "out", runs=runs_folder(), games=64, stage=Stopped())


def test_thinning_keeps_sums_of_games_and_means_weighted_by_them() -> None:
    rows: list[Metric] = [
        {"session": 1, "loss": 1.0, "session_games": 1, "win_rate": 1.0, "games": 1, "fresh_win_rate": 0.2},
        {"session": 2, "loss": 3.0, "session_games": 3, "win_rate": 0.0, "games": 4, "fresh_win_rate": None},
    ]
    (row,) = thinned(rows, 1)
    assert row == {
        "session": 2,
        "loss": 2.0,
        "session_games": 4,
        "win_rate": 0.25,
        "games": 4,
        "fresh_win_rate": 0.2,
    }
    assert len(thinned([{"session": n + 1} for n in range(1000)])) <= MOST_ROWS


def test_bins_of_a_thinned_curve_are_of_one_length_and_weigh_as_many_sessions_as_they_tell_of() -> None:
    rows: list[Metric] = [{"session": n + 1, "loss": float(n)} for n in range(101)]
    ends = [int(row["session"] or 0) for row in thinned(rows, 10)]
    assert {end - before for before, end in zip([0, *ends], ends, strict=False)} == {10, 11}
    uneven: list[Metric] = [{"session": 9, "loss": 1.0}, {"session": 10, "loss": 11.0}]
    assert thinned(uneven, 1) == [{"session": 10, "loss": 2.0}]
    assert thinned([], 10) == []


def test_what_was_reached_is_the_last_tenth_and_a_milestone_the_first_time() -> None:
    rows: list[Metric] = [
        {"session_games": 10, "win_rate": 0.0 if n < 90 else 0.5, "elapsed": float(n)} for n in range(100)
    ]
    ended = reached(rows)
    assert ended is not None
    assert (ended.games, ended.wins) == (100, 50)
    assert passed(rows, "win_rate", 0.5) == 90.0
    assert passed(rows, "win_rate", 0.6) is None


def test_a_study_that_names_what_it_lacks_is_refused(tmp_path: Path) -> None:
    broken = Study("x", "", "", (), (Row("a", "nothing", "4x4/2", "safe"),))
    with pytest.raises(BadInput, match="unknown or double trainings"):
        check_study(broken)


@pytest.mark.parametrize("row", STUDIES, ids=lambda row: row.name)
def test_every_study_of_the_table_is_whole_and_what_it_keeps_is_its_own(row: StudyRow) -> None:
    found = study_of(row.name)
    assert found.name == row.name
    names = {training.name for training in found.trainings}
    folder = keeping.KEPT / row.name
    assert {path.stem for path in folder.glob("*")} <= names
    for training in found.trainings:
        curve = kept_curve(row.name, training.name)
        assert curve is None or len(curve) <= MOST_ROWS


def test_the_command_lists_studies_and_says_which_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce"]) == 0
    listed = capsys.readouterr().out
    assert all(row.name in listed for row in STUDIES)
    assert main(["reproduce", "dense-nett"]) == 2
    assert "did you mean dense-net?" in capsys.readouterr().err
    assert main(["reproduce", "dense-net", "--games", "0"]) == 2


def test_the_command_tells_the_table_and_json(
    made: tuple[Study, Report, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tiny, _, folder = made
    monkeypatch.setattr("hazard.learn.studies.table.study_of", lambda name: tiny)
    words = ["reproduce", "tiny", "--games", "64", "--out", str(folder / "told"), "--workers", "1"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "network" in said
    assert "report.md" in said
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [row["what"] for row in told["rows"]] == ["network", "rules"]
    assert told["rows"][0]["new_games"]["games"] == 64


BEGUN = """
learner = "q"
level = "4x4/2"
sessions = 1
threads = 1
precision = "f32"
network = { width = 3 }
play = { clicks = 60, boards = 20 }
fit = { batch = 16, replay = 100 }
"""


def test_a_training_begins_with_the_weights_of_another_of_the_study(tmp_path: Path) -> None:
    recipe, runs = tmp_path / "begun.toml", tmp_path / "runs"
    recipe.write_text(BEGUN)
    trainings = (
        Training("first", str(recipe), "from nothing"),
        Training(
            "second", str(recipe), "from the first", ("fit.rate=1e-9", "fit.last_rate=0"), begins="first"
        ),
    )
    reproduce(Study("begun", "", "", trainings, ()), folder=tmp_path / "out", runs=runs, games=64)
    first, second = (find_run(f"begun-{name}", runs).last_checkpoint()[1] for name in ("first", "second"))
    names = [name for name in first.arrays if name.startswith("learner/network/")]
    assert names
    for name in names:  # at that rate nothing is learnt more
        np.testing.assert_allclose(first.arrays[name], second.arrays[name], atol=1e-6)


def test_a_study_that_begins_with_what_it_lacks_is_refused() -> None:
    broken = Study("x", "", "", (Training("a", "q-8x8", "", begins="b"),), ())
    with pytest.raises(BadInput, match="unknown or double trainings"):
        check_study(broken)
