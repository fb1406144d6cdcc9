"""`hazard leaderboard`: what the store knows, a table for each level, rule and first cell."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from hazard.apps.cli.main import main
from hazard.apps.cli.standings import commands_of
from hazard.arena.mines.results import MatchKey
from hazard.arena.stats import wilson
from hazard.arena.store import Store

if TYPE_CHECKING:
    from hazard.arena.mines.results import Result


def play(
    level: str, rule: str, agent: str, wins: int, games: int, first: str = "default", boards: str = "seed 1"
) -> None:
    key = MatchKey(level=level, rule=rule, first=first, boards=boards, games=games, agents=(agent,))
    with Store.open() as store:
        match = store.begin(key, command=f"hazard match mines {agent.split()[0]} --rule {rule}")
        statuses = bytes([1] * wins + [2] * (games - wins))
        store.save_block(match, agent, 0, statuses, 0.5)


@pytest.fixture
def _results() -> None:
    play("16x30/99", "open", "mines/exact 0.1.0", 50, 100)
    play("16x30/99", "open", "mines/rules 0.1.0", 2, 100)
    play("9x9/10", "safe", "bot.py:Bot sha256:0123456789abcdef", 7, 10, "corner")


def test_without_results_it_says_how_to_get_some(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["leaderboard"]) == 0
    assert "no results in" in capsys.readouterr().out
    assert main(["leaderboard", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.usefixtures("_results")
def test_there_is_a_table_for_each_level_rule_and_first_cell_best_agent_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["leaderboard"]) == 0
    out = capsys.readouterr().out
    lines = [line.rstrip() for line in out.splitlines()]
    assert "mines expert 16x30/99, rule open, first cell default" in lines
    assert "mines beginner 9x9/10, rule safe, first cell corner" in lines
    rows = [line.split() for line in lines if line.startswith(("mines/", "bot.py"))]
    assert [row[0] for row in rows] == ["mines/exact", "mines/rules", "bot.py:Bot"]
    assert rows[0][1:7] == ["0.1.0", "50.00", "%", "[40.38,", "59.62]", "100"]
    assert rows[2][1] == "01234567"
    assert "played by: hazard match mines mines/exact --rule open" in lines


def test_the_commands_that_played_a_table_are_told_the_last_of_each_row_first() -> None:
    older, newer, other = (f"hazard match mines {name}" for name in ("rules", "rules exact", "random"))
    rows = [cast("Result", SimpleNamespace(commands=told)) for told in ((newer, older), (newer,), (other,))]
    assert commands_of(rows) == [newer, other, older]


def test_commands_beyond_the_third_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(5):
        play("9x9/10", "any", f"bot{number}.py 0123", 7, 10)
    assert main(["leaderboard"]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert sum(line.startswith("played by: ") for line in lines) == 3
    assert lines[-1] == "and by 2 more: --json has all"


def test_layouts_of_a_file_have_a_table_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    play("9x9/10", "any", "mines/exact 0.1.0", 7, 10, "3,5")
    play("9x9/10", "any", "mines/exact 0.1.0", 1, 10, "3,5", boards="file sha256:0a1b")
    assert main(["leaderboard", "--first", "(3, 5)"]) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    title = "mines beginner 9x9/10, rule any, first cell 3,5"
    assert lines.index(title) < lines.index(f"{title}, layouts of the file sha256:0a1b")
    assert [line.split()[2] for line in lines if line.startswith("mines/exact")] == ["70.00", "10.00"]


@pytest.mark.usefixtures("_results")
@pytest.mark.parametrize(
    ("words", "agents"),
    [
        ([], ["bot.py:Bot", "mines/exact", "mines/rules"]),
        (["mines"], ["bot.py:Bot", "mines/exact", "mines/rules"]),
        (["--level", "expert"], ["mines/exact", "mines/rules"]),
        (["--level", "9x9/10"], ["bot.py:Bot"]),
        (["--rule", "safe"], ["bot.py:Bot"]),
        (["--first", "corner"], ["bot.py:Bot"]),
        (["--rule", "any"], []),
    ],
    ids=str,
)
def test_it_shows_what_is_asked_for(
    words: list[str], agents: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["leaderboard", *words, "--json"]) == 0
    assert sorted(row["agent"] for row in json.loads(capsys.readouterr().out)) == agents


@pytest.mark.usefixtures("_results")
def test_a_row_of_the_json_says_all_that_belongs_to_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["leaderboard", "--rule", "safe", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    low, high = wilson(7, 10)
    assert row.pop("when").endswith("Z")
    assert row == {
        "game": "mines",
        "level": "9x9/10",
        "rule": "safe",
        "first": "corner",
        "agent": "bot.py:Bot",
        "version": "sha256:0123456789abcdef",
        "games": 10,
        "wins": 7,
        "win_rate": 0.7,
        "low": low,
        "high": high,
        "statuses": {"won": 7, "lost": 3},
        "games_per_second": 20.0,
        "commands": ["hazard match mines bot.py:Bot --rule safe"],
        "boards": ["seed 1"],
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], "unknown game 'chess'"),
        (["--level", "expret"], "did you mean expert?"),
        (["--rule", "opn"], '"open", "safe", "any"'),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["leaderboard", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_a_file_that_is_no_store_is_told_in_one_line(
    hazard_home: object, capsys: pytest.CaptureFixture[str]
) -> None:
    from hazard.core.home import home

    (home() / "hazard.sqlite").write_bytes(b"something else entirely" * 100)
    assert main(["leaderboard"]) == 2
    err = capsys.readouterr().err
    assert "file is not a database" in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("_results")
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_it_fits_the_width_it_is_given_and_keeps_rates_and_intervals(
    columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert main(["leaderboard"]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("mines/", "bot.py"))]
    assert all(len(row) <= columns for row in rows)
    assert "[40.38, 59.62]" in rows[0]
    assert ("200" in rows[0]) == (columns >= 80)  # games a second
