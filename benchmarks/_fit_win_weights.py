"""Fits the weights of dt.wpm_*: `python benchmarks/_fit_win_weights.py [GAMES] [PLAYERS …]` prints them.

The originals have weights for four players only; `native/dice/win_weights.hpp` holds what this prints for the
other tables. Reference players that know no weights sit at tables on fresh maps, drawn at random; each game
gives one position, at the start of one of its first turns. P(its player wins) = sigma(w·x), without bias, is
fitted to who won. The features are those of each player itself, in turn order from the one whose turn it is:
that the policies look at their own score whoever is asked about is a fault of theirs, not of their weights.
Later positions, or stronger players, would make dice in hand a bad sign where the largest region is known as
well: who has many has not used them. A player that seeks a greater win probability must not learn that.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
from _measure import print_table
from numpy.typing import NDArray

from hazard.dice.games import POLICIES, Games
from hazard.dice.rules import Rules
from hazard.dice.views import Views

SEED = 4_242  # tuning: no reporting seed
BLOCK = 500
LATEST = 24  # of the turns after which a position is taken
POLICIES_AT_TABLE = [POLICIES[name] for name in ("dt.rand", "dt.sdc", "dt.ste", "dt.stei")]

Floats = NDArray[np.float64]


def largest_regions(views: Views) -> NDArray[np.int64]:
    """Size of the largest region of every player: int64[n, players]."""
    n, areas, _ = views.neighbours.shape
    together = np.zeros((n, areas, areas + 1), bool)
    np.put_along_axis(together, views.neighbours.astype(np.intp), True, axis=2)  # -1: the last column
    together = together[:, :, :areas] & (views.owners[:, :, None] == views.owners[:, None, :])
    reached = (together | np.eye(areas, dtype=bool)).astype(np.float32)
    for _ in range(6):  # paths of up to 64 steps
        reached = (reached @ reached > 0).astype(np.float32)
    sizes = reached.sum(axis=2).astype(np.int64)
    players = np.arange(views.rules.players)
    return np.where(views.owners[:, :, None] == players, sizes[:, :, None], 0).max(axis=1)


def positions(players: int, games: int) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Largest regions and dice of the players in turn order, float64[m, players], and who won in the end."""
    rng, rules = np.random.default_rng([SEED, players]), Rules(players=players)
    scores, dice, won = list[Floats](), list[Floats](), list[NDArray[np.bool_]]()
    for _ in range(games // BLOCK):
        seeds = rng.integers(0, 2**63, (BLOCK, 4 + players)).astype(np.uint64)
        policies = rng.choice(POLICIES_AT_TABLE, (BLOCK, players))

        def play(table: Rules) -> Games:
            block = Games(table, BLOCK, threads=2)
            block.deal(seeds[:, :4])  # noqa: B023
            block.seat(policies, seeds[:, 4:])  # noqa: B023
            block.advance()
            return block

        whole, turns = play(rules), int(rng.integers(1, LATEST + 1))
        lasts = (whole.deeds().turns > turns) & (whole.winner >= 0)
        views = play(replace(rules, most_turns=turns)).views[lasts]
        order = (views.player[:, None] + np.arange(players)) % players
        of_player = views.owners[:, :, None] == np.arange(players)
        sums = np.where(of_player, views.dice[:, :, None], 0).sum(axis=1)
        scores.append(np.take_along_axis(largest_regions(views), order, axis=1).astype(float))
        dice.append(np.take_along_axis(sums, order, axis=1).astype(float))
        won.append(whole.winner[lasts] == views.player)
    return np.concatenate(scores), np.concatenate(dice), np.concatenate(won)


def fitted(x: Floats, won: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Weights of the greatest likelihood (Newton's method), and their standard errors."""
    w = np.zeros(x.shape[1])
    while True:
        p = 1 / (1 + np.exp(-x @ w))
        information = (x * (p * (1 - p))[:, None]).T @ x
        step = np.linalg.solve(information, x.T @ (won - p))
        w += step
        if np.abs(step).max() < 1e-9:
            return w, np.sqrt(np.diag(np.linalg.inv(information)))


def main() -> None:
    """Print one table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60_000
    tables = [int(text) for text in sys.argv[2:]] or [2, 3, 4, 5, 6, 7, 8]
    rows: list[list[str]] = []
    for players in tables:
        scores, dice, won = positions(players, games)
        both = np.log(np.concatenate([scores + 1, dice + 1], axis=1))
        fits = {
            "s": (scores, ("kScore",)),
            "d": (np.log(np.maximum(dice, 1)), ("kDice",)),
            "c": (both, ("kScoreOfBoth", "kDiceOfBoth")),
        }
        for letter, (x, names) in fits.items():
            weights, errors = fitted(x, won)
            for i, name in enumerate(names):
                part = slice(i * players, (i + 1) * players)
                listed = ", ".join(f"{w:.5f}" for w in weights[part])
                rows.append([str(players), letter, name, f"{{{listed}}}", f"{errors[part].max():.4f}"])
        print(f"{players} players: {len(won):,} positions, {won.mean():.3f} won", file=sys.stderr)
    columns = ["players", "wpm", "table", "weights in turn order", "greatest s.e."]
    print_table(f"P(win) = sigma(w·x), {games:,} games a row, seed {SEED}", columns, rows)


if __name__ == "__main__":
    main()
