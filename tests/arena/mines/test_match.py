"""A match: the same layouts for all, the same results on any number of workers, faults counted and told."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from hazard.arena.mines.match import MatchResult, match_mines
from hazard.arena.stats import mcnemar, paired_difference, wilson
from hazard.core.errors import BadInput, HazardError, UnknownAgent
from hazard.core.status import Status
from hazard.mines.level import Level

BEGINNER = Level.parse("beginner")
ALL = ["mines/random", "mines/rules", "mines/equations", "mines/exact"]

FAULTY = """
import numpy as np
from hazard.mines.views import Decisions

class Faulty:
    def choose(self, views):
        if (views.cells >= 0).sum(axis=(1, 2)).max() > 20:
            raise RuntimeError("too many open cells")
        covered = (views.cells == -1).reshape(len(views), -1)
        return Decisions(covered.argmax(axis=1).astype(np.int32))
"""


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    path = tmp_path / "faulty.py"
    path.write_text(FAULTY)
    return str(path)


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    one = match_mines(ALL, BEGINNER, games=600, seed=3)
    two = match_mines(ALL, BEGINNER, games=600, seed=3, workers=2)
    for agent in ALL:
        assert np.array_equal(one.statuses[agent], two.statuses[agent])
    assert [row.wins for row in one.standings] == [row.wins for row in two.standings]


def test_the_first_games_of_a_longer_match_are_those_of_a_shorter_one() -> None:
    short = match_mines(["mines/exact"], BEGINNER, games=300).statuses["mines/exact"]
    long = match_mines(["mines/exact"], BEGINNER, games=700).statuses["mines/exact"]
    assert np.array_equal(short, long[:300])


def test_an_agent_plays_the_same_games_whoever_else_plays() -> None:
    alone = match_mines(["mines/rules"], BEGINNER, games=300)
    among = match_mines(ALL, BEGINNER, games=300)
    assert np.array_equal(alone.statuses["mines/rules"], among.statuses["mines/rules"])


def test_another_seed_gives_other_games() -> None:
    one, two = (match_mines(["mines/exact"], BEGINNER, games=300, seed=seed) for seed in (1, 2))
    assert not np.array_equal(one.statuses["mines/exact"], two.statuses["mines/exact"])


def test_the_ranking_has_the_known_order_of_strength() -> None:
    result = match_mines(ALL, Level.parse("intermediate"), games=512)
    assert [row.agent for row in result.ranking] == ALL[::-1]


def test_json_has_exactly_the_agreed_fields() -> None:
    result = match_mines(["exact", "mines/random"], BEGINNER, first="0,0", games=300, seed=7)
    told = result.to_json()
    assert list(told) == ["level", "rule", "first", "seed", "games", "agents", "pairs"]
    assert {key: told[key] for key in ("level", "rule", "first", "seed", "games", "pairs")} == {
        "level": "9x9/10",
        "rule": "open",
        "first": "0,0",
        "seed": 7,
        "games": 300,
        "pairs": told["pairs"],
    }
    (pair,) = told["pairs"]
    assert list(pair) == ["a", "b", "a_only", "b_only", "difference", "low", "high", "p"]
    assert (pair["a"], pair["b"]) == ("mines/exact", "mines/random")
    wins = {row["agent"]: row["wins"] for row in told["agents"]}
    assert pair["a_only"] - pair["b_only"] == wins["mines/exact"] - wins["mines/random"]
    assert pair["difference"] == (pair["a_only"] - pair["b_only"]) / 300
    assert (pair["low"], pair["high"]) == paired_difference(pair["a_only"], pair["b_only"], 300)
    assert pair["p"] == mcnemar(pair["a_only"], pair["b_only"])
    for row in told["agents"]:
        assert list(row) == [
            "agent", "games", "wins", "win_rate", "low", "high", "statuses", "games_per_second",
        ]  # fmt: skip
        assert row["games"] == 300
        assert row["win_rate"] == row["wins"] / 300
        assert (row["low"], row["high"]) == wilson(row["wins"], 300)
        assert row["statuses"].get("won", 0) == row["wins"]
        assert sum(row["statuses"].values()) == 300
        assert row["games_per_second"] > 0
    assert [row["agent"] for row in told["agents"]] == ["mines/exact", "mines/random"]


@pytest.mark.parametrize("first", ["default", "corner", "4,4", "random", "agent"])
def test_every_first_cell_can_be_asked_for(first: str) -> None:
    result = match_mines(["mines/exact"], Level.parse("beginner", "safe"), first, games=64)
    assert result.played == 64
    assert set(result.standings[0].statuses) <= {"won", "lost"}


def test_progress_sees_every_block_and_the_agents_take_turns() -> None:
    seen: list[MatchResult] = []
    match_mines(["mines/random", "mines/rules"], BEGINNER, games=600, progress=seen.append)
    assert [result.played for result in seen] == [256, 512, 768, 1024, 1112, 1200]
    assert [row.games for row in seen[1].standings] == [256, 256]


def test_ctrl_c_keeps_what_was_played() -> None:
    def stop(result: MatchResult) -> None:
        if result.played >= 512:
            raise KeyboardInterrupt

    result = match_mines(["mines/random", "mines/rules"], BEGINNER, games=100_000, progress=stop)
    assert result.interrupted
    assert [row.games for row in result.standings] == [256, 256]
    assert int((result.statuses["mines/rules"] == Status.UNFINISHED).sum()) == 100_000 - 256


@pytest.mark.parametrize("workers", [1, 2])
def test_games_that_an_agent_fails_are_counted_and_the_first_is_told(faulty: str, workers: int) -> None:
    result = match_mines([faulty, "mines/exact"], BEGINNER, games=300, workers=workers)
    by_name = {row.agent: row for row in result.standings}
    row = by_name[faulty]
    assert row.games == 300
    assert row.statuses["error"] > 0
    assert row.fault is not None
    assert "too many open cells" in row.fault
    game = int(np.flatnonzero(result.statuses[faulty] == Status.ERROR)[0])
    assert row.fault.startswith(f"game {game}:")
    (fault,) = row.faults
    assert (fault.agent, fault.game, fault.status) == (faulty, game, "error")
    assert fault.count == row.statuses["error"]
    assert fault.message.endswith("line 8)")
    assert result.to_json()["faults"] == [fault.to_json()]
    assert by_name["mines/exact"].fault is None


def test_pairs_count_the_layouts_that_only_one_won() -> None:
    result = match_mines(ALL, BEGINNER, games=300)
    assert [(pair.a, pair.b) for pair in result.pairs] == list(combinations(ALL, 2))
    for pair in result.pairs:
        won = [result.statuses[agent] == Status.WON for agent in (pair.a, pair.b)]
        assert pair.a_only == int((won[0] & ~won[1]).sum())
        assert pair.b_only == int((won[1] & ~won[0]).sum())
        assert pair.games == 300


def test_pairs_of_an_interrupted_match_count_what_both_have_played() -> None:
    def stop(result: MatchResult) -> None:
        if result.played >= 768:
            raise KeyboardInterrupt

    result = match_mines(["mines/equations", "mines/exact"], BEGINNER, games=10_000, progress=stop)
    assert [row.games for row in result.standings] == [512, 256]
    (pair,) = result.pairs
    assert pair.games == 256
    won = [result.statuses[agent][:256] == Status.WON for agent in (pair.a, pair.b)]
    assert (pair.a_only, pair.b_only) == ((won[0] & ~won[1]).sum(), (won[1] & ~won[0]).sum())


def test_an_interval_is_there_before_the_first_game() -> None:
    seen: list[MatchResult] = []
    match_mines(["mines/random", "mines/rules"], BEGINNER, games=300, progress=seen.append)
    waiting = seen[0].standings[1]
    assert waiting.to_json()["win_rate"] is None
    assert (waiting.interval.low, waiting.interval.high) == (0, 1)
    assert waiting.games_per_second is None


@pytest.mark.parametrize(
    ("agents", "options", "message"),
    [
        ([], {}, "at least one agent"),
        (["mines/exact", "exact"], {}, "mines/exact is named 2 times"),
        (["mines/exact"], {"games": 0}, "a match of 0 games"),
        (["mines/exact"], {"workers": 0}, "0 workers"),
        (["mines/exact"], {"first": "9,9"}, "outside the 9x9 board"),
        (["mines/exact"], {"first": "middle"}, "unknown first cell"),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_begins(
    agents: list[str], options: dict[str, object], message: str
) -> None:
    with pytest.raises(HazardError, match=message):
        match_mines(agents, BEGINNER, **options)  # type: ignore[arg-type]


def test_an_unknown_agent_is_refused_before_it_begins() -> None:
    with pytest.raises(UnknownAgent, match="did you mean mines/exact"):
        match_mines(["mines/exat"], BEGINNER)


def test_an_agent_whose_class_cannot_be_made_is_refused_before_it_begins(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("class Bot:\n    def __init__(self, size): ...\n    def choose(self, views): ...\n")
    with pytest.raises(BadInput, match="size"):
        match_mines([str(path)], BEGINNER)
