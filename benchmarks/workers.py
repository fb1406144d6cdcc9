"""What a second worker is worth: the same match with one and with two, native agents."""

from __future__ import annotations

import os
from time import perf_counter

from _measure import print_table

from hazard.arena.mines.match import match_mines
from hazard.mines.level import Level

AGENTS = ["mines/equations", "mines/exact"]
GAMES = 256 * 160
ROUNDS = 3


def processor_seconds() -> float:
    """What this process and its ended workers have used so far."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> None:
    """Print one table, and how busy the machine was: two workers need two idle cores."""
    level = Level.parse("expert")
    loads = [os.getloadavg()[0]]
    best = dict.fromkeys((1, 2), (float("inf"), 0.0))
    for _ in range(ROUNDS):  # in turn, so that both meet the same neighbours
        for workers in best:
            begin, used = perf_counter(), processor_seconds()
            match_mines(AGENTS, level, games=GAMES, workers=workers)
            best[workers] = min(best[workers], (perf_counter() - begin, processor_seconds() - used))
        loads.append(os.getloadavg()[0])
    rows = [
        [str(workers), f"{wall:.2f}", f"{used:.2f}", f"{2 * GAMES / wall:,.0f}", f"{best[1][0] / wall:.2f}"]
        for workers, (wall, used) in best.items()
    ]
    print_table(
        f"{' and '.join(AGENTS)}, {GAMES:,} Expert games each, best of {ROUNDS}",
        ["workers", "seconds", "processor seconds", "games/s", "times as fast as one"],
        rows,
    )
    shown = ", ".join(f"{load:.1f}" for load in loads)
    print(f"\nLoad of the machine before and after each round: {shown}; two of it are ours at most.")


if __name__ == "__main__":
    main()
