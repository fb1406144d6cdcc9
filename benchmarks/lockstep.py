"""What lockstep play costs: a Python agent that does nothing but look up given values, on one core."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

import numpy as np
from _measure import print_table, use_one_core

from hazard.core.registry import ResolvedAgent, resolve
from hazard.core.seeds import game_seeds
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.playing import BLOCK, play_block
from hazard.mines.views import COVERED, Decisions, Views

EXPERT = Level.parse("expert")
VALUES = np.random.default_rng(1).random((BLOCK, EXPERT.area), np.float32)


class Argmax:
    """Opens the covered cell of the highest value; the values were drawn beforehand."""

    def choose(self, views: Views) -> Decisions:
        """One cell a view."""
        covered = views.cells.reshape(len(views), -1) == COVERED
        return Decisions(np.where(covered, VALUES[: len(views)], -1).argmax(axis=1))


def speed(agent: Argmax | ResolvedAgent, seconds: float = 2.0) -> tuple[float, float]:
    """Decisions and games a second, the best of three parts: whole games in blocks of 256, one by one."""
    best, start = (0.0, 0.0), 0
    for _ in range(3):
        decisions, games, begin = 0, 0, perf_counter()
        while perf_counter() - begin < seconds:
            seeds, agent_seeds = game_seeds(4, start, BLOCK)
            first = first_cells("default", EXPERT, seeds)
            decisions += int(play_block(agent, EXPERT, seeds, agent_seeds, first).decisions.sum())
            games, start = games + BLOCK, start + BLOCK
        passed = perf_counter() - begin
        best = max(best, (decisions / passed, games / passed))
    return best


def main() -> None:
    """Print one table."""
    use_one_core()
    hosted = resolve(f"{Path(__file__).resolve()}:Argmax", "mines")
    rows: list[list[str]] = []
    for where, agent in (("in its own process, as in a match", hosted), ("in the same process", Argmax())):
        decisions, games = speed(agent)
        rows.append([where, f"{decisions:,.0f}", f"{games:,.0f}"])
    print_table(
        "A Python agent that looks up given values, 16x30/99, blocks of 256",
        ["the agent plays", "decisions/s", "games/s"],
        rows,
    )


if __name__ == "__main__":
    main()
