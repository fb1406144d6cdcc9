"""`hazard match dice` and `hazard tournament dice` as a user calls them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hazard.apps.cli.dice_tables import rules_in_words
from hazard.apps.cli.main import main
from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import match_dice
from hazard.dice.formats import write_game_starts
from hazard.dice.game import Game
from hazard.dice.rules import Rules

MATCH = ["match", "dice", "kb.sdc_pre_at", "--against", "dt.sdc", "dt.rand", "--maps", "20"]


def ran(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_the_table_has_a_row_an_opponent_their_mean_and_every_seat(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    code, out, err = ran(capsys, *MATCH)
    assert code == 0
    title, _, head, *rows, space, games, dice = out.splitlines()
    assert title == (
        "dice/kb.sdc_pre_at against 3 copies, 4 players, 34 areas, 20 maps, every map from every seat, seed 1"
    )
    assert [row.split()[0] for row in rows] == ["dice/dt.sdc", "dice/dt.rand", "mean"]
    for name in ("win rate", "95 % interval", "games", "by seat, %", "nobody", "battles", "a decision"):
        assert name in head
    assert all(re.search(r"(?: +\d+\.\d){4} ", row) for row in rows), "a rate from every seat"
    assert space == ""
    assert re.fullmatch(r"160 games of \d+ battles and \d+ turns \(means\); (none|\d+) without winner", games)
    assert re.match(r"dice/kb.sdc_pre_at threw [\d,]+ dice: 3\.\d{3} pips each \(3.5 expected\); of ", dice)
    assert err.count("threw") == 0, "what the dice did is a result, not a remark"


def test_rules_are_told_by_what_is_not_as_on_the_platform() -> None:
    assert rules_in_words(Rules()) == "4 players, 34 areas"
    told = rules_in_words(Rules(2, 20, ownership="scattered", strict=False))
    assert told == "2 players, 20 areas, ownership scattered, compatible"


def test_a_narrow_window_keeps_the_first_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    _, out, _ = ran(capsys, *MATCH)
    _, _, head, *rows = out.splitlines()
    assert all(len(line) <= 60 for line in [head, *rows[:3]])
    assert "win rate" in out


def test_json_is_what_python_gives(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ran(capsys, *MATCH, "--json")
    told = json.loads(out)
    ours = match_dice("kb.sdc_pre_at", ["dt.sdc", "dt.rand"], Deal(Rules(), 1, 20, True)).run().to_json()
    assert (told["seats"], told["maps"], told["games"], told["rotate"]) == (4, 20, 160, True)
    assert told["mean"] == ours["mean"]
    for lane, same in zip(told["opponents"], ours["opponents"], strict=True):
        assert [lane[name] for name in ("opponent", "seats", "maps", "games", "no_winner")] == [
            same[name] for name in ("opponent", "seats", "maps", "games", "no_winner")
        ]
        for row, ours_row in zip(lane["agents"], same["agents"], strict=True):
            assert row["by_seat"] == ours_row["by_seat"]
            assert (row["low"], row["high"]) == (ours_row["low"], ours_row["high"])


def test_a_table_is_played_by_those_who_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "dice", "--players", "dt.rand", "dt.sdc", "--maps", "10", "--json"]
    told = json.loads(ran(capsys, *words)[1])
    assert (told["seats"], told["games"]) == (2, 20)
    assert [row["agent"] for row in told["agents"]] == ["dice/dt.rand", "dice/dt.sdc"]
    assert "opponents" not in told


def test_a_tournament_prints_ratings_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "dice", "dt.rand", "kb.stei_adt", "dt.sdc", "--seats", "3", "--maps", "30"]
    code, out, _ = ran(capsys, *words)
    assert code == 0
    assert "rating, 95 %" in out
    assert [line.split()[0] for line in out.splitlines()[3:6]] == [
        "dice/kb.stei_adt",
        "dice/dt.sdc",
        "dice/dt.rand",
    ]
    told = json.loads(ran(capsys, *words, "--json")[1])
    assert [row["name"] for row in told["ratings"]] == ["dice/kb.stei_adt", "dice/dt.sdc", "dice/dt.rand"]


def test_results_that_rate_nobody_are_said_to(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = ran(
        capsys, "tournament", "dice", "dt.rand", "kb.stei_adt", "--seats", "2", "--maps", "1", "--seed", "3"
    )
    assert code == 0
    if "rating, 95 %" not in out:
        assert "no ratings: the results rate nobody" in out


def test_given_positions_are_played_from_every_seat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "maps.jsonl"
    write_game_starts(file, [Game(Rules(players=3, areas=12), seed).position for seed in (1, 2)])
    words = ["match", "dice", "dt.sdc", "--against", "dt.rand", "--seats", "3", "--boards", str(file)]
    told = json.loads(ran(capsys, *words, "--json")[1])
    assert (told["maps"], told["games"]) == (2, 6)
    code, _, err = ran(capsys, *words, "--maps", "3")
    assert code == 2
    assert "3 maps are asked for, the file has 2 positions" in err


def test_the_leaderboard_has_a_table_for_each_set_of_rules(capsys: pytest.CaptureFixture[str]) -> None:
    ran(capsys, *MATCH)
    ran(capsys, "match", "dice", "--players", "dt.rand", "dt.sdc", "--maps", "10", "--transfers", "0")
    code, out, _ = ran(capsys, "leaderboard", "dice")
    assert code == 0
    assert "dice, 4 players, 34 areas\n" in out
    assert "dice, 2 players, 34 areas, transfers 0\n" in out
    assert "played by: hazard match dice kb.sdc_pre_at --against dt.sdc dt.rand --maps 20 --seed 1" in out
    rows = json.loads(ran(capsys, "leaderboard", "dice", "--json")[1])
    assert {row["agent"] for row in rows} == {"dice/kb.sdc_pre_at", "dice/dt.sdc", "dice/dt.rand"}
    assert json.loads(ran(capsys, "leaderboard", "mines", "--json")[1]) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["match", "dice"], "name an agent and its opponents"),
        (["match", "dice", "dt.rand"], "name an agent and its opponents"),
        (["match", "dice", "dt.rand", "--against", "dt.sdx"], "did you mean dice/dt.sdc"),
        (["match", "dice", "dt.rand", "--against", "dt.sdc", "--maps", "0"], "want at least 1"),
        (["match", "dice", "dt.rand", "--against", "dt.sdc", "--seats", "9"], "players 9: want 2 to 8"),
        (["match", "dice", "--players", "dt.rand", "dt.sdc", "--seats", "4"], "names 2 for --seats 4"),
        (["match", "dice", "dt.rand", "--against", "dt.sdc", "--areas", "3"], "areas 3: want 4 to"),
        (
            ["match", "dice", "dt.rand", "--against", "dt.sdc", "--reserve", "many"],
            "want complement, or a number",
        ),
        (["match", "dice", "dt.rand", "--against", "dt.sdc", "--boards", "none.json"], "none.json"),
        (["match", "dice", "dt.rand", "--against", "dt.sdc", "--time-limit", "0"], "time limit of 0"),
        (["tournament", "dice", "dt.rand"], "at least two agents"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = ran(capsys, *words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert message in err
