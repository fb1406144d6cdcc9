"""The leaderboard: intervals on one scale, the best first, and what else a reader has to know."""

from __future__ import annotations

import numpy as np
import pytest
from rich.console import Console

from hazard.apps.cli.leaderboard import (
    clock,
    interval_bar,
    leaderboard,
    readable,
    remarks_on,
    scale,
    seconds_left,
    title,
)
from hazard.arena.match import MatchResult, Standing
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
    bar = interval_bar(row, 0.0, 1.0, 101).plain
    assert bar.index("●") == wins
    ends = [round(100 * end) for end in row.interval]
    assert (bar.rfind("┤") if wins < 100 else 100) == ends[1]
    assert (bar.find("├") if wins > 0 else 0) == ends[0]


def test_the_scale_holds_all_intervals() -> None:
    assert scale([standing("a", 2000, 1018), standing("b", 2000, 700)]) == (0.3, 0.6)
    assert scale([standing("a", 0, 0)]) == (0.0, 1.0)


def test_games_that_ended_by_the_agents_fault_are_told() -> None:
    faulty = standing("bad", 10, 2, statuses={"won": 2, "lost": 5, "error": 3}, fault="game 4: boom")
    assert remarks_on(result(faulty, standing("good", 10, 2))) == [
        "bad: not won or lost but 3 error; game 4: boom"
    ]


def test_the_title_says_what_was_measured() -> None:
    assert title(result(standing("a", 10, 2))) == (
        "expert 16x30/99, rule open, first cell (3, 3), seed 1, the same 2,000 layouts"
    )


def test_time_left_follows_each_agents_own_pace() -> None:
    match = result(standing("slow", 100, 1, seconds=10.0), standing("fast", 500, 1, seconds=1.0), games=1000)
    assert seconds_left(match, 1) == pytest.approx(900 * 0.1 + 500 * 0.002)
    assert seconds_left(match, 2) == pytest.approx((900 * 0.1 + 500 * 0.002) / 2)
    assert seconds_left(result(standing("a", 0, 0)), 1) is None


def test_numbers_are_readable() -> None:
    assert [clock(s) for s in (7.4, 750, 11100)] == ["0:07", "12:30", "3:05:00"]
    assert [readable(x) for x in (0.346, 12.04, 7412.3)] == ["0.35", "12.0", "7,412"]
