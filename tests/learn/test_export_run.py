"""An exported network plays what the trained one plays, and its card says where it is from."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from hazard.apps.cli.main import main
from hazard.arena.mines.match import match_mines
from hazard.core.errors import AgentError, BadInput, HazardError, LevelError
from hazard.learn import export as exporting
from hazard.learn.export import export_run
from hazard.learn.recipe import load_recipe
from hazard.learn.runs import Run, new_run, runs_folder
from hazard.learn.training import learner_at, train
from hazard.mines.level import Level
from hazard.mines.nets.agent import NetAgent
from hazard.mines.nets.card import ModelFile, Strength
from tests.learn.tiny import tiny_recipe

KINDS = {
    "dense": ["network.kind=dense-net", "test.every=2", "sessions=4"],
    "conv": ["network.kind=conv", "network.width=8", "sessions=4"],
    "softmax": ["network.output=masked softmax", "fit.loss=squared", "sessions=2"],
}


def trained(folder: Path, name: str, *settings: str) -> Run:
    path = tiny_recipe(folder)
    run = new_run(runs_folder(), load_recipe(str(path), settings), str(path), name, "", {})
    train(run)
    return run


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("half", [False, True], ids=["whole", "half"])
def test_the_file_says_what_the_network_says(tmp_path: Path, kind: str, half: bool) -> None:
    run = trained(tmp_path, "a", *KINDS[kind])
    exported = export_run(run, tmp_path / "a.onnx", half=half)
    learner = learner_at(run)[0]
    net = NetAgent(tmp_path / "a.onnx").net
    cells = np.random.default_rng(1).integers(-1, 9, (50, 4, 4)).astype(np.int8)
    with torch.inference_mode():
        meant = learner.player(torch.from_numpy(net.planes.encode(cells, 2))).numpy()  # pyright: ignore[reportAttributeAccessIssue]
    # Half a weight's last bit is 2**-11 of it; what that changes was measured to be far below 1 %.
    np.testing.assert_allclose(net.values(cells, 2), meant, atol=1e-2 if half else 1e-5)
    assert exported.positions > 60
    assert exported.same > 0.9 if half else exported.same == 1
    assert exported.size == (tmp_path / "a.onnx").stat().st_size


def test_convolutions_play_every_size_and_dense_layers_one(tmp_path: Path) -> None:
    dense = export_run(trained(tmp_path, "dense", *KINDS["dense"]), tmp_path / "dense.onnx").card
    conv = export_run(trained(tmp_path, "conv", *KINDS["conv"]), tmp_path / "conv.onnx").card
    assert (dense.limits, conv.limits) == ("4x4 boards", "any level")
    for level in (Level.parse("4x4/2"), Level.parse("7x5/6")):
        (standing,) = match_mines([str(tmp_path / "conv.onnx")], level, games=20).standings
        assert standing.statuses.keys() <= {"won", "lost"}


def test_the_card_says_where_the_network_is_from(tmp_path: Path) -> None:
    run = trained(tmp_path, "a", *KINDS["dense"])
    card = export_run(run, tmp_path / "a.onnx", note="for a test").card
    assert ModelFile.read(tmp_path / "a.onnx", "a").card == card
    about, rows = run.about(), run.metrics.rows()
    origin = card.provenance
    assert (origin.recipe, origin.run, origin.seed, origin.note) == (about.recipe, "a", 1, "for a test")
    assert origin.code.startswith(about.version)
    assert about.began.startswith(origin.date)
    assert (origin.sessions, origin.seconds) == (4, pytest.approx(rows[-1]["elapsed"], abs=0.1))
    wins = round((rows[-1]["fresh_win_rate"] or 0) * 50)
    assert origin.strength == (Strength("4x4/2", "safe", "random", 50, wins),)
    assert card.trained_on == ("4x4/2",)
    assert card.output == "mine probability"


def test_a_softmax_over_the_board_is_no_probability_of_a_mine(tmp_path: Path) -> None:
    assert export_run(trained(tmp_path, "a", *KINDS["softmax"]), tmp_path / "a.onnx").card.output == "score"


def test_an_earlier_checkpoint_is_exported(tmp_path: Path) -> None:
    run = trained(tmp_path, "a", *KINDS["dense"])
    exported = export_run(run, tmp_path / "a.onnx", session=2)
    assert exported.session == exported.card.provenance.sessions == 2
    assert (tmp_path / "a.onnx").read_bytes() != (export_run(run, tmp_path / "b.onnx").file.read_bytes())
    with pytest.raises(BadInput, match="no checkpoint of session 3; there are 2, 4"):
        export_run(run, tmp_path / "c.onnx", session=3)


def test_the_games_on_the_card_are_those_of_a_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trained(tmp_path, "a", *KINDS["dense"])
    file = tmp_path / "a.onnx"
    assert main(["export", "a", "--out", str(file), "--games", "300", "--seed", "5", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    (standing,) = match_mines([str(file)], Level.parse("4x4/2", "safe"), "random", 300, 5).standings
    (strength,) = told["card"]["provenance"]["strength"]
    assert strength == {
        "level": "4x4/2",
        "rule": "safe",
        "first": "random",
        "games": 300,
        "wins": standing.wins,
        "seed": 5,
    }
    assert told["compared"]["same"] == 1
    assert set(told) == {"run", "session", "file", "bytes", "card", "compared"}


def test_it_says_what_it_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    trained(tmp_path, "a", *KINDS["dense"])
    monkeypatch.chdir(tmp_path)
    assert main(["export", "a"]) == 0
    first, second, third, last = capsys.readouterr().out.splitlines()
    assert first.startswith("a.onnx: session 4 of run a, ")
    assert "the same cell as the trained network in 100.00%" in second
    assert third.endswith("4x4/2, rule safe, first cell random, while training")
    assert main([*last.removeprefix("try it: hazard ").split(), "--games", "10"]) == 0


def test_a_file_that_says_something_else_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = trained(tmp_path, "a", *KINDS["dense"])
    right = exporting.onnx_of

    def wrong(network: torch.nn.Module, *words: object, **options: object) -> bytes:
        return right(torch.nn.Sequential(network, torch.nn.Tanh()), *words, **options)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(exporting, "onnx_of", wrong)
    with pytest.raises(HazardError, match="the exported network differs from the trained one by"):
        export_run(run, tmp_path / "a.onnx")
    assert not (tmp_path / "a.onnx").exists()


def test_a_network_of_another_board_is_refused_in_one_line(tmp_path: Path) -> None:
    export_run(trained(tmp_path, "a", *KINDS["dense"]), tmp_path / "a.onnx")
    with pytest.raises(LevelError, match="plays 4x4 boards, not 9x9/10"):
        match_mines([str(tmp_path / "a.onnx")], Level.parse("9x9/10"), games=5)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["none"], "there is no run 'none'"),
        (["fresh"], "run fresh has no checkpoint"),
        (["fresh", "--out", "x.pt"], "want a name that ends in .onnx"),
        (["fresh", "--games", "0"], "--games 0: want a whole number from 1"),
        (["dice/dt.stei", "--half", "--course", "x"], "--half is for the network of a run"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tiny_recipe(tmp_path)
    new_run(runs_folder(), load_recipe(str(path)), str(path), "fresh", "", {})
    assert main(["export", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert reason in err


def test_without_a_library_the_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = trained(tmp_path, "a", *KINDS["dense"])
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(AgentError, match="onnxruntime, which is not installed"):
        export_run(run, tmp_path / "a.onnx")
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(BadInput, match="pip install 'hazard"):
        export_run(run, tmp_path / "a.onnx")
