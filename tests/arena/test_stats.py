"""The statistics of a match, against published values and the theorem they name."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard.arena.stats import wilson


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"),
    [  # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_gives_newcombes_published_intervals(successes: int, n: int, low: float, high: float) -> None:
    got = wilson(successes, n)
    assert (round(got.low, 4), round(got.high, 4)) == (low, high)


def test_wilson_is_pinned_to_twelve_digits() -> None:
    assert wilson(1018, 2000) == pytest.approx((0.487094237325, 0.530871255824), abs=1e-12)
    assert wilson(1018, 2000, 0.99) == pytest.approx((0.480223887703, 0.537716595671), abs=1e-12)


@given(st.integers(1, 100_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilsons_ends_are_the_rates_that_the_score_test_just_accepts(counts: tuple[int, int]) -> None:
    successes, n = counts
    z = 1.959963984540054
    for end in wilson(successes, n):
        assert abs(successes / n - end) == pytest.approx(z * sqrt(end * (1 - end) / n), abs=1e-9)


@given(st.integers(0, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_mirrors_when_success_and_failure_change_places(counts: tuple[int, int]) -> None:
    successes, n = counts
    low, high = wilson(successes, n)
    assert 0 <= low <= high <= 1
    mirrored = wilson(n - successes, n)
    assert (1 - mirrored.high, 1 - mirrored.low) == pytest.approx((low, high), abs=1e-12)


def test_wilson_of_no_trials_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("successes", "n"), [(-1, 3), (4, 3), (0, -1)])
def test_wilson_refuses_impossible_counts(successes: int, n: int) -> None:
    with pytest.raises(ValueError, match="successes"):
        wilson(successes, n)
