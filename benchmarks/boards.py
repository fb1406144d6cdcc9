"""The batch engine: random covered cells opened, finished boards dealt afresh, cells and masks written."""

from __future__ import annotations

import numpy as np
from _measure import best_time, print_table, use_one_core

from hazard.core.seeds import game_seeds
from hazard.mines.boards import Boards
from hazard.mines.level import Level

BOARDS = 1024
ROUNDS = 1000


def measure(level: Level) -> list[str]:
    """One row: steps, games and moves a game."""
    boards = Boards(level, BOARDS)
    boards.deal(game_seeds(1, 0, BOARDS)[0])
    games = 0

    def play() -> None:
        nonlocal games
        for _ in range(ROUNDS):
            boards.step(boards.draw())
            games += int(np.count_nonzero(boards.finished))

    repeats = 5
    seconds = best_time(play, repeats)
    steps = BOARDS * ROUNDS
    games_a_step = games / repeats / steps
    return [
        f"{level.rows}x{level.cols}/{level.mines}",
        level.rule,
        f"{steps / seconds / 1e6:.2f} million",
        f"{steps * games_a_step / seconds / 1e6:.2f} million",
        f"{1 / games_a_step:.2f}",
    ]


def main() -> None:
    """Print one table."""
    use_one_core()
    levels = [
        Level.parse(name, rule=rule) for name in ("beginner", "expert") for rule in ("open", "safe", "any")
    ]
    print_table(
        f"Batch engine, {BOARDS} boards, one core",
        ["board", "rule", "steps/s", "resets/s", "moves a game"],
        [measure(level) for level in levels],
    )


if __name__ == "__main__":
    main()
