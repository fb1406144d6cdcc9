"""Every verb as a user calls it: what it prints, the fields of its JSON, and one line for what is wrong."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hazard.apps.cli.main import main

POSITION = "3x3x2\n1HH\nHH1\n1HF\n"
"""One mine left on (1, 0): everything else is certain."""

CLASHING = "3x3x1\n1HH\n0H1\n1HH\n"


@pytest.fixture(autouse=True)
def _no_settings_of_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "HAZARD_DEBUG", "TTY_COMPATIBLE", "PYTHONIOENCODING"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "small.mine"
    path.write_text(POSITION)
    return str(path)


@pytest.fixture
def layouts(tmp_path: Path) -> str:
    path = tmp_path / "layouts.jsonl"
    lines = [
        {"rows": 1, "cols": 4, "mines": [[0, 2]], "first": [0, 0]},
        {"rows": 4, "cols": 4, "mines": [[0, 0], [2, 2]]},
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


PROGRAM = "import sys; from hazard.apps.cli.main import main; sys.exit(main())"


def spawn(*words: str, program: str = PROGRAM, **rest: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **rest,  # type: ignore[call-overload]
    )


def run(*words: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    process = spawn(*words, env=env)
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_agents_lists_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agents"]) == 0
    out = capsys.readouterr().out
    for name in ("mines/random", "mines/rules", "mines/equations", "mines/exact"):
        assert name in out


def test_agents_json_has_a_row_an_agent(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["agents", "mines", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert all(list(row) == ["agent", "sentence", "native"] for row in rows)
    assert {"mines/exact"} <= {row["agent"] for row in rows}


def test_analyse_draws_the_board_with_its_certain_cells_and_the_best(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", position]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    board, _, rest = out.partition("\n\n")
    assert [line.rstrip() for line in board.split("\n")] == [
        "    0  1  2",
        "0   1[ ✓] ✓",
        "1   ✗  ✓  1",
        "2   1  ✓  ⚑",
    ]
    for line in (
        "Mines     1 left among 5 covered cells",
        "Layouts   1 fit what is seen",
        "Certain   4 safe cells, 1 mine",
        "Best      (0, 1), certainly safe",
    ):
        assert line in rest.split("\n")


def test_analyse_ignores_flags_when_asked(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", position, "--ignore-flags"]) == 0
    out = capsys.readouterr().out
    assert "⚑" not in out
    assert "2   1  ✓ 50" in out


def test_analyse_json_has_exactly_the_agreed_fields(
    position: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", position, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "rows": 3,
        "cols": 3,
        "mines": 2,
        "mine_probability": [[None, 0, 0], [1, 0, None], [None, 0, 1]],
        "safe": [[0, 1], [0, 2], [1, 1], [2, 1]],
        "mine": [[1, 0], [2, 2]],
        "layouts": "1",
        "best": [0, 1],
    }


def test_analyse_reads_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(POSITION))
    assert main(["analyse", "-", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["best"] == [0, 1]


@pytest.mark.parametrize("columns", [40, 80, 120])
def test_analyse_fits_the_width_it_is_given(
    columns: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    path = tmp_path / "wide.mine"
    path.write_text("30x2x9\n" + "H" * 30 + "\n" + "H" * 30 + "\n")
    assert main(["analyse", str(path)]) == 0
    board = capsys.readouterr().out.partition("07 risk")[0].split("\n")
    assert all(len(line) <= columns for line in board)
    shown = sum(line.count("15") for line in board if line[:1] in "01" and line)
    assert shown >= (60 if columns >= 80 else 20)


def test_a_contradiction_is_one_line_that_names_the_clashing_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "clash.mine"
    path.write_text(CLASHING)
    assert main(["analyse", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "(0, 0)" in err
    assert "(1, 0)" in err
    assert err.count("\n") == 1


def test_solve_writes_a_json_line_a_game_and_a_summary(
    layouts: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", layouts, "--agent", "exact"]) == 0
    out, err = capsys.readouterr()
    games = [json.loads(line) for line in out.splitlines()]
    assert [list(game) for game in games] == [
        ["index", "status", "won", "opened", "decisions", "guesses", "seconds"]
    ] * 2
    assert [game["status"] for game in games] == ["won", "lost"]
    assert err == "exact won 1 of 2 games: 50.00 % [9.45 %, 90.55 %]\n"


def test_solve_reads_mbf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.mbf"
    path.write_bytes(bytes([4, 1, 0, 1, 2, 0]))  # 4 columns, 1 row, 1 mine: column 2, row 0
    assert main(["solve", str(path), "--agent", "exact"]) == 0
    assert json.loads(capsys.readouterr().out)["won"] is True


def test_solve_reads_json_lines_from_standard_input(
    layouts: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = Path(layouts).read_text().splitlines(keepends=True)
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines[0]))
    assert main(["solve", "-", "--agent", "exact"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["status"] == "won"
    assert err.startswith("exact won 1 of 1 game: ")
    for text, message in (("\n{}\n", "line 2: "), ("", "no layouts in it")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(text))
        assert main(["solve", "-", "--agent", "exact"]) == 2
        assert f"hazard: standard input: {message}" in capsys.readouterr().err


def test_match_prints_the_leaderboard_and_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "mines", "random", "exact", "--level", "beginner", "--games", "300"]) == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert lines[0] == "beginner 9x9/10, rule open, first cell (2, 2), seed 1, the same 300 layouts"
    assert [line.split()[0] for line in lines[3:5]] == ["mines/exact", "mines/random"]
    assert lines[7].startswith("mines/exact − mines/random")
    assert "\x1b" not in out


def test_match_json_is_one_object_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--level", "8x8/10", "--rule", "safe", "--games", "300", "--workers", "1", "--json"]
    assert main(["match", "mines", "random", "exact", *words]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["level", "rule", "first", "seed", "games", "agents", "pairs"]
    assert (told["level"], told["rule"], told["games"]) == ("8x8/10", "safe", 300)


@pytest.mark.parametrize("words", [["--help"], ["match", "--help"], ["match", "mines", "--help"], []])
def test_help_says_what_there_is(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 0
    assert "Usage: hazard" in capsys.readouterr().out


def test_a_verbs_own_page_tells_more_than_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    main(["match", "mines", "--help"])
    out = " ".join(capsys.readouterr().out.split())
    assert "Wilson 95 % intervals" in out
    assert "--games" in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    import hazard

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"hazard {hazard.__version__}\n"


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["match", "mines", "--help"],
        ["play", "mines", "--help"],
        ["play", "dice", "--help"],
        ["draw", "--help"],
    ],
)
def test_help_and_version_load_neither_numpy_nor_the_native_core(words: list[str]) -> None:
    program = (
        "import sys; from hazard.apps.cli.main import main; code = main(sys.argv[1:]);"
        "heavy = {'numpy', 'hazard._native', 'hazard.mines.native'} & set(sys.modules);"
        "sys.exit(str(sorted(heavy)) if heavy else code)"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


BROKEN: list[tuple[Sequence[str], str]] = [
    (["nonsense"], 'Unknown command "nonsense"'),
    (["agnts"], 'Did you mean "agents"?'),
    (["agents", "chess"], "unknown game 'chess'"),
    (["agents", "mines", "more"], "too many arguments: more"),
    (["agents", "--jsn"], "Unknown option: --jsn"),
    (["analyse"], "POSITION requires an argument"),
    (["analyse", "missing.mine"], "missing.mine: No such file"),
    (["analyse", "."], "Is a directory"),
    (["analyse", "--nonsense"], "Unknown option: --nonsense"),
    (["analyse", "--nonsense", "corner.mine"], "Unknown option: --nonsense"),
    (["solve", "missing.jsonl", "--agent", "exact"], "missing.jsonl: No such file"),
    (["solve", "missing.jsonl"], "--agent requires an argument"),
    (["match", "mines"], "at least one agent"),
    (["match", "chess"], 'Unknown command "chess"'),
    (["match", "mines", "mines/exat"], "did you mean mines/exact"),
    (["match", "mines", "missing.py"], "there is no file"),
    (["match", "mines", "exact", "--level", "expret"], "expert"),
    (["match", "mines", "exact", "--level", "3x3/9"], "9 mines do not fit"),
    (["match", "mines", "exact", "--rule", "none"], '"open", "safe", "any"'),
    (["match", "mines", "exact", "--first", "99,99"], "outside the 16x30 board"),
    (["match", "mines", "exact", "--games", "many"], "--games"),
    (["match", "mines", "exact", "--games", "-5"], "want at least 1"),
    (["match", "mines", "exact", "--workers", "0"], "0 workers"),
    (["replay"], "RECORDS requires an argument"),
    (["replay", "missing.jsonl"], "missing.jsonl: No such file"),
    (["replay", "--nonsense"], "Unknown option: --nonsense"),
    (["check", "exat"], "did you mean mines/exact"),
    (["check", "missing.py"], "there is no file"),
    (["leaderboard", "chess"], "unknown game 'chess'"),
    (["play", "mines"], "needs a terminal"),
    (["play", "mines", "--agent", "exact"], "needs a terminal"),
    (["play", "mines", "--level", "0x0/0"], "0x0"),
    (["play", "dice"], "needs a terminal"),
    (["play", "dice", "--agent", "dt.stei"], "needs a terminal"),
    (["play", "dice", "--players", "9"], "players 9: want 2 to 8"),
    (["play", "dice", "--seat", "4"], "seat 4: the seats of 4 players are 0 to 3"),
    (["play", "dice", "--speed", "quick"], '"step", "slow", "normal", "fast"'),
]


@pytest.mark.parametrize(("words", "message"), BROKEN, ids=lambda value: " ".join(value)[:40])
def test_what_is_wrong_is_told_in_one_line(
    words: Sequence[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hazard: ")
    assert message in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("verb", [["analyse"], ["solve", "--agent", "exact"]])
@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"\xff\xfe\x00", b"30x16x99\n", b"3x3x1\n1H\n", b'{"rows": 3}', b"{}\n", b"[]", b"null"],
)
def test_a_file_that_holds_something_else_is_told_in_one_line_with_its_name(
    verb: list[str], content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content)
    assert main([verb[0], str(path), *verb[1:]]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"hazard: {path}")
    assert err.count("\n") == 1


def test_debug_shows_the_traceback_above_the_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HAZARD_DEBUG", "1")
    assert main(["agents", "chess"]) == 2
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert err.splitlines()[-1].startswith("hazard: unknown game")


def test_a_fault_of_our_own_is_one_line_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(game: str | None) -> None:
        raise KeyError("boom")

    monkeypatch.setattr("hazard.core.registry.agents", broken)
    assert main(["agents"]) == 2
    assert capsys.readouterr().err == "hazard: unexpected KeyError: 'boom' (HAZARD_DEBUG=1 shows where)\n"


def test_ctrl_c_says_so_also_where_nobody_has_more_to_say(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(game: str | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("hazard.core.registry.agents", interrupted)
    assert main(["agents"]) == 130
    assert capsys.readouterr().err == "hazard: interrupted\n"


def test_a_closed_pipe_is_one_line(position: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "analyse", position],
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
    )
    os.close(writer)
    assert done.returncode == 2
    assert done.stderr == "hazard: the output was closed before everything was written\n"


def test_output_that_can_only_be_ascii_is_ascii(position: str) -> None:
    code, out, err = run("analyse", position, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "0   1[ +] +" in out


def test_ctrl_c_ends_a_match_with_the_table_of_what_was_played() -> None:
    program = (
        "import sys; from hazard.apps.cli import main, progress;"
        "progress.SECONDS_BETWEEN_LINES = 0.1; sys.exit(main.main())"
    )
    words = ["match", "mines", "random", "exact", "--games", "5000000", "--workers", "2"]
    process = spawn(*words, program=program, start_new_session=True)
    try:
        assert process.stderr is not None
        assert "of 10,000,000 games" in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "mines/exact" in out
    last = err.splitlines()[-1]
    assert last.startswith("hazard: interrupted after ")
    assert last.endswith("of 10,000,000 games; the same command with --resume goes on")
    assert "Traceback" not in err


def test_a_match_of_an_agent_in_a_file_runs_in_worker_processes(tmp_path: Path) -> None:
    path = tmp_path / "corner.py"
    path.write_text(
        "import numpy as np\nfrom hazard.mines.views import Decisions\n"
        "class Corner:\n    def choose(self, views):\n"
        "        covered = (views.cells == -1).reshape(len(views), -1)\n"
        "        return Decisions(covered.argmax(axis=1).astype(np.int32))\n"
    )
    words = ["match", "mines", str(path), "random", "--level", "tiny4", "--games", "600", "--json"]
    code, out, err = run(*words, "--workers", "2")
    assert (code, err) == (0, "")
    rows = {row["agent"]: row for row in json.loads(out)["agents"]}
    assert rows[str(path)]["games"] == 600
