"""`hazard replay`: what was changed is found and named, what was not is shown."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hazard.apps.cli.faces import FANCY
from hazard.apps.cli.main import main
from hazard.apps.cli.replay_view import ReplayState, press, render
from hazard.arena.replaying import after
from hazard.core.records import write_lines
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.playing import play_block
from hazard.mines.record import Record
from tests.apps.test_terminal import Screen


def played(count: int = 40, level: str = "beginner") -> list[Record]:
    seeds, agent_seeds = game_seeds(3, 0, count)
    records: list[Record] = []
    for agent in ("exact", "random"):
        outcomes = play_block(
            resolve(agent, "mines"),
            Level.parse(level),
            seeds,
            agent_seeds,
            np.full(count, 20, np.int32),
            record=True,
        )
        assert outcomes.records is not None
        records += outcomes.records
    return records


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    write_lines(path, played())
    return path


@pytest.fixture
def one(tmp_path: Path) -> Path:
    path = tmp_path / "one.jsonl"
    game = Game.from_layout(Layout(3, 5, ((0, 3), (2, 0))), first=(0, 0))
    game.open(2, 2)
    game.flag(0, 3)
    game.open(0, 4)
    write_lines(path, [game.record("me")])
    return path


def test_a_file_as_it_was_written_passes_and_is_summed_up(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith(f"{file}: all 80 games replay as they were recorded\n")
    assert "mines/exact      40" in out


def test_the_summary_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["records", "games", "faults", "agents"]
    assert (told["games"], told["faults"]) == (80, [])
    assert [row["agent"] for row in told["agents"]] == ["mines/exact", "mines/random"]
    assert all(sum(row["statuses"].values()) == row["games"] == 40 for row in told["agents"])


Change = Callable[[dict[str, Any]], dict[str, Any]]
CHANGES: dict[str, tuple[Change, str]] = {
    "seed": (lambda game: {"seed": game["seed"] ^ 1}, "the start was changed"),
    "layout": (
        lambda game: {"seed": None, "layout": [[8, col] for col in range(9)] + [[7, 0]]},
        "the start was changed",
    ),
    "move": (
        lambda game: {"decisions": [*game["decisions"][:1], "f0,0", *game["decisions"][2:]]},
        "decision 1 was changed",
    ),
    "a move less": (lambda game: {"decisions": game["decisions"][:-1]}, "here are"),
    "result": (
        lambda game: {"status": {"WON": "LOST", "LOST": "WON"}[game["status"]]},
        "the end was changed",
    ),
    "check": (lambda game: {"check": "0" * len(game["check"])}, "the start was changed"),
    "result without check": (
        lambda game: {"status": {"WON": "LOST", "LOST": "WON"}[game["status"]], "check": None},
        "but its moves end as",
    ),
    "illegal move without check": (
        lambda game: {"decisions": [*game["decisions"][:1], "c20,20"], "check": None},
        r"outside the 9x9 board",
    ),
    "agent": (lambda game: {"agent": "mines/other"}, "the end was changed: status, agent"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found_and_named_with_its_line(
    name: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, message = CHANGES[name]
    lines = file.read_text().splitlines()
    number = next(at for at, line in enumerate(lines, 1) if len(json.loads(line)["decisions"]) > 3)
    game = json.loads(lines[number - 1])
    game = {key: value for key, value in (game | change(game)).items() if value is not None}
    lines[number - 1] = json.dumps(game)
    file.write_text("\n".join(lines) + "\n")
    assert main(["replay", str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"hazard: {file}, line {number}: ")
    assert message in err
    assert err.count("\n") == 1


def test_several_changes_are_all_named(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = file.read_text().splitlines()
    lines[4], lines[9] = lines[4].replace('"seed":', '"seed":1'), "nonsense"
    file.write_text("\n".join(lines))
    assert main(["replay", str(file), "--json"]) == 2
    out, err = capsys.readouterr()
    assert [fault["line"] for fault in json.loads(out)["faults"]] == [5, 10]
    assert [line.partition("line ")[2][:2] for line in err.splitlines()[:2]] == ["5:", "10"]
    assert err.splitlines()[-1] == f"hazard: {file}: 2 of 80 games are not as they were recorded"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["missing.jsonl"], "cannot read missing.jsonl: No such file"),
        (["."], "cannot read .: Is a directory"),
        (["empty"], "empty: no records in this file"),
        (["text"], "text, line 1: "),
        (["one.jsonl", "--game", "7"], "one.jsonl: there is no game in line 7; the last one is in line 1"),
        ([], "RECORDS requires an argument"),
    ],
    ids=str,
)
def test_what_cannot_be_replayed_is_told_in_one_line(
    words: list[str],
    message: str,
    one: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(one.parent)
    Path("empty").write_text("\n\n")
    Path("text").write_bytes(b"\xff\xfe no record\n")
    assert main(["replay", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hazard: ")
    assert message in err
    assert err.count("\n") == 1


def test_without_terminal_start_and_end_are_printed(one: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(one)]) == 0
    assert [line.rstrip() for line in capsys.readouterr().out.splitlines()] == [
        "line 1: me won  3x5/2  rule any  a given layout",
        "",
        "start, (0, 0) opened by the arena; 3 decisions follow",
        "    0  1  2  3  4",
        "0 [ ·] ·  1 ▒▒ ▒▒",
        "1   1  1  1 ▒▒ ▒▒",
        "2  ▒▒ ▒▒ ▒▒ ▒▒ ▒▒",
        "",
        "decision 2 of 0..2: 0,4",
        "    0  1  2  3  4",
        "0   ·  ·  1  ⚑[ 1]",
        "1   1  1  1  1  1",
        "2   ⚑  1  ·  ·  ·",
    ]


def test_show_prints_the_position_after_every_decision(one: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(one), "--show"]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith(("start", "decision"))] == [
        "start, (0, 0) opened by the arena; 3 decisions follow",
        "decision 0 of 0..2: 2,2",
        "decision 1 of 0..2: f0,3",
        "decision 2 of 0..2: 0,4",
    ]
    assert "0   ·  ·  1[ ⚑]▒▒" in out


def test_a_game_as_json_has_the_cells_after_every_decision(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file), "--game", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    record = played()[1]
    assert (told["line"], told["seed"], told["agent"]) == (2, record.seed, "mines/exact")
    assert [step["actions"] for step in told["decisions"]] == [None, *record.decisions]
    assert told["decisions"][-1]["cells"] == Game.from_record(record).cells.tolist()
    assert told["decisions"][1]["cells"] == after(record, 1).cells.tolist()


def test_keys_walk_through_the_game_and_stay_within_it() -> None:
    state = ReplayState(2)
    for key, at in (("left", 0), ("right", 1), ("space", 2), ("right", 2), ("home", 0), ("end", 2), ("x", 2)):
        pressed = press(state, key)
        assert pressed is not None
        state = pressed
        assert state.at == at
    assert press(state, "q") is None


def test_auto_goes_on_to_the_end_and_stops_there() -> None:
    state = press(ReplayState(2), "a")
    assert state is not None
    seen: list[int] = []
    while state.auto:
        state = press(state, None)
        assert state is not None
        seen.append(state.at)
    assert seen == [1, 2]
    assert press(state, None) == state


@pytest.mark.parametrize("room", [(24, 80), (40, 120), (10, 36), (5, 20)])
def test_the_picture_fits(room: tuple[int, int]) -> None:
    record = next(game for game in played(3, "expert") if len(game.decisions) > 2)
    for at in range(len(record.decisions) + 1):
        state = ReplayState(len(record.decisions), at)
        lines = render(state, 1, record, after(record, at), room, FANCY).plain.split("\n")
        assert len(lines) <= room[0]
        assert all(len(line) <= room[1] for line in lines)


def test_the_end_of_a_lost_game_shows_the_mine_that_was_hit() -> None:
    record = next(game for game in played() if game.status == "LOST")
    last = len(record.decisions)
    shown = render(ReplayState(last, last), 1, record, after(record, last), (24, 80), FANCY).plain
    assert "✹" in shown
    assert "lost" in shown


def test_a_game_is_walked_through_in_a_terminal(one: Path) -> None:
    screen = Screen("replay", str(one))
    try:
        screen.wait_for("3 decisions follow")
        screen.send("\x1b[C")
        screen.wait_for("decision 0 of 0..2")
        screen.send("\x1b[F")
        screen.wait_for("decision 2 of 0..2")
        screen.send("q")
        assert screen.end() == 0
    finally:
        screen.close()


def test_an_illegal_move_without_check_is_named_with_its_decision(
    one: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = json.loads(one.read_text())
    del game["check"]
    for decisions, message in (
        (["2,2", "2,2"], "decision 1 of the record does not replay: cannot open cell (2, 2): it is open"),
        (["2,2", "9,9"], "decision 1: cell (9, 9) is outside the 3x5 board"),
        (["2,2", "?"], "decision 1: move '?' is not ROW,COL"),
    ):
        one.write_text(json.dumps(game | {"decisions": decisions}))
        assert main(["replay", str(one)]) == 2
        assert f"line 1: {message}" in capsys.readouterr().err


def test_records_come_from_standard_input_as_well(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    assert main(["replay", "-"]) == 0
    assert "standard input: all 80 games replay" in capsys.readouterr().out


def test_a_file_of_which_nothing_replays_has_no_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nonsense"
    path.write_text("no\nrecord\n")
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().out == f"{path}: 0 of 2 games replay as they were recorded\n"
