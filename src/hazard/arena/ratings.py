"""Ratings of players by who won against whom: the Bradley–Terry fit, with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput

ELO = 400 / log(10)
"""Points for a unit of log strength: 400 points more are odds of 10 to 1."""
NEWTON_STEPS = 100

Results = Mapping[tuple[str, ...], Mapping[str, int]]
"""Who sat at a game (a name for each seat, names may repeat): how many such games each name won."""


class Rating(NamedTuple):
    """A player's strength in Elo points; the mean of all rated players is 0."""

    name: str
    points: float
    low: float
    high: float


def bradley_terry(
    results: Results, confidence: float = 0.95, clusters: Sequence[Results] | None = None
) -> list[Rating]:
    """The ratings under which the results are most likely, best first, each with its interval.

    Model (Zermelo 1929, Bradley and Terry 1952; Luce 1959 for more than two): a seat wins with a probability
    proportional to the strength of who sits there. Theorem (Ford 1957): the likelihood has one maximum if and
    only if, however the players are split in two groups, someone of each has won against someone of the
    other; else BadInput is raised. The log likelihood is concave, so Newton's method with halved steps finds
    it. Theorem (asymptotic normality of the maximum likelihood): estimates are normal around the truth with
    the inverse of the Fisher information, here of ratings that add up to 0; an interval is estimate ± z *
    standard error. Games must be independent; or `clusters` splits the results into parts that are, such as
    the games of each map: then the covariance is Huber's (1967) sandwich, which holds whatever hangs together
    within a part.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence} must lie between 0 and 1")
    names = sorted({name for players in results for name in players})
    seats, wins = _tables(results, names)
    _refuse_split(seats, wins, names)
    theta = _most_likely(seats, wins)
    _, information = _slopes(theta, seats, wins)
    # The information of n ratings has rank n-1 (only differences matter). Its pseudo-inverse is the
    # covariance of the ratings that add up to 0.
    covariance = np.linalg.pinv(information, hermitian=True)
    if clusters is not None and len(clusters) > 1:
        covariance = covariance @ _scatter(theta, clusters, names) @ covariance
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rows: list[Rating] = []
    for place, name in enumerate(names):
        points, spread = ELO * float(theta[place]), ELO * z * sqrt(max(float(covariance[place, place]), 0.0))
        rows.append(Rating(name, points, points - spread, points + spread))
    return sorted(rows, key=lambda row: (-row.points, row.name))


def expected_score(points: float, other: float) -> float:
    """Probability that a player of `points` beats one of `other` points."""
    return 1 / (1 + 10 ** ((other - points) / 400))


def _tables(results: Results, names: list[str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How many seats each player has in a kind of game, and how many games it won: two float64[kinds, n]."""
    place = {name: index for index, name in enumerate(names)}
    seats, wins = np.zeros((2, len(results), len(names)))
    for kind, (players, won) in enumerate(results.items()):
        for name in players:
            seats[kind, place[name]] += 1
        for name, count in won.items():
            if name not in players or count < 0:
                raise BadInput(f"{name!r} cannot have won {count} games of {', '.join(players)}")
            wins[kind, place[name]] = count
    return seats, wins


def _refuse_split(seats: NDArray[np.float64], wins: NDArray[np.float64], names: list[str]) -> None:
    """Raise BadInput where Ford's condition fails: no ratings are most likely then."""
    if not names:
        raise BadInput("there are no results to rate")
    beat = (wins.T @ (seats > 0)) > 0  # bool[n, n]: has won a game that the other sat at
    for direction, what in ((beat, "has never lost to"), (beat.T, "has never won against")):
        reached = np.zeros(len(names), np.bool_)
        reached[0] = True
        for _ in names:
            reached |= direction[reached].any(axis=0)
        if not reached.all():
            outside, inside = (
                ", ".join(name for name, there in zip(names, reached, strict=True) if there == wanted)
                for wanted in (False, True)
            )
            raise BadInput(f"the results rate nobody: {outside} {what} {inside}")


def _slopes(
    theta: NDArray[np.float64], seats: NDArray[np.float64], wins: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gradient float64[n] of the log likelihood, and Fisher information float64[n, n]."""
    share = seats * np.exp(theta - theta.max())
    share /= share.sum(axis=1, keepdims=True)
    games = wins.sum(axis=1)
    weighted = share * games[:, np.newaxis]
    return wins.sum(axis=0) - weighted.sum(axis=0), np.diag(weighted.sum(axis=0)) - share.T @ weighted


def _scatter(
    theta: NDArray[np.float64], clusters: Sequence[Results], names: list[str]
) -> NDArray[np.float64]:
    """Sum over independent parts of the outer products of their gradients: float64[n, n]."""
    gradients = np.array([_slopes(theta, *_tables(part, names))[0] for part in clusters])
    return len(clusters) / (len(clusters) - 1) * gradients.T @ gradients


def _log_likelihood(
    theta: NDArray[np.float64], seats: NDArray[np.float64], wins: NDArray[np.float64]
) -> float:
    totals = np.log(seats @ np.exp(theta))
    return float((wins * (theta[np.newaxis] - totals[:, np.newaxis])).sum())


def _most_likely(seats: NDArray[np.float64], wins: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log strengths float64[n] that add up to 0."""
    theta = np.zeros(seats.shape[1])
    likelihood = _log_likelihood(theta, seats, wins)
    for _ in range(NEWTON_STEPS):
        gradient, information = _slopes(theta, seats, wins)
        step = np.linalg.pinv(information, hermitian=True) @ gradient
        new = theta + step
        while _log_likelihood(new, seats, wins) < likelihood and np.abs(step).max() > 1e-12:
            step /= 2
            new = theta + step
        theta, likelihood = new, _log_likelihood(new, seats, wins)
        if np.abs(step).max() <= 1e-10:
            break
    return theta - theta.mean()
