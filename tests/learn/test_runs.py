"""Runs: bad recipes, checkpoints and disks are told in one line, and nothing half-written stays."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from hazard.apps.cli.main import main
from hazard.core.errors import BadInput
from hazard.learn import runs as runs_module
from hazard.learn import state as state_module
from hazard.learn.metrics import Metrics
from hazard.learn.recipe import load_recipe
from hazard.learn.runs import Run, new_run, runs_folder
from hazard.learn.state import ARRAYS, VALUES
from hazard.learn.training import learner_at, train
from tests.learn.tiny import TINY, tiny_recipe


def begin(folder: Path, name: str, *settings: str) -> Run:
    path = tiny_recipe(folder)
    return new_run(runs_folder(), load_recipe(str(path), settings), str(path), name, "", {})


def told(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line of a refusal, without what was told before of a training's progress."""
    assert main(list(words)) == 2
    err = capsys.readouterr().err
    lines = [line for line in err.splitlines() if not line.startswith(("training ", "session "))]
    assert len(lines) == 1, err
    return lines[0]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (TINY.replace("batch = 32", "batchs = 32"), "unknown key fit.batchs; did you mean fit.batch?"),
        (
            TINY.replace("batch = 32", 'batch = "many"'),
            "fit.batch: expected `int`, got `str`; want a whole number",
        ),
        (TINY.replace("batch = 32", "batch = 0"), "fit.batch: expected `int` >= 1; want a whole number ≥ 1"),
        (TINY.replace("[fit]", "[fitt]"), "unknown key fitt; did you mean fit"),
        (TINY.replace('"predictor"', '"predictr"'), "unknown learner 'predictr'; did you mean predictor"),
        (TINY.replace('learner = "predictor"', ""), 'it must say learner = "..."'),
        (TINY.replace('"4x4/2"', '"4x4/20"'), "20 mines do not fit"),
        (
            TINY.replace('"cosine"', '"sine"'),
            "fit.schedule: invalid enum value 'sine'; want constant or linear",
        ),
        (TINY.replace("widths = [2]", "widths = []"), "network.widths"),
        (TINY.replace("widths = [2]", 'kind = "resnet"'), "network.kind"),
        (TINY.replace("widths = [2]", 'planes = "onehot"'), "onehot10"),
        (TINY.replace("clicks = 150", "clicks = 150\ngames = 5"), "play: give games or clicks"),
        (TINY + "\nx =", "recipe "),
    ],
)
def test_a_bad_recipe_is_told_with_its_key_and_what_it_may_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, reason: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    assert reason in told(capsys, "train", str(path))


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ("fit.batch", "--set fit.batch: want KEY=VALUE"),
        ("fit.rate=fast", "fit.rate: expected `float`, got `str`"),
        ("sessions.x=1", "sessions is a value, not a table"),
        ("fit.bach=3", "unknown key fit.bach; did you mean fit.batch?"),
    ],
)
def test_a_bad_setting_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], setting: str, reason: str
) -> None:
    assert reason in told(capsys, "train", str(tiny_recipe(tmp_path)), "--set", setting)
    assert not runs_folder().exists()


def test_recipes_and_runs_that_are_not_there_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begin(tmp_path, "first")
    assert "unknown recipe 'dense-net-9x8'; did you mean dense-net-9x9" in told(
        capsys, "train", "dense-net-9x8"
    )
    assert "there is no file" in told(capsys, "train", str(tmp_path / "no.toml"))
    assert "there is no run 'firs'" in told(capsys, "train", "--resume", "firs")
    assert "there is a run first already" in told(capsys, "train", "dense-net-4x4", "--name", "first")
    assert "only `sessions` may change" in told(capsys, "train", "--resume", "first", "--set", "seed=2")
    assert "name no other" in told(capsys, "train", "dense-net-4x4", "--resume", "first")
    assert "want letters" in told(capsys, "train", "dense-net-4x4", "--name", "../x")


def test_settings_enter_the_recipe_that_the_run_keeps(tmp_path: Path) -> None:
    run = begin(tmp_path, "set", "fit.rate=0.5", "network.widths=[3, 4]", "rule=open", "test.every=0")
    recipe = run.recipe()
    assert recipe == load_recipe(str(run.folder / "recipe.toml"))
    assert (recipe.fit.rate, recipe.network.widths, recipe.rule) == (0.5, [3, 4], "open")  # pyright: ignore[reportAttributeAccessIssue]


def broken(run: Run, session: int, how: str) -> None:
    folder = run.checkpoint(session)
    if how == "cut":
        data = (folder / ARRAYS).read_bytes()
        (folder / ARRAYS).write_bytes(data[: len(data) // 2])
    elif how == "missing":
        (folder / VALUES).unlink()
    elif how == "empty":
        (folder / VALUES).write_bytes(b"")
    else:
        (folder / VALUES).write_bytes(b'{"format": 99, "values": {}}')


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("cut", "is broken"),
        ("missing", "is incomplete: state.json is missing"),
        ("empty", "is broken"),
        ("later", "is of format 99; this Hazard reads format 1"),
    ],
)
def test_a_broken_checkpoint_gives_way_to_an_earlier_one_or_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], how: str, reason: str
) -> None:
    run, whole = begin(tmp_path, "a", "sessions=4"), begin(tmp_path, "b", "sessions=4")
    train(run)
    train(whole)
    broken(run, 4, how)
    assert learner_at(run)[1] == 2
    train(run)  # again from session 2
    assert run.checkpoints()[-1] == 4
    np.testing.assert_equal(run.last_checkpoint()[1].arrays, whole.last_checkpoint()[1].arrays)
    for session in run.checkpoints():
        broken(run, session, how)
    assert reason in told(capsys, "train", "--resume", "a")
    assert reason in told(capsys, "export", "a", "--out", str(tmp_path / "a.onnx"))


def test_a_checkpoint_of_another_network_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run, other = begin(tmp_path, "a", "sessions=2"), begin(tmp_path, "b", "sessions=2", "network.widths=[3]")
    train(run)
    shutil.copytree(run.checkpoint(2), other.checkpoint(2))
    shutil.copy(run.folder / "metrics.jsonl", other.folder / "metrics.jsonl")
    line = told(capsys, "train", "--resume", "b", "--set", "sessions=4")
    assert "000002 does not fit its recipe: layers.0.weight is [32, 160]; the network's is [48, 160]" in line


def test_metrics_that_are_missing_or_no_json_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = begin(tmp_path, "a", "sessions=2")
    train(run)
    file = run.folder / "metrics.jsonl"
    rows = file.read_bytes()
    file.write_bytes(rows[rows.index(b"\n") + 1 :])
    assert "should hold the rows of sessions 1 to 2" in told(
        capsys, "train", "--resume", "a", "--set", "sessions=4"
    )
    file.write_bytes(b"{\n")
    assert "metrics.jsonl, line 1" in told(capsys, "plot", "a", "--out", str(tmp_path / "a.png"))


def test_a_run_that_cannot_be_written_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise BadInput(f"cannot write {path}: No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(runs_module, "write_whole", full)
        with pytest.raises(BadInput, match="No space left"):
            begin(tmp_path, "full")
    begin(tmp_path, "full")


def test_runs_elsewhere_are_found_by_their_folder(tmp_path: Path) -> None:
    here = begin(tmp_path, "here")
    assert here.found_by == "here"
    assert Run(tmp_path / "elsewhere" / "it").found_by == str(tmp_path / "elsewhere" / "it")


def test_a_full_disk_leaves_the_last_checkpoint_and_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run, whole = begin(tmp_path, "full", "sessions=6"), begin(tmp_path, "whole", "sessions=6")
    train(whole)
    write, written = state_module.write_synced, 0

    def full(path: Path, data: bytes) -> None:
        nonlocal written
        written += 1
        if written <= 2:  # the two files of the first checkpoint
            write(path, data)
            return
        path.write_bytes(data[:100])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with monkeypatch.context() as patched:
        patched.setattr(state_module, "write_synced", full)
        line = told(capsys, "train", "--resume", "full")
    assert line.startswith("hazard: cannot write the checkpoint ")
    assert "No space left on device; make room, then `hazard train --resume full` goes on" in line
    assert os.listdir(run.folder / "checkpoints") == ["000002"]
    train(run)
    np.testing.assert_equal(run.last_checkpoint()[1].arrays, whole.last_checkpoint()[1].arrays)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk_is_told_by_metrics() -> None:
    with pytest.raises(BadInput, match="cannot write /dev/full: No space left on device"):
        Metrics(Path("/dev/full")).append({"session": 1})


def test_tensorboard_reads_what_metrics_say(tmp_path: Path) -> None:
    run = begin(tmp_path, "a", "sessions=6")
    train(run)
    events = EventAccumulator(str(run.folder / "tensorboard"))
    events.Reload()
    rows = run.metrics.rows()
    for name in ("loss", "fresh_win_rate", "games"):
        meant = [(row["session"], float(value)) for row in rows if (value := row[name]) is not None]
        found = [(event.step, event.value) for event in events.Scalars(name)]
        assert [step for step, _ in found] == [step for step, _ in meant]
        np.testing.assert_allclose([value for _, value in found], [value for _, value in meant], rtol=1e-6)


def test_tensorboard_forgets_what_a_resumed_run_forgets(tmp_path: Path) -> None:
    run = begin(tmp_path, "a", "sessions=4")
    train(run)
    shutil.rmtree(run.checkpoint(4))
    train(run)
    events = EventAccumulator(str(run.folder / "tensorboard"))
    events.Reload()
    assert [event.step for event in events.Scalars("loss")] == [1, 2, 3, 4]


def test_runs_are_listed_and_filtered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    train(begin(tmp_path, "one", "sessions=5"))
    begin(tmp_path, "two", "level=5x5/3")
    broken_run = begin(tmp_path, "three")
    (broken_run.folder / "recipe.toml").write_text("learner = 3")
    assert main(["runs", "--json"]) == 0
    one, three, two = json.loads(capsys.readouterr().out)
    assert (one["run"], one["sessions"], one["of"], one["checkpoint"], one["level"]) == (
        "one",
        5,
        5,
        5,
        "4x4/2",
    )
    assert one["fresh_win_rate"] is not None
    assert (two["sessions"], two["checkpoint"]) == (0, None)
    assert "learner" in three["fault"]
    assert main(["runs", "5X5"]) == 0
    out = capsys.readouterr().out
    assert "two" in out
    assert "one" not in out
    assert main(["runs", "nothing"]) == 0
    assert "no runs that hold 'nothing'" in capsys.readouterr().err


def test_runs_live_where_the_folder_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = str(tmp_path / "elsewhere")
    recipe = str(tiny_recipe(tmp_path))
    words = ["train", recipe, "--runs", folder, "--name", "a", "--set", "sessions=1"]
    assert main(words) == 0
    assert main(["plot", "a", "--runs", folder, "--out", str(tmp_path / "a.png")]) == 0
    assert main(["export", "a", "--runs", folder, "--out", str(tmp_path / "a.onnx")]) == 0
    capsys.readouterr()
    assert "no column 'los'; did you mean loss" in told(
        capsys, "plot", "a", "--runs", folder, "--columns", "los"
    )
    assert not runs_folder().exists()
