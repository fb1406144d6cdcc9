"""The leaderboard: intervals on one scale, the best first, and what else a reader has to know."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from hazard.apps.cli.columns import interval_bar, scale
from hazard.apps.cli.leaderboard import (
    chance,
    clock,
    leaderboard,
    pair_lines,
    readable,
    remarks_on,
    title,
    verdict_line,
)
from hazard.apps.cli.progress import pace
from hazard.arena.mines.match import Fault, MatchResult, Pair, Standing, Verdict
from hazard.arena.mines.until import Until
from hazard.arena.stats import SequentialTest
from hazard.mines.level import Level


def standing(agent: str, games: int, wins: int, **rest: object) -> Standing:
    statuses = {"won": wins, "lost": games - wins}
    return Standing(agent, games, wins, **{"statuses": statuses, "seconds": games / 100, **rest})


def result(*standings: Standing, games: int = 2000) -> MatchResult:
    empty = {row.agent: np.zeros(games, np.uint8) for row in standings}
    return MatchResult(Level.parse("expert"), "default", 1, games, standings, empty)


def printed(table: object, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(table)
    return captured.get()


@pytest.mark.parametrize("width", [60, 80, 120, 10_000])
def test_the_table_fits_its_width_and_ranks_the_best_first(width: int) -> None:
    match = result(standing("mines/random", 2000, 0), standing("mines/exact", 2000, 1018))
    lines = printed(leaderboard(match, width), width).splitlines()
    assert all(len(line.rstrip()) <= width for line in lines)
    assert lines[1].startswith("mines/exact")
    assert "50.90 %" in lines[1]
    assert "[48.71, 53.09]" in lines[1]
    assert "2,000" in lines[1]
    assert ("●" in lines[1]) == (width >= 80)
    assert not any("…" in line for line in lines)


def test_the_table_can_be_drawn_in_ascii() -> None:
    match = result(standing("mines/exact", 2000, 1018))
    assert printed(leaderboard(match, 80, fancy=False), 80).isascii()


def test_an_agent_that_has_not_played_has_an_empty_row() -> None:
    text = printed(leaderboard(result(standing("mines/exact", 0, 0)), 80), 80)
    assert "%" not in text.splitlines()[1]


@pytest.mark.parametrize("wins", [0, 1, 37, 99, 100])
def test_the_bar_marks_interval_and_rate_in_place(wins: int) -> None:
    row = standing("a", 100, wins)
    bar = interval_bar(row.win_rate or 0.0, row.interval, (0.0, 1.0), 101).plain
    assert bar.index("●") == wins
    ends = [round(100 * end) for end in row.interval]
    assert (bar.rfind("┤") if wins < 100 else 100) == ends[1]
    assert (bar.find("├") if wins > 0 else 0) == ends[0]


def test_the_scale_holds_all_intervals() -> None:
    assert scale([standing("a", 2000, 1018).interval, standing("b", 2000, 700).interval]) == (0.3, 0.6)
    assert scale([]) == (0.0, 1.0)


def test_games_that_ended_by_the_agents_fault_are_told() -> None:
    faults = (
        Fault("bad", 4, "error", "RuntimeError: boom (line 7)", 2),
        Fault("bad", 9, "illegal", "cell 99"),
    )
    faulty = standing("bad", 10, 2, statuses={"won": 2, "lost": 5, "error": 2, "illegal": 1}, faults=faults)
    assert remarks_on(result(faulty, standing("good", 10, 2))) == [
        "bad: not won or lost but 2 error, 1 illegal",
        "    game 4, error: RuntimeError: boom (line 7) (and 1 more)",
        "    game 9, illegal: cell 99",
    ]


def test_a_pair_stands_under_the_table_the_better_one_first() -> None:
    rows = standing("weak", 20_000, 8000), standing("strong", 20_000, 8246)
    match = replace(result(*rows), pairs=(Pair("weak", "strong", 566, 812, 20_000),))
    assert pair_lines(match, 100) == [
        "pair a, b      a less b  95 % interval  only a won  only b won  McNemar p",
        "strong − weak     +1.23  [0.87, 1.60]          812         566      4e-11",
    ]
    assert pair_lines(match, 60, fancy=False) == [
        "strong - weak: +1.23 [0.87, 1.60] points",
        "    only strong won 812, only weak won 566, McNemar p = 4e-11",
    ]


def test_a_pair_that_has_not_played_is_not_shown() -> None:
    rows = standing("a", 0, 0), standing("b", 0, 0)
    assert pair_lines(replace(result(*rows), pairs=(Pair("a", "b", 0, 0, 0),)), 100) == []


@pytest.mark.parametrize(
    ("counts", "text"),
    [
        ((300, 200, 5000), "H1 accepted after 5,000 games: a is at least 1 point better than b"),
        ((0, 0, 512), "H0 accepted after 512 games: a is at most 0 points better than b"),
        (
            (30, 25, 2000),
            "not decided, the 2,000 games ran out: a is at most 0 points better than b, or a is",
        ),
        ((0, 0, 256), "not decided, after 256 games: "),
    ],
)
def test_the_verdict_is_told(counts: tuple[int, int, int], text: str) -> None:
    test = SequentialTest(0, 0.01)
    ratio, accepted = test.log_likelihood_ratio(*counts), test.accepted(*counts)
    verdict = Verdict(Until(0, 1), Pair("a", "b", *counts), ratio, accepted)
    assert verdict_line(verdict, 2000).startswith(text)


def test_chances_are_readable() -> None:
    assert [chance(p) for p in (1.0, 0.0314, 0.00041, 3.7e-11, 0.0)] == [
        "1.000", "0.031", "4e-4", "4e-11", "< 1e-99",
    ]  # fmt: skip


def test_the_title_says_what_was_measured() -> None:
    assert title(result(standing("a", 10, 2))) == (
        "expert 16x30/99, rule open, first cell (3, 3), seed 1, the same 2,000 layouts"
    )


def test_time_left_follows_each_agents_own_pace() -> None:
    match = result(standing("slow", 100, 1, seconds=10.0), standing("fast", 500, 1, seconds=1.0), games=1000)
    assert match.seconds_left(1) == pytest.approx(900 * 0.1 + 500 * 0.002)
    assert match.seconds_left(2) == pytest.approx((900 * 0.1 + 500 * 0.002) / 2)
    assert result(standing("a", 0, 0)).seconds_left(1) is None


def test_a_foreign_program_takes_no_time() -> None:
    foreign = standing("elsewhere.txt", 1000, 300, seconds=0.0, foreign=True)
    match = result(standing("a", 100, 1, seconds=10.0), foreign, games=1000)
    assert match.seconds_left(1) == pytest.approx(90.0)
    assert (match.played, match.whole) == (100, 1000)


def test_the_pace_of_a_resumed_match_does_not_count_what_was_played_before() -> None:
    match = replace(result(standing("a", 1500, 1)), kept=1000)
    assert pace(match, 10.0) == "50.0"


def test_numbers_are_readable() -> None:
    assert [clock(s) for s in (7.4, 750, 11100)] == ["0:07", "12:30", "3:05:00"]
    assert [readable(x) for x in (0.346, 12.04, 7412.3)] == ["0.35", "12.0", "7,412"]
