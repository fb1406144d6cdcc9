"""The statistics of a match, as small pure functions that name their theorem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import comb, exp, inf, lgamma, log, pi, sqrt, tan
from statistics import NormalDist
from typing import Literal, NamedTuple


class Interval(NamedTuple):
    """A closed interval of a rate (0 <= low <= high <= 1) or of a difference of rates (from -1 to 1)."""

    low: float
    high: float


def wilson(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Wilson's score interval of a success rate, without continuity correction.

    Theorem (Wilson 1927): the rates p for which |successes/n - p| <= z * sqrt(p * (1 - p) / n) form the
    interval (p̂ + z²/2n ± z * sqrt(p̂(1 - p̂)/n + z²/4n²)) / (1 + z²/n), where z is the normal quantile of
    (1 + confidence) / 2. It covers near its nominal rate also where p̂ is close to 0 or 1. No trials tell
    nothing: [0, 1].
    """
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n} trials: want 0 <= successes <= trials")
    return score_interval(successes / n if n else 0.0, n, normal_quantile(confidence))


def clustered(successes: Sequence[float], trials: Sequence[float], confidence: float = 0.95) -> Interval:
    """Interval of a success rate whose trials come in clusters, such as the games of one map: a number each.

    Theorem (Cochran 1977, ratio estimate): with m clusters, s_i successes of n_i trials and p the rate of
    all, m/(m-1) * sum (s_i - p n_i)² / n² estimates the variance of p, whatever hangs together within a
    cluster. As Korn and Graubard (1998) propose, the interval is that of as many independent trials as have
    this variance, here Wilson's, with Student's quantile of m-1 degrees of freedom. A rate of 0 or 1 shows no
    variance: then every cluster counts as one trial. A single cluster gets Wilson's interval.
    """
    n, m = sum(trials), sum(count > 0 for count in trials)
    total = sum(successes)
    if not 0 <= total <= n:
        raise ValueError(f"{total} successes of {n} trials: want 0 <= successes <= trials")
    if m < 2:
        return score_interval(total / n if n else 0.0, n, normal_quantile(confidence))
    rate = total / n
    squares = sum((s - rate * t) ** 2 for s, t in zip(successes, trials, strict=True))
    variance = m / (m - 1) * squares / n**2
    t = student_quantile(confidence, m - 1)
    if rate in (0.0, 1.0):
        return score_interval(rate, m, t)
    effective = rate * (1 - rate) / variance if variance > 0 else inf
    return score_interval(rate, min(effective, n * n / m), t)


def score_interval(rate: float, n: float, z: float) -> Interval:
    """Wilson's interval of a rate that n trials showed, n of any size; no trials tell nothing."""
    if n <= 0:
        return Interval(0.0, 1.0)
    spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    middle, scale = rate + z * z / (2 * n), 1 + z * z / n
    low = 0.0 if rate == 0 else (middle - spread) / scale
    high = 1.0 if rate == 1 else (middle + spread) / scale
    return Interval(low, high)


def student_quantile(confidence: float, freedom: int) -> float:
    """t such that a Student's t of so many degrees of freedom lies within ±t with probability `confidence`.

    Exact for one and two; else Fisher and Cornish's (1960) expansion around the normal quantile, whose error
    is below 1 % from three degrees on and vanishes quickly.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom: want at least 1")
    if freedom == 1:
        return tan(pi * confidence / 2)
    if freedom == 2:
        return confidence * sqrt(2 / (1 - confidence**2))
    z = normal_quantile(confidence)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))


def paired_difference(a_only: int, b_only: int, n: int, confidence: float = 0.95) -> Interval:
    """Tango's score interval of the difference of two success rates, A's less B's, on the same n trials.

    `a_only` trials were successes of A alone, `b_only` of B alone. Theorem (Tango 1998): the differences d
    with |a_only - b_only - n*d| <= z * sqrt(n * (2q + d * (1 - d))) form an interval, where q is the most
    likely rate of b_only given d. Unlike Wald's it covers near its nominal rate from five or so trials on
    that one alone won, and Newcombe's and Bonett and Price's cover more than they say there. No trials tell
    nothing: [-1, 1].
    """
    check_pair(a_only, b_only, n)
    z = normal_quantile(confidence)
    if n == 0:
        return Interval(-1.0, 1.0)
    estimate = (a_only - b_only) / n

    def excess(difference: float) -> float:
        rate = rate_given_difference(a_only, b_only, n, difference)
        variance = n * (2 * rate + difference * (1 - difference))
        return abs(a_only - b_only - n * difference) - z * sqrt(max(variance, 0.0))

    return Interval(last_inside(excess, estimate, -1.0), last_inside(excess, estimate, 1.0))


def mean_difference(differences: Sequence[float], confidence: float = 0.95) -> tuple[float, Interval]:
    """Mean and interval of differences of rates, one a cluster, such as two agents' on the same map.

    Theorem (Student 1908): the mean of m independent differences lies within t s/sqrt(m) of the true one,
    exactly where they are normal, nearly where m is large. A single difference tells nothing.
    """
    m = len(differences)
    if not m:
        raise ValueError("the mean of no differences")
    mean = sum(differences) / m
    if m < 2:
        return mean, Interval(-1.0, 1.0)
    variance = sum((difference - mean) ** 2 for difference in differences) / (m - 1)
    reach = student_quantile(confidence, m - 1) * sqrt(variance / m)
    return mean, Interval(max(-1.0, mean - reach), min(1.0, mean + reach))


def rate_given_difference(a_only: int, b_only: int, n: int, difference: float) -> float:
    """The most likely rate q of b_only, where that of a_only is q + difference (-1 <= difference <= 1).

    Theorem (Tango 1998): with d for the difference, the multinomial likelihood is greatest at the larger
    root of 2n q² + ((2n - a_only + b_only) d - a_only - b_only) q - b_only d (1 - d).
    """
    square = 2 * n
    linear = (2 * n - a_only + b_only) * difference - a_only - b_only
    constant = -b_only * difference * (1 - difference)
    root = sqrt(max(linear * linear - 4 * square * constant, 0.0))
    # Either form is exact; each loses digits where the other does not.
    rate = -2 * constant / (linear + root) if linear > 0 else (root - linear) / (2 * square)
    return min(max(rate, 0.0, -difference), (1 - difference) / 2)


def last_inside(excess: Callable[[float], float], inside: float, outside: float) -> float:
    """The point nearest to `outside` where excess <= 0, by halving; `inside` itself is such a point."""
    if excess(outside) <= 0:
        return outside
    while True:
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            return inside
        if excess(middle) <= 0:
            inside = middle
        else:
            outside = middle


def mcnemar(a_only: int, b_only: int, *, mid_p: bool = False) -> float:
    """The exact two-sided p of "both succeed equally often", given the trials that only one succeeded in.

    Theorem (McNemar 1947, exact form): were it so, a_only would be binomial with a_only + b_only trials of
    chance 1/2. p is twice the probability of the smaller count or less, at most 1; mid_p counts the outcome
    seen only half (Lancaster 1961), which is less cautious.
    """
    check_pair(a_only, b_only, a_only + b_only)
    n, fewer = a_only + b_only, min(a_only, b_only)
    if n <= 1000:
        tail = sum(comb(n, k) for k in range(fewer + 1)) / 2**n
        seen = comb(n, fewer) / 2**n
    else:  # integers of thousands of digits would take seconds; terms beyond the 17th digit add nothing
        seen = exp(lgamma(n + 1) - lgamma(fewer + 1) - lgamma(n - fewer + 1) - n * log(2))
        tail, term, k = seen, seen, fewer
        while k > 0 and term > tail * 1e-17:
            term *= k / (n - k + 1)
            tail += term
            k -= 1
    # With equal counts both tails hold the middle: twice the tail is more than 1, and mid-p is 1.
    return min(1.0, 2 * tail - (seen if mid_p else 0.0))


Hypothesis = Literal["H0", "H1"]


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """H0 "A's rate is at most `low` above B's" against H1 "at least `high`", on pairs, looked at often.

    The generalised sequential probability ratio test (Wald 1945; generalised: the nuisance parameter, how
    often only one wins, takes its most likely value under either hypothesis), for the trinomial of pairs:
    A alone wins, B alone, or both alike. Accept H1 once the log likelihood ratio reaches log((1-beta)/alpha),
    H0 once it falls to log(beta/(1-alpha)). Where the difference is at most `low`, H1 is accepted with
    probability alpha at most, where it is `high` or more, H0 with beta: in the limit of many trials, and
    less often where one looks after blocks of them only.
    """

    low: float
    high: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -1 < self.low < self.high < 1:
            raise ValueError(f"differences {self.low} and {self.high}: want -1 < low < high < 1")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"error rates {self.alpha} and {self.beta} must lie between 0 and 0.5")

    @property
    def bounds(self) -> Interval:
        """The log likelihood ratios at which H0 and H1 are accepted."""
        return Interval(log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha))

    def log_likelihood_ratio(self, a_only: int, b_only: int, n: int) -> float:
        """Log of how much likelier the counts are under `high` than under `low`."""
        check_pair(a_only, b_only, n)
        if n == 0:
            return 0.0
        under_high = pair_log_likelihood(a_only, b_only, n, self.high)
        return under_high - pair_log_likelihood(a_only, b_only, n, self.low)

    def accepted(self, a_only: int, b_only: int, n: int) -> Hypothesis | None:
        """The hypothesis that these counts are enough for, if any."""
        ratio = self.log_likelihood_ratio(a_only, b_only, n)
        low, high = self.bounds
        return "H0" if ratio <= low else "H1" if ratio >= high else None


def pair_log_likelihood(a_only: int, b_only: int, n: int, difference: float) -> float:
    """The greatest log likelihood of the counts where the rates differ by `difference`."""
    rate = rate_given_difference(a_only, b_only, n, difference)
    chances = ((a_only, rate + difference), (b_only, rate), (n - a_only - b_only, 1 - 2 * rate - difference))
    return sum(count * log(chance) for count, chance in chances if count)


def normal_quantile(confidence: float) -> float:
    """z such that a standard normal number lies within ±z with probability `confidence`."""
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} must lie between 0 and 1")
    return NormalDist().inv_cdf((1 + confidence) / 2)


def check_pair(a_only: int, b_only: int, n: int) -> None:
    """Raise ValueError for counts that cannot be."""
    if a_only < 0 or b_only < 0 or a_only + b_only > n:
        raise ValueError(
            f"{a_only} and {b_only} trials that only one won, of {n}: want 0 <= each, sum <= all"
        )
