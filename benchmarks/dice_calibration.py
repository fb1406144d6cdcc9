"""Do the chances that `search` judges by come true? One position a game, tenths of the chance: `… [GAMES]`.

New games of dice/search against three copies of a reference, each in turn; the position is what it leaves at
the end of one of its turns, drawn at random. A tenth fails where it is off by more than 2 points beyond the
99.9 % interval (Wilson's) of how many were won; the command fails then.
"""

from __future__ import annotations

import sys

import numpy as np
from _measure import print_table
from numpy.typing import NDArray

from hazard.arena.dice.course import REFERENCES
from hazard.arena.stats import wilson
from hazard.core.registry import resolve
from hazard.dice.command import Kind
from hazard.dice.evaluation import chances
from hazard.dice.games import OUTSIDE, POLICIES, Games, no_commands
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

REPORTING_SEED = 20_261_122  # written down before the run that counts; nothing is tuned on it
AGENT = "dice/search"
BLOCK = 500
MARGIN = 0.02

Floats = NDArray[np.float64]


def block(start: int, rng: np.random.Generator) -> tuple[Floats, NDArray[np.bool_]]:
    """One chance of each game of a block, and whether the game was won."""
    rules, agent = Rules(), resolve(AGENT, "dice").make()
    numbers = np.arange(start, start + BLOCK)
    seeds = np.array([table_seeds(REPORTING_SEED, number, 0, rules.players) for number in numbers.tolist()])
    own = numbers % rules.players
    sitting = np.array([POLICIES[REFERENCES[number % len(REFERENCES)]] for number in numbers.tolist()])
    policies = np.repeat(sitting[:, np.newaxis], rules.players, axis=1).astype(np.int32)
    policies[np.arange(BLOCK), own] = OUTSIDE
    games = Games(rules, BLOCK)
    games.deal(seeds[:, :4])
    games.seat(policies, seeds[:, 4:])
    games.advance()
    said, ended = np.full(BLOCK, np.nan), np.zeros(BLOCK, np.int64)
    while not games.over.all():
        waiting = np.flatnonzero(~games.over)
        views = games.views[waiting]
        commands = no_commands(BLOCK)
        commands[waiting] = agent.choose(views).commands
        ends = np.flatnonzero(commands[waiting, 0] == Kind.END)
        if len(ends):
            of = waiting[ends]
            ended[of] += 1
            kept = rng.random(len(of)) * ended[of] < 1  # each turn of a game is the one with the same chance
            own_chance = chances(views[ends])[np.arange(len(ends)), views.player[ends]]
            said[of[kept]] = own_chance[kept]
        games.step(commands)
    known = ~np.isnan(said) & (games.winner >= 0)
    return said[known], games.winner[known] == own[known]


def main() -> int:
    """Print one row a tenth; 1 where one fails."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 52_000
    rng = np.random.default_rng(REPORTING_SEED)
    blocks = [block(start, rng) for start in range(0, count, BLOCK)]
    said = np.concatenate([one for one, _ in blocks])
    won = np.concatenate([one for _, one in blocks])
    rows, failed = list[list[str]](), False
    for tenth in range(10):
        here = np.minimum((said * 10).astype(int), 9) == tenth
        n, wins, mean = int(here.sum()), int(won[here].sum()), float(said[here].mean()) if here.any() else 0.0
        low, high = wilson(wins, n, 0.999)
        fine = low - MARGIN <= mean <= high + MARGIN
        failed |= not fine
        cells = [f"{mean:.3f}", f"{wins / max(n, 1):.3f} [{low:.3f}, {high:.3f}]", "" if fine else "off"]
        rows.append([f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}", f"{n:,}", *cells])
    print_table(
        "What dice/search says of its chances against three copies of a reference and how often it won, "
        f"99.9 % intervals; {len(said):,} positions, one a game, seed {REPORTING_SEED}",
        ["chance", "positions", "said", "won", ""],
        rows,
    )
    return failed


if __name__ == "__main__":
    sys.exit(main())
