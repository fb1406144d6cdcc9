"""`hazard course` as a student calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hazard.apps.cli.main import main
from hazard.arena.series import Series

ROOT = Path(__file__).parents[2]
ZOO = ROOT / "tests" / "zoo" / "course"
FORWARD = str(ROOT / "examples" / "course" / "forward.py")
SHORT = ["--against", "dt.sdc", "dt.rand", "--maps", "2", "--workers", "1"]


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int | str | None, str, str]:
    code: int | str | None
    try:
        code = main(list(words))
    except SystemExit as leaving:
        code = leaving.code
    out, err = capsys.readouterr()
    return code, out, err


def test_from_a_file_to_tables_and_a_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "report.md"
    code, out, err = ran(capsys, "course", FORWARD, *SHORT, "--report", str(page))
    assert code == 0
    assert out.startswith("passed       loads           an AI of the course, from ")
    title = "against 3 copies of each, rules of the platform, 2 maps, every map from every seat, seed 1"
    assert title in out
    rows = [line.split()[0] for line in out.splitlines() if "[" in line]
    assert rows[:3] == ["dice/dt.sdc", "dice/dt.rand", "mean"]
    assert sorted(rows[3:]) == ["dice/dt.rand", "dice/dt.sdc", "this"]
    assert "decisions: median " in out
    assert "its clock never ran out" in out
    assert "checking course:" in err
    text = page.read_text()
    for heading in (
        "# course:",
        "## Against the references",
        "## Beside the references",
        "## Time a decision",
    ):
        assert heading in text
    assert f"`hazard course {FORWARD} --maps 2 --seed 1 --against dt.sdc dt.rand`" in text
    assert "| **this AI** |" in text
    assert text.rstrip().endswith("None.")
    tables = [line for line in text.splitlines() if line.startswith("|")]
    assert all(line.endswith("|") for line in tables)


def test_json_tells_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "course", FORWARD, *SHORT, "--json")
    assert code == 0
    told = json.loads(out)
    assert set(told) == {"agent", "check", "match", "time", "references", "rank"}
    assert told["check"]["passed"]
    assert [lane["opponent"] for lane in told["match"]["opponents"]] == ["dice/dt.sdc", "dice/dt.rand"]
    assert told["match"]["games"] == 16
    assert set(told["time"]) == {"decisions", "median_ms", "p99_ms", "worst_ms", "overruns"}
    assert {row["agent"] for row in told["references"]} == {"dice/dt.sdc", "dice/dt.rand"}
    assert 1 <= told["rank"] <= 3


def test_where_it_crashes_and_on_which_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    page = tmp_path / "report.md"
    code, out, _ = ran(capsys, "course", str(ZOO / "xdice.py"), *SHORT, "--report", str(page))
    assert code == 1
    assert "it only passed from some command on: " in out
    assert "error: IndexError: tuple index out of range (xdice.py, line " in out
    match = out.partition("it only passed")[2]
    assert match.count("Traceback (most recent call last):") == 1
    assert "| error | " in page.read_text()
    assert "```text\nTraceback" in page.read_text()


def test_an_ai_that_does_not_start_plays_no_match(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "course", str(ZOO / "ximport.py"), *SHORT)
    assert code == 1
    assert "failed       loads" in out
    assert "No module named 'heuristics_of_nobody' (ximport.py, line 3)" in out
    assert "no matches: it came through no game of the check" in out


def test_a_clock_may_be_another(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(capsys, "course", str(ZOO / "xlate.py"), *SHORT, "--clock", "0.4+3")
    assert code == 1
    assert "failed       its clock" in out
    assert "and these turns ended" in out


def test_an_interrupted_match_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    enter = Series._enter
    lanes: list[int] = []

    def once(self: object, lane: int, *rest: object) -> None:
        if lanes:
            raise KeyboardInterrupt
        lanes.append(lane)
        enter(self, lane, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Series, "_enter", once)
    code, _, err = ran(capsys, "course", FORWARD, *SHORT)
    assert code == 130
    assert "interrupted after 8 of 16 games; the same command with --resume goes on" in err
    monkeypatch.undo()
    _, resumed, err = ran(capsys, "course", FORWARD, *SHORT, "--resume", "--json")
    assert "nothing to resume" not in err
    _, whole, _ = ran(capsys, "course", FORWARD, *SHORT, "--json")
    one, other = json.loads(resumed), json.loads(whole)
    assert one["match"]["mean"] == other["match"]["mean"]
    assert one["references"] == other["references"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nobody"], "there is no file, folder or module 'nobody'"),
        ([FORWARD, "--clock", "soon"], "a clock 'soon': want SECONDS+SECONDS"),
        ([FORWARD, "--maps", "0"], "a match on 0 maps: want at least 1"),
        ([FORWARD, "--against", "dt.sdx"], "did you mean dice/dt.sdc"),
        ([FORWARD, "--report", "/nowhere/at/all.md"], "/nowhere/at"),
    ],
)
def test_what_cannot_be_is_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], message: str
) -> None:
    code, _, err = ran(capsys, "course", *words)
    assert code == 2
    assert message in err
    assert sum(line.startswith("hazard: ") for line in err.splitlines()) == 1
