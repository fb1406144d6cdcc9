"""The statistics of a match, against published values and the theorem they name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard.arena.stats import (
    Interval,
    SequentialTest,
    clustered,
    mcnemar,
    pair_log_likelihood,
    paired_difference,
    rate_given_difference,
    student_quantile,
    wilson,
)


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


COUNTS = st.tuples(*[st.integers(0, 300)] * 3).map(lambda counts: (*counts[:2], max(1, sum(counts))))
"""a_only, b_only, n"""


def test_the_paired_interval_is_the_published_one() -> None:
    # Fagerland, Lydersen, Laake, Recommended tests and confidence intervals for paired binomial proportions
    # (2014), airway data, Tango's score interval: -0.517 to -0.026
    assert paired_difference(1, 7, 21) == pytest.approx((-0.517232276421, -0.026003032481), abs=1e-12)


def test_the_paired_interval_is_pinned_to_twelve_digits() -> None:
    assert paired_difference(812, 566, 20_000) == pytest.approx((0.008675484504, 0.015951695135), abs=1e-12)
    z2 = 1.959963984540054**2  # nothing but ties: Wilson's upper end of 0 in n
    assert paired_difference(0, 0, 21) == pytest.approx((-z2 / (21 + z2), z2 / (21 + z2)), abs=1e-12)


@given(COUNTS)
def test_the_paired_ends_are_the_differences_that_the_score_test_just_accepts(
    counts: tuple[int, int, int],
) -> None:
    a_only, b_only, n = counts
    low, high = paired_difference(a_only, b_only, n)
    assert -1 <= low <= (a_only - b_only) / n <= high <= 1
    for end in (low, high):
        if abs(end) < 1:
            variance = n * (2 * rate_given_difference(a_only, b_only, n, end) + end * (1 - end))
            assert abs(a_only - b_only - n * end) == pytest.approx(
                1.959963984540054 * sqrt(variance), abs=1e-6
            )


@given(COUNTS)
def test_the_paired_interval_mirrors_when_the_agents_change_places(counts: tuple[int, int, int]) -> None:
    a_only, b_only, n = counts
    low, high = paired_difference(a_only, b_only, n)
    assert paired_difference(b_only, a_only, n) == pytest.approx((-high, -low), abs=1e-9)


@given(COUNTS, st.floats(-0.9, 0.9), st.floats(0, 1))
def test_no_rate_is_likelier_than_the_most_likely_one(
    counts: tuple[int, int, int], difference: float, place: float
) -> None:
    a_only, b_only, n = counts
    least, most = max(0.0, -difference), (1 - difference) / 2
    rate = least + (most - least) * (0.001 + 0.998 * place)
    chances = ((a_only, rate + difference), (b_only, rate), (n - a_only - b_only, 1 - 2 * rate - difference))
    other = sum(count * log(chance) for count, chance in chances)
    assert pair_log_likelihood(a_only, b_only, n, difference) >= other - 1e-7


def test_a_pair_without_trials_says_nothing() -> None:
    assert paired_difference(0, 0, 0) == (-1.0, 1.0)


@pytest.mark.parametrize("counts", [(-1, 0, 3), (0, -1, 3), (2, 2, 3)])
def test_pairs_that_cannot_be_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="only one won"):
        paired_difference(*counts)
    with pytest.raises(ValueError, match="only one won"):
        SequentialTest(0, 0.01).accepted(*counts)


@pytest.mark.parametrize(
    ("a_only", "b_only", "p", "mid_p"),
    [
        (1, 7, 0.0703125, 0.0390625),  # the airway data: 0.070 and 0.039 in the paper named above
        (0, 6, 2 / 64, 1 / 64),
        (5, 5, 1.0, 1.0),
        (0, 0, 1.0, 1.0),
        (12, 5, 0.143463134765625, 0.143463134765625 - 6188 / 2**17),
        (812, 566, 3.66199680e-11, 3.09737e-11),
    ],
)
def test_mcnemar_is_the_binomial_test_of_the_pairs_that_differ(
    a_only: int, b_only: int, p: float, mid_p: float
) -> None:
    assert mcnemar(a_only, b_only) == mcnemar(b_only, a_only) == pytest.approx(p, rel=1e-5)
    assert mcnemar(a_only, b_only, mid_p=True) == pytest.approx(mid_p, rel=1e-5)


@pytest.mark.parametrize("fewer", [400, 480, 500])
def test_mcnemar_is_as_exact_beyond_a_thousand_pairs(fewer: int) -> None:
    n = 1001  # summed by the recurrence; Pascal's rule gives the same from the exact sums for 1000
    below = [2.0**-1000 * 0.5 * mcnemar(k, 1000 - k) * 2.0**1000 for k in (fewer - 1, fewer)]
    if fewer < 500:
        assert mcnemar(fewer, n - fewer) == pytest.approx(sum(below), rel=1e-10)
    else:
        assert mcnemar(500, 501) == 1.0


def test_the_sequential_test_is_pinned() -> None:
    test = SequentialTest(0.0, 0.01)
    assert test.bounds == pytest.approx((-2.944438979166, 2.944438979166), abs=1e-12)
    assert SequentialTest(0, 0.1, alpha=0.01, beta=0.1).bounds == pytest.approx(
        (log(0.1 / 0.99), log(0.9 / 0.01)), abs=1e-12
    )
    assert test.log_likelihood_ratio(0, 0, 0) == 0
    # Nothing but ties: 100 * log(1 - 0.01), as a win of A alone would have had to be missed 100 times.
    assert test.log_likelihood_ratio(0, 0, 100) == pytest.approx(100 * log(0.99), abs=1e-12)
    # No nuisance parameter is left where only ties and wins of A remain under both hypotheses.
    assert SequentialTest(0.1, 0.2).log_likelihood_ratio(15, 0, 100) == pytest.approx(
        15 * log(2) + 85 * log(0.8 / 0.9), abs=1e-12
    )
    # The normal approximation, n (h - l) (2 d - h - l) / 2 s², holds for many trials near the hypotheses.
    ratio = test.log_likelihood_ratio(12_800, 12_200, 100_000)
    assert ratio == pytest.approx(100_000 * 0.01 * (0.012 - 0.01) / (2 * 0.25), rel=0.01)
    assert ratio == pytest.approx(4.000640034239, abs=1e-9)


def test_the_sequential_test_decides_at_its_bounds() -> None:
    test = SequentialTest(0.0, 0.01)
    assert test.accepted(0, 0, 292) is None  # 292 * log(0.99) = -2.935
    assert test.accepted(0, 0, 293) == "H0"
    assert test.accepted(300, 200, 5000) == "H1"
    assert test.accepted(20, 18, 500) is None


@given(COUNTS)
def test_the_sequential_test_mirrors_when_the_agents_change_places(counts: tuple[int, int, int]) -> None:
    a_only, b_only, n = counts
    one = SequentialTest(-0.01, 0.03).log_likelihood_ratio(a_only, b_only, n)
    other = SequentialTest(-0.03, 0.01).log_likelihood_ratio(b_only, a_only, n)
    assert one == pytest.approx(-other, abs=1e-7)


@pytest.mark.parametrize(("low", "high"), [(0.01, 0.01), (0.02, 0.01), (-1, 0), (0, 1)])
def test_hypotheses_that_cannot_be_told_apart_are_refused(low: float, high: float) -> None:
    with pytest.raises(ValueError, match="low < high"):
        SequentialTest(low, high)


# By simulation. A share of 20,000 has a standard error of 0.0015 at 0.95: a true 95 % leaves 94 .. 96 by
# chance once in 10^10. What is allowed beyond is the price of counts that are whole numbers.
MATCHES = 20_000


def coverage(interval: Callable[..., Interval], draws: np.ndarray, n: int, truth: float) -> float:
    """The share of simulated matches (one row of counts each) whose interval holds the truth."""
    rows, seen = np.unique(draws, axis=0, return_counts=True)
    inside = [low <= truth <= high for low, high in (interval(*map(int, row), n) for row in rows)]
    return float(seen[inside].sum() / len(draws))


@pytest.mark.parametrize("n", [256, 2000, 10_000])
@pytest.mark.parametrize("rate", [0.02, 0.1, 0.33, 0.5, 0.9, 0.97])
def test_wilson_covers_as_it_says(n: int, rate: float) -> None:
    draws = np.random.default_rng(11).binomial(n, rate, (MATCHES, 1))
    assert 0.94 <= coverage(wilson, draws, n, rate) <= (0.96 if n * min(rate, 1 - rate) > 10 else 0.97)


@pytest.mark.parametrize("n", [256, 2000, 10_000])
@pytest.mark.parametrize(
    ("a_only", "b_only"), [(0.02, 0.02), (0.03, 0.01), (0.05, 0.04), (0.1, 0.06), (0.25, 0.2), (0.5, 0.01)]
)
def test_the_paired_interval_covers_as_it_says(n: int, a_only: float, b_only: float) -> None:
    chances = [a_only, b_only, 1 - a_only - b_only]
    draws = np.random.default_rng(12).multinomial(n, chances, MATCHES)[:, :2]
    assert 0.94 <= coverage(paired_difference, draws, n, a_only - b_only) <= 0.96


@pytest.mark.parametrize("discordant", [0.5, 1, 2, 4, 8])
def test_the_paired_interval_covers_no_less_where_few_pairs_differ(discordant: float) -> None:
    share = discordant / 2000
    for a_share in (0.5, 0.7):
        chances = [a_share * share, (1 - a_share) * share, 1 - share]
        draws = np.random.default_rng(13).multinomial(2000, chances, MATCHES)[:, :2]
        assert coverage(paired_difference, draws, 2000, (2 * a_share - 1) * share) >= 0.94


def test_mcnemar_rejects_equal_agents_no_more_often_than_it_says() -> None:
    draws = np.random.default_rng(14).multinomial(2000, [0.02, 0.02, 0.96], MATCHES)[:, :2]
    p = {(a, b): mcnemar(a, b) for a, b in np.unique(draws, axis=0).tolist()}
    rejected = sum(p[a, b] <= 0.05 for a, b in draws.tolist()) / MATCHES
    assert 0.03 < rejected <= 0.05 + 0.005  # exact tests are cautious; 0.005 is three standard errors


def rejections(test: SequentialTest, a_only: float, b_only: float, block: int) -> dict[str, float]:
    """How often each hypothesis is accepted, over 5,000 simulated matches that go on until one is."""
    matches = 5000
    accepted = cache(test.accepted)
    counts = np.zeros((matches, 2), np.int64)
    random = np.random.default_rng(15)
    ends = {"H0": 0, "H1": 0}
    n = 0
    while len(counts):
        n += block
        counts += random.multinomial(block, [a_only, b_only, 1 - a_only - b_only], len(counts))[:, :2]
        verdicts = [accepted(a, b, n) for a, b in counts.tolist()]
        for verdict in ends:
            ends[verdict] += verdicts.count(verdict)
        counts = counts[[verdict is None for verdict in verdicts]]
    return {verdict: count / matches for verdict, count in ends.items()}


@pytest.mark.parametrize(
    ("low", "high", "b_only"),
    [
        (0, 0.01, 0.005),
        (0, 0.01, 0.03),
        (0, 0.05, 0.2),
        (-0.02, 0.02, 0.03),
        (-0.02, 0.02, 0.2),
        (0.1, 0.12, 0),
    ],
)
def test_the_sequential_test_errs_no_more_often_than_it_says(low: float, high: float, b_only: float) -> None:
    test = SequentialTest(low, high)
    # 0.05 and four and a half standard errors of a share of 5,000
    assert rejections(test, b_only + low, b_only, 256)["H1"] <= 0.05 + 0.014
    assert rejections(test, b_only + high, b_only, 256)["H0"] <= 0.05 + 0.014


def test_the_quantile_of_student_is_that_of_the_tables() -> None:
    tables = {1: 12.7062, 2: 4.3027, 3: 3.1824, 5: 2.5706, 10: 2.2281, 30: 2.0423, 100: 1.9840}
    for freedom, quantile in tables.items():
        assert student_quantile(0.95, freedom) == pytest.approx(quantile, rel=2e-3 if freedom < 5 else 2e-4)
    assert student_quantile(0.99, 10) == pytest.approx(3.1693, rel=1e-3)


def test_single_trials_as_clusters_are_nearly_wilson() -> None:
    outcomes = [1.0] * 300 + [0.0] * 700
    ours, plain = clustered(outcomes, [1.0] * 1000), wilson(300, 1000)
    assert ours.low == pytest.approx(plain.low, abs=1e-3)
    assert ours.high == pytest.approx(plain.high, abs=1e-3)


def test_what_hangs_together_widens_the_interval_and_what_differs_narrows_it() -> None:
    plain = wilson(100, 400)
    together, apart = clustered([4.0] * 25 + [0.0] * 75, [4.0] * 100), clustered([1.0] * 100, [4.0] * 100)
    assert together.high - together.low > 1.8 * (plain.high - plain.low)
    assert apart.high - apart.low < plain.high - plain.low


def test_clusters_that_all_won_count_once_each_and_one_alone_is_wilson() -> None:
    assert clustered([4.0] * 10, [4.0] * 10).high == 1.0
    assert clustered([4.0] * 10, [4.0] * 10).low < wilson(40, 40).low
    assert clustered([3.0], [4.0]) == wilson(3, 4)
    assert clustered([], []) == (0.0, 1.0)
    with pytest.raises(ValueError, match="want 0 <= successes"):
        clustered([5.0], [4.0])


@pytest.mark.parametrize("maps", [30, 200])
@pytest.mark.parametrize("rate", [0.15, 0.5])
@pytest.mark.parametrize("spread", [2.0, 50.0])
def test_the_interval_by_map_covers_its_nominal_rate(maps: int, rate: float, spread: float) -> None:
    """Beta-binomial maps of four games: with spread 2 they hang together, with 50 hardly.

    5,000 matches a cell: coverage is known to 0.31 points (one sigma); 1.6 points are allowed beyond 95 %,
    and a point more at 30 maps, where a rate of 15 % is skew.
    """
    draws = np.random.default_rng(11)
    wins = draws.binomial(4, draws.beta(rate * spread, (1 - rate) * spread, size=(5000, maps)))
    covered = 0
    for row in wins.tolist():
        low, high = clustered(row, [4.0] * maps)
        covered += low <= rate <= high
    assert abs(covered / 5000 - 0.95) < (0.026 if maps < 100 else 0.016)
