"""Win rates of the native agents on the levels people play: `python benchmarks/strength.py [GAMES]`."""

from __future__ import annotations

import sys
from typing import Any

from _measure import print_table

from hazard.arena.mines.match import match_mines
from hazard.core.registry import agents
from hazard.mines.level import Level

REPORTING_SEED = 20_261_118  # written down before the run that counts; nothing is tuned on it
LEVELS = (
    ("expert", "open"),
    ("expert", "safe"),
    ("intermediate", "open"),
    ("intermediate", "safe"),
    ("beginner", "open"),
    ("beginner", "safe"),
)


def percent(agent: dict[str, Any]) -> str:
    """A win rate and its interval, in percent."""
    rate, low, high = (f"{100 * agent[field]:.2f}" for field in ("win_rate", "low", "high"))
    return f"{rate} [{low}, {high}]"


def main() -> None:
    """Print one table; every cell is a win rate with its Wilson 95 % interval, in percent."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    names = [row.name for row in agents("mines") if row.native]
    rows: list[list[str]] = []
    for text, rule in LEVELS:
        level = Level.parse(text, rule=rule)
        result = match_mines(names, level, games=games, seed=REPORTING_SEED, workers=2).to_json()
        rates = {agent["agent"]: percent(agent) for agent in result["agents"]}
        rows.append([f"{text} {level}", rule, *(rates[name] for name in names)])
    print_table(
        f"Win rates in percent, {games:,} games a row, default first cell, match seed {REPORTING_SEED}",
        ["level", "rule", *names],
        rows,
    )


if __name__ == "__main__":
    main()
