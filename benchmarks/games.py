"""Whole games by the native policies and by their Python twins, one core."""

from __future__ import annotations

from time import perf_counter

from _measure import print_table, use_one_core

from hazard.core.registry import agents, resolve
from hazard.core.seeds import game_seeds
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.playing import play_block


def speed(name: str, level: Level, *, native: bool) -> float:
    """Games a second: the best of three parts of a few seconds, in blocks of 256."""
    agent = resolve(name, "mines")
    best, start = 0.0, 0
    for _ in range(3):
        games, begin = 0, perf_counter()
        while perf_counter() - begin < 1.5:
            seeds, agent_seeds = game_seeds(3, start, 256)
            first = first_cells("default", level, seeds)
            play_block(agent, level, seeds, agent_seeds, first, native=native)
            games, start = games + 256, start + 256
        best = max(best, games / (perf_counter() - begin))
    return best


def main() -> None:
    """Print one table."""
    use_one_core()
    rows: list[list[str]] = []
    for text, rule in (("beginner", "safe"), ("expert", "open"), ("expert", "safe")):
        level = Level.parse(text, rule=rule)
        for row in (row for row in agents("mines") if row.native):
            fast, python = speed(row.name, level, native=True), speed(row.name, level, native=False)
            rows.append([f"{text}, {rule}", row.name, f"{fast:,.0f}", f"{python:,.0f}"])
    print_table("Whole games, one core", ["level, rule", "agent", "native games/s", "Python games/s"], rows)


if __name__ == "__main__":
    main()
