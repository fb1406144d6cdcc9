"""`hazard match mines` with all its options, as a user calls it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hazard.apps.cli.main import main
from hazard.arena.mines.match import match_mines
from hazard.arena.mines.results import results
from hazard.arena.store import Store
from hazard.core.status import Status
from hazard.mines.formats import write_layouts
from hazard.mines.layout import Layout
from hazard.mines.level import Level

WORDS = ["match", "mines", "mines/exact", "mines/equations", "--level", "beginner"]


@pytest.fixture(autouse=True)
def a_wide_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing wraps, however long the path of a temporary folder is."""
    monkeypatch.setenv("COLUMNS", "300")


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    workers = [] if "--workers" in words else ["--workers", "1"]
    code = main([*WORDS, *words, *workers])
    out, err = capsys.readouterr()
    return code, out, err


def test_pairs_and_verdict_stand_under_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, "--games", "20000", "--until", "0,2")
    assert (code, err) == (0, "")
    table, pairs, verdict = out.strip().split("\n\n")[1:]
    assert "mines/exact" in table
    assert pairs.splitlines()[1].startswith("mines/exact − mines/equations")
    assert verdict.startswith("H1 accepted after ")


def test_a_lower_difference_may_be_negative(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--until", "-9,-5"], ["--until=-9,-5"]):
        code, out, _ = ran(capsys, "--games", "300", "--json", *words)
        assert code == 0
        assert json.loads(out)["until"]["low"] == -9


def test_rule_and_level_of_a_file_of_layouts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "layouts.jsonl"
    write_layouts(path, [Layout(4, 4, ((0, col),), (3, 3)) for col in range(3)])
    assert main(["match", "mines", "exact", "rules", "--boards", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["level"], told["rule"], told["games"]) == ("4x4/1", "any", 3)
    assert told["boards"] == str(path)
    assert main(["match", "mines", "exact", "rules", "--boards", str(path), "--rule", "safe"]) == 0
    title = capsys.readouterr().out.splitlines()[0]
    assert title == f"4x4/1, rule safe, first cell as the file says, the layouts of {path}, 3 of them"
    assert main(["match", "mines", "exact", "--boards", str(path), "--level", "expert"]) == 2
    assert "its layouts are 4x4/1, not 16x30/99" in capsys.readouterr().err


def test_a_foreign_program_stands_in_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "theirs.txt"
    path.write_text("".join(f"{index} {index % 2}\n" for index in range(300)))
    code, out, err = ran(capsys, "--games", "300", "--paired-with", str(path))
    assert (code, err) == (0, "")
    row = next(line for line in out.splitlines() if line.startswith(str(path)))
    assert "50.00 %" in row
    assert f"mines/equations − {path}" in out


def test_what_was_played_before_an_interruption_counts(capsys: pytest.CaptureFixture[str]) -> None:
    plain = json.loads(ran(capsys, "--games", "1500", "--json")[1])
    level = Level.parse("beginner")

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with Store.open() as store:
        match_mines(["mines/exact", "mines/equations"], level, games=1500, progress=stop, store=store)
    code, out, err = ran(capsys, "--games", "1500", "--json", "--resume", "--workers", "2")
    assert (code, err) == (0, "")
    told = json.loads(out)
    for row in (*plain["agents"], *told["agents"]):
        del row["games_per_second"]
    assert told == plain


def test_nothing_to_resume_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = ran(capsys, "--games", "300", "--resume")
    assert code == 0
    assert "300" in out
    assert err.startswith("nothing to resume")


@pytest.mark.skipif(os.geteuid() == 0 and not Path("/proc/self").exists(), reason="needs /proc for root")
def test_without_a_place_for_results_the_match_is_played_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HAZARD_HOME", "/proc/self/hazard")
    code, out, err = ran(capsys, "--games", "300")
    assert code == 0
    assert "mines/exact" in out
    assert err.startswith("the games are not kept: cannot make the folder /proc/self/hazard")
    assert ran(capsys, "--games", "300", "--resume")[0] == 2


def test_the_store_has_the_command_and_the_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(ran(capsys, "--games", "300", "--seed", "7", "--json")[1])
    with Store.open() as store:
        kept = {row.agent: row for row in results(store)}
    for row in told["agents"]:
        assert (kept[row["agent"]].games, kept[row["agent"]].wins) == (300, row["wins"])
        (command,) = kept[row["agent"]].commands
        assert command == (
            "hazard match mines mines/exact mines/equations --level beginner --games 300 --seed 7"
        )


def test_faults_are_told_under_the_table_with_their_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bot.py"
    path.write_text("class Bot:\n    def choose(self, views):\n        raise RuntimeError('no idea')\n")
    assert main(["match", "mines", str(path), "--level", "tiny4", "--games", "20", "--first", "corner"]) == 0
    remark, fault = capsys.readouterr().err.splitlines()
    assert remark.startswith(f"{path}: not won or lost but ")
    assert "error: RuntimeError: no idea (" in fault
    assert "line 3)" in fault


def test_records_can_be_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.jsonl"
    assert ran(capsys, "--games", "300", "--records", str(path))[0] == 0
    assert main(["replay", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    wins = match_mines(["mines/exact"], Level.parse("beginner"), games=300).statuses["mines/exact"]
    exact = next(row for row in told["agents"] if row["agent"] == "mines/exact")
    assert exact["wins"] == int((wins == Status.WON).sum())
