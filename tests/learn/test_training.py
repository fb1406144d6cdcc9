"""A training that is killed and resumed ends as one that was not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from hazard.learn.metrics import TIMES, Row
from hazard.learn.recipe import load_recipe
from hazard.learn.runs import Run, find_run, new_run, runs_folder
from hazard.learn.training import train
from tests.learn.tiny import tiny_recipe

PROGRAM = "import sys; from hazard.apps.cli.main import main; sys.exit(main())"


def begin(folder: Path, name: str, *settings: str) -> Run:
    path = tiny_recipe(folder)
    return new_run(runs_folder(), load_recipe(str(path), settings), str(path), name, "", {})


def hazard(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def timeless(run: Run) -> list[Row]:
    return [{name: value for name, value in row.items() if name not in TIMES} for row in run.metrics.rows()]


def assert_same(run: Run, other: Run) -> None:
    assert timeless(run) == timeless(other)
    (session, state), (other_session, other_state) = run.last_checkpoint(), other.last_checkpoint()
    assert session == other_session
    assert state.arrays.keys() == other_state.arrays.keys()
    for name, array in state.arrays.items():
        np.testing.assert_array_equal(array, other_state.arrays[name], err_msg=name)
    assert state.values["learner"] == other_state.values["learner"]


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
def test_a_training_that_is_killed_and_resumed_ends_as_one_that_was_not(tmp_path: Path, kills: int) -> None:
    sessions = 6 * kills + 40  # the last kill, too, comes long before the end
    whole = begin(tmp_path, "whole", f"sessions={sessions}")
    train(whole)
    begin(tmp_path, "killed", f"sessions={sessions}")
    killed = find_run("killed", runs_folder())
    randomness = random.Random(1)
    for kill in range(kills):
        target = 6 * (kill + 1)
        process = hazard("train", "--resume", "killed")
        while process.poll() is None and len(killed.metrics.rows()) < target:
            time.sleep(0.002)
        time.sleep(randomness.random() * 0.05)  # into the next session, or into the writing of a checkpoint
        process.kill()
        process.communicate()
        assert process.returncode == -signal.SIGKILL
    process = hazard("train", "--resume", "killed")
    _, told = process.communicate()
    assert process.returncode == 0, told
    assert_same(killed, whole)


def test_ctrl_c_ends_the_session_saves_and_says_how_to_go_on(tmp_path: Path) -> None:
    begin(tmp_path, "stopped", "sessions=2000", "checkpoint_every=1000")
    run = find_run("stopped", runs_folder())
    process = hazard("train", "--resume", "stopped")
    while process.poll() is None and len(run.metrics.rows()) < 2:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate()
    assert process.returncode == 130
    done = len(run.metrics.rows())
    assert run.checkpoints() == [done]
    assert f"saved after session {done} of 2000" in told
    assert "hazard train --resume stopped" in told


def test_a_run_is_made_longer(tmp_path: Path) -> None:
    run = begin(tmp_path, "long", "sessions=2")
    train(run)
    process = hazard("train", "--resume", "long", "--set", "sessions=4")
    assert process.communicate()[1].splitlines()[-1].startswith("session 4 of 4")
    assert [row["session"] for row in run.metrics.rows()] == [1, 2, 3, 4]


def test_only_one_process_trains_a_run(tmp_path: Path) -> None:
    run = begin(tmp_path, "busy")
    with run.locked():
        process = hazard("train", "--resume", "busy")
        assert "run busy is being trained by another process" in process.communicate()[1]
    assert process.returncode == 2


def test_only_the_last_checkpoints_are_kept_and_nothing_half_written(tmp_path: Path) -> None:
    run = begin(tmp_path, "kept", "sessions=9", "keep=2")
    (run.folder / "checkpoints").mkdir()
    (run.folder / "checkpoints" / ".000004.123").mkdir()  # what a killed process left
    train(run)
    assert sorted(os.listdir(run.folder / "checkpoints")) == ["000008", "000009"]
