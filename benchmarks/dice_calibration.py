"""Do the chances that `search` judges by come true? One position a game, tenths of the chance: `… [GAMES]`.

New games of dice/search against three copies of a reference, each in turn; the position is what it leaves at
the end of one of its turns, drawn at random. A tenth fails where it is off by more than 2 points beyond the
99.9 % interval (Wilson's) of how many were won; the command fails then.
"""

from __future__ import annotations

import sys

import numpy as np
from _measure import print_table
from _search_games import BLOCK, ends_of_turns, one_a_game

from hazard.arena.stats import wilson

REPORTING_SEED = 20_261_122  # written down before the run that counts; nothing is tuned on it
AGENT = "dice/search"
MARGIN = 0.02


def main() -> int:
    """Print one row a tenth; 1 where one fails."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 52_000
    rng = np.random.default_rng(REPORTING_SEED)
    told, outcomes = list[np.ndarray](), list[np.ndarray]()
    for start in range(0, count, BLOCK):
        ends = ends_of_turns(AGENT, REPORTING_SEED, start, kept=1.0)
        one = one_a_game(ends, rng)
        told.append(ends.chances[one])
        outcomes.append(ends.winners[one] == 0)
    said, won = np.concatenate(told), np.concatenate(outcomes)
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
