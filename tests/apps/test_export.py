"""`hazard export`: what it writes, what it says, what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hazard.apps.cli.main import main


def test_it_says_what_it_wrote_and_what_to_do_with_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "dice/dt.stei", "--course", "xmine00"]) == 0
    assert capsys.readouterr().out == (
        "xmine00 plays as dice/dt.stei; it needs the platform, and no Hazard.\n"
        "Put it into dicewars/ai/ of the platform: there it is called xmine00. README.md says more.\n"
    )
    assert "class AI" in (tmp_path / "xmine00/dt_stei.py").read_text()
    assert main(["export", "dice/xlogin42", "--course", "xmine01"]) == 0
    assert "xmine01 plays as dice/xlogin42, with random choices of its own;" in capsys.readouterr().out


def test_json_names_every_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["export", "dt.rand", "--course", str(tmp_path / "xmine00"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told.pop("files")) == {path.name for path in (tmp_path / "xmine00").iterdir()}
    assert told == {
        "agent": "dice/dt.rand",
        "folder": str(tmp_path / "xmine00"),
        "module": "dicewars.ai.xmine00",
        "needs": [],
        "same_commands": False,
    }


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["dice/dt.stei"], "say what dice/dt.stei becomes: --course FOLDER"),
        (["dice/dt.steii", "--course", "x"], "unknown agent 'dice/dt.steii'; did you mean"),
        (["mines/exact", "--course", "x"], "unknown agent 'mines/exact'"),
        (["dice/dt.stei", "--course", "3x"], "the platform cannot import a folder '3x'"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert reason in err
    assert list(tmp_path.iterdir()) == []
