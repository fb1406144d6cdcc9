"""`hazard draw`: maps, records and positions become pictures; what cannot is told in one line."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hazard.apps.cli.main import main
from hazard.core.records import write_lines
from hazard.dice.formats import write_game_starts
from hazard.dice.game import Game
from hazard.dice.rules import Rules
from hazard.mines.position import Position

POSITION = "3x3x2\n1HH\nHH1\n1HF\n"


@pytest.fixture
def game() -> Game:
    """A table of three after three turns."""
    game = Game(Rules(players=3), seed=5)
    for _ in range(3):
        game.end()
    return game


def drawn(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["draw", *map(str, words)]) == 0
    return capsys.readouterr().out.removesuffix("\n")


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["draw", *map(str, words)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("hazard: ")
    assert err.count("\n") == 1
    return err


def test_a_seed_gives_the_map_that_its_game_begins_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert drawn(capsys, "seed:5", "--players", 3) == Game(Rules(players=3), seed=5).position.svg()
    assert drawn(capsys, "seed:5") == Game(seed=5).position.svg()


def test_out_writes_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "map.svg"
    assert drawn(capsys, "seed:5", "--out", path) == ""
    assert path.read_text() == Game(seed=5).position.svg() + "\n"


def test_a_game_start_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path, game: Game) -> None:
    path = tmp_path / "maps.json"
    write_game_starts(path, [game.position])
    assert drawn(capsys, path) == game.position.svg()
    write_game_starts(path, [Game(seed=1).position, game.position])
    assert drawn(capsys, path, "--line", 2) == game.position.svg()
    assert "2 maps in it; --line N" in refused(capsys, path)
    assert "nothing in line 3" in refused(capsys, path, "--line", 3)
    assert "--step is for records" in refused(capsys, path, "--line", 2, "--step", 1)


def test_a_record_is_drawn_after_any_of_its_commands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: Game
) -> None:
    path = tmp_path / "games.jsonl"
    write_lines(path, [game.record()])
    assert drawn(capsys, path) == game.position.svg(game.events[-1])
    assert drawn(capsys, path, "--step", 0) == Game(Rules(players=3), seed=5).position.svg()
    game.undo()
    assert drawn(capsys, path, "--step", 2) == game.position.svg(game.events[-1])
    assert "step 4: the record has 3 commands" in refused(capsys, path, "--step", 4)


def test_a_record_that_was_changed_is_not_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: Game
) -> None:
    path = tmp_path / "games.jsonl"
    write_lines(path, [game.record()])
    path.write_text(path.read_text().replace('"commands":["e ', '"commands":["e', 1))
    assert str(path) in refused(capsys, path)


def test_a_minesweeper_position_is_drawn_also_from_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "small.mine"
    path.write_text(POSITION)
    assert drawn(capsys, path) == Position.parse(POSITION).svg()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(POSITION.encode())))
    assert drawn(capsys, "-") == Position.parse(POSITION).svg()
    assert "--step are for records" in refused(capsys, path, "--step", 1)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["seed:"], "want seed: and a number"),
        (["seed:-1"], "want seed: and a number"),
        (["seed:99999999999999999999"], "not a number of 64 bits"),
        (["seed:1", "--players", "9"], "players 9: want 2 to 8"),
        (["seed:1", "--step", "2"], "for files"),
        (["none.json"], "none.json: No such file"),
        (["none.json", "--players", "3"], "--players is for seed:N"),
    ],
)
def test_what_cannot_be_drawn_is_told(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert reason in refused(capsys, *words)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"3x3x1\n1H\n", b"{", b"{}", b"[]", b'{"areas":{}}', b'{"decisions":[]}']
)
def test_a_file_that_holds_something_else_is_named(
    content: bytes, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content)
    assert str(path) in refused(capsys, path)
