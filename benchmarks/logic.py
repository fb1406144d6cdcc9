"""The logic agents: what they find beside exact inference and counting rules, how fast, how often they win.

`python benchmarks/logic.py [POSITIONS [GAMES]]`
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import process_time

import numpy as np
from _measure import print_table
from _positions import mid_game
from numpy.typing import NDArray

from hazard.arena.mines.match import match_mines
from hazard.mines.agents.asp import Asp
from hazard.mines.agents.datalog import Datalog
from hazard.mines.deduction import counting_rules
from hazard.mines.inference import analyse_many
from hazard.mines.level import Level

REPORTING_SEED = 20_261_119  # written down before the run that counts; nothing is tuned on it
STUCK = 0.6  # the share of positions without a certainly safe cell

Certain = Callable[[NDArray[np.int8]], NDArray[np.uint8]]


def compared(name: str, certain: Certain, cells: NDArray[np.int8], wanted: NDArray[np.uint8]) -> list[str]:
    """A row: in how many positions it finds the same, and the processor time that one takes."""
    times: list[float] = []
    same = 0
    for position, expected in zip(cells, wanted, strict=True):
        begin = process_time()
        found = certain(position)
        times.append(1000 * (process_time() - begin))
        same += bool(np.array_equal(found, expected))
    return [name, f"{same:,} of {len(cells):,}", f"{np.median(times):.1f} ms", f"{max(times):.0f} ms"]


def positions(count: int) -> None:
    """Print the table of positions."""
    asp, datalog = Asp(), Datalog()
    rows: list[list[str]] = []
    for text, number in (("expert", count), ("small", count), ("expert", count // 10)):
        level = Level.parse(text)
        cells = mid_game(level, number, seed=2, stuck=STUCK)
        if not rows:
            exact = analyse_many(cells, level.mines).certain
            mines = level.mines
            row = compared(
                "mines/asp", lambda position, mines=mines: asp.certain(position, mines), cells, exact
            )
            rows.append([*row[:1], str(level), "exact inference", *row[1:]])
            continue
        row = compared("mines/datalog", datalog.certain, cells, counting_rules(cells))
        rows.append([*row[:1], str(level), "the two counting rules", *row[1:]])
    title = f"Certain cells of mid-game positions, {STUCK:.0%} with nothing safe; processor time"
    print_table(title, ["agent", "board", "compared with", "the same in", "median", "worst"], rows)


def rates(games: int) -> None:
    """Print the table of win rates on the small board of the study page-trio."""
    rows: list[list[str]] = []
    for rule in ("open", "safe", "any"):
        level = Level.parse("small", rule)
        names = ["mines/datalog", "mines/rules", "mines/asp", "mines/exact"]
        result = match_mines(names, level, games=games, seed=REPORTING_SEED, workers=2)
        told = {row.agent: row for row in result.standings}
        cells = [
            f"{100 * row.wins / row.games:.2f} [{100 * row.interval.low:.2f}, {100 * row.interval.high:.2f}]"
            for row in (told[name] for name in names)
        ]
        rows.append(["10x10/10", rule, *cells])
    title = f"Win rates in percent, {games:,} games a cell, default first cell, match seed {REPORTING_SEED}"
    columns = ["level", "rule", "mines/datalog", "mines/rules", "mines/asp", "mines/exact"]
    print_table(title, columns, rows)


def main() -> None:
    """Print both tables."""
    positions(int(sys.argv[1]) if len(sys.argv) > 1 else 5_000)
    rates(int(sys.argv[2]) if len(sys.argv) > 2 else 1_000)


if __name__ == "__main__":
    main()
