"""The PettingZoo environment by PettingZoo's own benchmark, which looks at all and draws legal actions."""

from __future__ import annotations

import io
import re
import time
from contextlib import redirect_stdout
from unittest.mock import patch

from _measure import print_table, use_one_core
from pettingzoo.test import performance_benchmark

from hazard.dice.env import env
from hazard.dice.rules import Rules

TABLES = (Rules(players=2, areas=10), Rules(), Rules(players=8))


def turns_per_second(rules: Rules, reward: str) -> float:
    """What PettingZoo counts in five seconds of processor time: a command is a turn to it."""
    said = io.StringIO()
    with redirect_stdout(said), patch("time.time", time.process_time):
        performance_benchmark(env(rules=rules, reward=reward))
    (found,) = re.findall(r"([\d.]+) turns per second", said.getvalue())
    return float(found)


def main() -> None:
    """Print one table."""
    use_one_core()
    print_table(
        "PettingZoo's performance_benchmark, random legal actions, processor seconds of one core",
        ["players", "areas", "reward", "commands/s"],
        [
            [str(rules.players), str(rules.areas), reward, f"{turns_per_second(rules, reward):,.0f}"]
            for rules in TABLES
            for reward in ("win", "region")
        ],
    )


if __name__ == "__main__":
    main()
