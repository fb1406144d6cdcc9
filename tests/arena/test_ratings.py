"""The Bradley–Terry fit against published values, closed forms and simulation."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from hazard.arena.ratings import ELO, bradley_terry, expected_score
from hazard.core.errors import BadInput

TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
WINS = (  # American League East 1987 (Agresti, Categorical Data Analysis): row won against column
    (0, 7, 9, 7, 7, 9, 11),
    (6, 0, 7, 5, 11, 9, 9),
    (4, 6, 0, 7, 7, 8, 12),
    (6, 8, 6, 0, 6, 7, 10),
    (6, 2, 6, 7, 0, 7, 12),
    (4, 4, 5, 6, 6, 0, 6),
    (2, 4, 1, 3, 1, 7, 0),
)
PUBLISHED = {  # log strength above Baltimore, from the R package BradleyTerry2
    "Milwaukee": 1.5814,
    "Detroit": 1.4364,
    "Toronto": 1.2945,
    "New York": 1.2476,
    "Boston": 1.1077,
    "Cleveland": 0.6839,
    "Baltimore": 0.0,
}


def baseball() -> dict[tuple[str, ...], dict[str, int]]:
    return {
        (TEAMS[a], TEAMS[b]): {TEAMS[a]: WINS[a][b], TEAMS[b]: WINS[b][a]} for a in range(7) for b in range(a)
    }


def test_the_fit_gives_the_published_strengths() -> None:
    rows = {row.name: row.points / ELO for row in bradley_terry(baseball())}
    for team, strength in PUBLISHED.items():
        assert rows[team] - rows["Baltimore"] == pytest.approx(strength, abs=6e-5)
    assert sum(rows.values()) == pytest.approx(0, abs=1e-12)
    assert [row.name for row in bradley_terry(baseball())] == list(TEAMS)


def test_two_players_have_the_closed_form() -> None:
    best, worst = bradley_terry({("a", "b"): {"a": 30, "b": 10}})
    assert best.points - worst.points == pytest.approx(ELO * log(3))
    assert expected_score(best.points, worst.points) == pytest.approx(0.75)
    error = sqrt(1 / 30 + 1 / 10) / 2  # of half the difference, which is a rating
    assert best.high - best.points == pytest.approx(1.959964 * ELO * error, rel=1e-6)
    assert best.points - best.low == pytest.approx(best.high - best.points)


def test_one_against_three_copies_has_the_closed_form() -> None:
    best, worst = bradley_terry({("a", "b", "b", "b"): {"a": 50, "b": 50}})
    assert best.name == "a"
    assert best.points - worst.points == pytest.approx(ELO * log(3))


def test_the_order_of_seats_and_kinds_of_games_changes_nothing() -> None:
    together = bradley_terry(
        {("a", "b"): {"a": 5, "b": 3}, ("b", "c"): {"b": 4, "c": 2}, ("c", "a"): {"c": 1}}
    )
    apart = bradley_terry({("c", "b"): {"c": 2, "b": 4}, ("a", "c"): {"c": 1}, ("b", "a"): {"a": 5, "b": 3}})
    assert [row.name for row in together] == [row.name for row in apart]
    assert [row.points for row in together] == pytest.approx([row.points for row in apart])


@pytest.mark.parametrize(
    ("results", "message"),
    [
        ({}, "no results"),
        ({("a", "b"): {"a": 5, "b": 0}}, "a has never lost to b|b has never won against a"),
        ({("a", "b"): {"a": 5, "b": 1}, ("c", "d"): {"c": 1, "d": 1}}, "c, d has never lost to a, b"),
        ({("a", "b"): {"c": 1}}, "'c' cannot have won 1 games of a, b"),
        ({("a", "b"): {"a": -1}}, "'a' cannot have won -1"),
    ],
)
def test_results_that_rate_nobody_are_told(
    results: dict[tuple[str, ...], dict[str, int]], message: str
) -> None:
    with pytest.raises(BadInput, match=message):
        bradley_terry(results)


def test_lopsided_results_converge() -> None:
    best, worst = bradley_terry({("a", "b"): {"a": 1_000_000, "b": 1}})
    assert best.points - worst.points == pytest.approx(ELO * log(1_000_000))


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    # 4,000 ratings: 0.95 ± 0.0175 are 5 standard errors of 0.0035, left by chance less than once in 10^5.
    random = np.random.default_rng(5)
    strength = np.array([0.8, 0.3, -0.1, -1.0])
    strength -= strength.mean()
    names = ["a", "b", "c", "d"]
    games = [(0, 1, 2, 3), (0, 1), (2, 3), (0, 3, 3, 3)]
    covered = 0
    for _ in range(1000):
        results: dict[tuple[str, ...], dict[str, int]] = {}
        for players in games:
            weights = np.exp(strength[list(players)])
            won = random.multinomial(200, weights / weights.sum())
            counts: dict[str, int] = {}
            for seat, count in zip(players, won.tolist(), strict=True):
                counts[names[seat]] = counts.get(names[seat], 0) + count
            results[tuple(names[seat] for seat in players)] = counts
        for row in bradley_terry(results):
            covered += row.low <= ELO * strength[names.index(row.name)] <= row.high
    assert 0.9325 < covered / 4000 < 0.9675


def test_parts_that_hang_together_widen_the_intervals_of_ratings() -> None:
    """Maps on which one player wins all games: two games say no more than one."""
    alone = [{("a", "b"): {"a": 1}}] * 60 + [{("a", "b"): {"b": 1}}] * 40
    double = [{("a", "b"): {"a": 2}}] * 60 + [{("a", "b"): {"b": 2}}] * 40

    def width(parts: list[dict[tuple[str, ...], dict[str, int]]], *, clusters: bool) -> float:
        wins = {name: sum(part["a", "b"].get(name, 0) for part in parts) for name in ("a", "b")}
        best = bradley_terry({("a", "b"): wins}, clusters=parts if clusters else None)[0]
        return best.high - best.low

    assert width(alone, clusters=True) == pytest.approx(width(alone, clusters=False), rel=0.02)
    assert width(double, clusters=True) == pytest.approx(width(alone, clusters=True), rel=1e-9)
    assert width(double, clusters=False) < 0.75 * width(double, clusters=True)
