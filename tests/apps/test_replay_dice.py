"""`hazard replay` of Dicewars: verified with its rolls, told turn by turn, stepped through on the screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hazard.apps.cli.main import main
from hazard.apps.cli.replay_dice import press, render
from hazard.apps.cli.replay_view import ReplayState
from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import match_dice
from hazard.arena.replaying import replay
from hazard.dice.command import Kind
from hazard.dice.record import Record, steps
from hazard.dice.rules import Rules


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    rules = Rules(players=3, areas=12)
    match_dice("kb.stei_adt", ["dt.rand"], Deal(rules, 3, 2, True)).run(records=path)
    return path


def first(file: Path) -> Record:
    record = replay(file)[0].record
    assert isinstance(record, Record)
    return record


def test_a_file_as_it_was_written_passes_and_every_seat_is_summed_up(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"{file}: all 6 games replay as they were recorded\n")
    told = {line.split()[0]: line.split()[1] for line in out.splitlines()[3:]}
    assert told == {"dice/kb.stei_adt": "6", "dice/dt.rand": "12"}


def changed_roll(game: dict[str, Any]) -> dict[str, Any]:
    at = next(at for at, text in enumerate(game["commands"]) if text[0] == "a")
    word = game["commands"][at].split()
    attackers, defenders = map(int, word[1].split("-"))
    other = attackers - 1 if attackers > 7 else attackers + 1
    return {
        "commands": [
            *game["commands"][:at],
            f"{word[0]} {other}-{defenders} {word[2]}",
            *game["commands"][at + 1 :],
        ]
    }


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "roll": (changed_roll, "was changed: it is not the one that was recorded"),
    "roll without check": (lambda game: changed_roll(game) | {"check": None}, "its seeds say"),
    "seed": (lambda game: {"seeds": [1, 2, 3, 4]}, "the start was changed"),
    "winner": (lambda game: {"winner": (game["winner"] + 1) % 3}, "the end was changed"),
    "winner without check": (
        lambda game: {"winner": (game["winner"] + 1) % 3, "check": None},
        "but by its commands",
    ),
    "a command less": (lambda game: {"commands": game["commands"][:-1]}, "commands were recorded, here are"),
    "nonsense": (lambda game: {"commands": ["x1,2"]}, "'x1,2' is no command"),
    "agent": (lambda game: {"agents": ["me", "you", "she"]}, "the end was changed: agents"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_found_and_named(name: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change, message = CHANGES[name]
    lines = file.read_text().splitlines()
    game = json.loads(lines[1])
    lines[1] = json.dumps({key: value for key, value in (game | change(game)).items() if value is not None})
    file.write_text("\n".join(lines))
    assert main(["replay", str(file)]) == 2
    err = capsys.readouterr().err
    assert f"{file}, line 2: " in err
    assert message in err


def test_a_game_is_told_turn_by_turn_or_command_by_command(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = first(file)
    turns = 1 + sum(text[0] == "e" for text in record.commands[:-1])
    assert main(["replay", str(file), "--game", "1"]) == 0
    short = capsys.readouterr().out.splitlines()
    assert short[0].startswith("line 1: ")
    assert sum(line.startswith("turn ") for line in short) == turns
    assert record.winner is not None
    lost = {"ABC"[player] for player in range(3) if player != record.winner}
    assert set(re.findall(r"; ([A-C]) is out", "\n".join(short))) == lost, "each once its land is gone"
    assert main(["replay", str(file), "--game", "1", "--show"]) == 0
    every = capsys.readouterr().out.splitlines()
    assert len(every) == len(short) + len(record.commands)
    attack = next(line for line in every if " attacks " in line)
    assert attack.endswith(" %")


def test_json_of_a_game_has_every_command_and_position(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(file), "--game", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    record = first(file)
    assert told["game"] == "dice"
    assert [step["command"] for step in told["commands"]] == list(record.commands)
    assert len(set(told["commands"][-1]["owners"])) == 1
    assert told["winner"] == told["commands"][-1]["owners"][0] == record.winner


def test_keys_step_by_commands_and_by_turns(file: Path) -> None:
    record = first(file)
    walked = list(steps(record))
    state = ReplayState(len(walked))
    after = press(state, "t", walked)
    assert after is not None
    assert walked[after.at - 1].event.command.kind == Kind.END
    assert press(after, "T", walked) == state
    assert press(state, "q", walked) is None
    last = press(state, "end", walked)
    assert last is not None
    assert press(last, "t", walked) == last


def test_the_screen_shows_map_command_and_accounts_and_fits(file: Path) -> None:
    record = first(file)
    walked = list(steps(record))
    for at in (0, 1, len(walked)):
        text = render(ReplayState(len(walked), at), 1, record, walked, (60, 120)).plain
        assert len(text.splitlines()) <= 60
        assert max(map(len, text.splitlines())) <= 120
        assert f"command {at} of {len(walked)}" in text
        assert "largest region" in text
    assert "window too small" in render(ReplayState(len(walked)), 1, record, walked, (8, 120)).plain
