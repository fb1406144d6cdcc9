"""Exact inference on large boards, one position at a time."""

from __future__ import annotations

from time import perf_counter

import numpy as np
from _measure import print_table, use_one_core
from _positions import mid_game

from hazard.mines.inference import analyse
from hazard.mines.level import Level
from hazard.mines.position import Position


def measure(text: str, count: int) -> list[str]:
    """One row: times of analyse, and of the exact number of layouts."""
    level = Level.parse(text)
    risks: list[float] = []
    layouts: list[float] = []
    digits = 0
    for cells in mid_game(level, count, seed=2):
        position = Position(level.rows, level.cols, level.mines, cells)
        begin = perf_counter()
        analysis = analyse(position)
        middle = perf_counter()
        digits = max(digits, int(analysis.layouts.bit_length() * 0.30103) + 1)
        risks.append((middle - begin) * 1e3)
        layouts.append((perf_counter() - middle) * 1e3)
    return [
        text,
        str(count),
        f"{np.median(risks):.2f} ms",
        f"{max(risks):.2f} ms",
        f"{np.median(layouts):.2f} ms",
        str(digits),
    ]


def main() -> None:
    """Print one table."""
    use_one_core()
    print_table(
        "One mid-game position of a large board, one core",
        [
            "board",
            "positions",
            "risks, median",
            "worst",
            "exact number of layouts, median",
            "its most digits",
        ],
        [measure("16x30/99", 300), measure("50x50/500", 200), measure("100x100/2000", 200)],
    )


if __name__ == "__main__":
    main()
