"""How often the intervals of a match hold the truth, and how often its sequential test errs: simulated."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from _measure import print_table
from numpy.typing import NDArray

from hazard.arena.stats import Interval, SequentialTest, clustered, paired_difference, wilson
from hazard.mines.playing import BLOCK

MATCHES = 20_000
GAMES = (256, 2000, 10_000)
RATES = (0.02, 0.1, 0.33, 0.5, 0.9, 0.97)
PAIRS = ((0.02, 0.02), (0.03, 0.01), (0.05, 0.04), (0.1, 0.06), (0.25, 0.2), (0.5, 0.01))  # who alone wins
FEW = tuple((share * n, (1 - share) * n) for n in (0.5, 1, 2, 4, 8) for share in (0.5, 0.7, 1.0))  # of 2,000
MAPS, SPREADS, SEAT_RATES = (30, 200), (2.0, 50.0), (0.15, 0.5)
TESTS = ((0.0, 0.01, 0.005), (0.0, 0.01, 0.03), (0.0, 0.05, 0.2), (-0.02, 0.02, 0.03), (0.1, 0.12, 0.0))


def coverage(interval: Callable[..., Interval], draws: NDArray[np.int64], games: int, truth: float) -> float:
    """The share of matches (one row of counts each) whose interval holds the truth."""
    rows, seen = np.unique(draws, axis=0, return_counts=True)
    inside = [low <= truth <= high for low, high in (interval(*row, games) for row in rows.tolist())]
    return float(seen[np.array(inside)].sum() / len(draws))


def of_win_rates(chance: np.random.Generator) -> list[float]:
    """Coverage of Wilson's interval, a cell each."""
    return [
        coverage(wilson, chance.binomial(games, rate, (MATCHES, 1)), games, rate)
        for games in GAMES
        for rate in RATES
    ]


def of_pairs(chance: np.random.Generator) -> list[float]:
    """Coverage of Tango's interval, a cell each."""
    return [of_pair(games, a, b, chance) for games in GAMES for a, b in PAIRS]


def of_few_pairs(chance: np.random.Generator) -> list[float]:
    """The same where hardly any pairs differ."""
    return [of_pair(2000, a / 2000, b / 2000, chance) for a, b in FEW]


def of_pair(games: int, a_only: float, b_only: float, chance: np.random.Generator) -> float:
    """Coverage of Tango's interval where each of two wins alone so often."""
    draws = chance.multinomial(games, (a_only, b_only, 1 - a_only - b_only), MATCHES)[:, :2]
    return coverage(paired_difference, draws, games, a_only - b_only)


def of_maps(chance: np.random.Generator) -> list[float]:
    """Coverage of the interval by map: four games of each hang together, more or less; a cell each."""
    found: list[float] = []
    for maps in MAPS:
        for rate in SEAT_RATES:
            for spread in SPREADS:
                shares = chance.beta(rate * spread, (1 - rate) * spread, (MATCHES // 4, maps))
                wins = np.sort(chance.binomial(4, shares), axis=1)  # an interval does not ask for their order
                kinds, seen = np.unique(wins, axis=0, return_counts=True)
                ends = [clustered(row, [4.0] * maps) for row in kinds.tolist()]
                held = np.array([low <= rate <= high for low, high in ends])
                found.append(float(seen[held].sum() / len(wins)))
    return found


def of_sequential_tests(chance: np.random.Generator) -> list[float]:
    """How often the wrong hypothesis is accepted, where either is just true; two a test."""
    found: list[float] = []
    for low, high, b_only in TESTS:
        test = SequentialTest(low, high)
        found += [
            errors(test, b_only + low, b_only, "H1", chance),
            errors(test, b_only + high, b_only, "H0", chance),
        ]
    return found


def errors(
    test: SequentialTest, a_only: float, b_only: float, wrong: str, chance: np.random.Generator
) -> float:
    """The share of matches that end by accepting the wrong hypothesis, looked at after every block."""
    accepted = cache(test.accepted)
    matches = MATCHES // 4
    counts, games, erred = np.zeros((matches, 2), np.int64), 0, 0
    while len(counts):
        games += BLOCK
        counts += chance.multinomial(BLOCK, (a_only, b_only, 1 - a_only - b_only), len(counts))[:, :2]
        verdicts = [accepted(a, b, games) for a, b in counts.tolist()]
        erred += verdicts.count(wrong)
        counts = counts[[verdict is None for verdict in verdicts]]
    return erred / matches


def main() -> None:
    """Print one table."""
    chance = np.random.default_rng(20261119)

    def covers(name: str, sample: str, found: list[float]) -> list[str]:
        least, mean, most = (100 * value for value in (min(found), sum(found) / len(found), max(found)))
        return [name, f"{len(found)} cells of {sample}", f"{least:.1f} to {most:.1f} %, mean {mean:.1f} %"]

    worst = 100 * max(of_sequential_tests(chance))
    print_table(
        "Coverage of nominal 95 % intervals, and error rates of 5 %, simulated",
        ["what", "sample", "found"],
        [
            covers("win rate (Wilson)", f"{MATCHES:,} matches", of_win_rates(chance)),
            covers("paired difference (Tango)", f"{MATCHES:,} matches", of_pairs(chance)),
            covers("the same, 0.5 to 8 pairs differ", f"{MATCHES:,} matches", of_few_pairs(chance)),
            covers("win rate by map (clusters)", f"{MATCHES // 4:,} matches", of_maps(chance)),
            [
                "sequential test",
                f"{2 * len(TESTS)} cells of {MATCHES // 4:,} matches",
                f"errs in at most {worst:.1f} %",
            ],
        ],
    )


if __name__ == "__main__":
    main()
