"""AIs of the zoo at small tables, as the tests of the adapter need them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hazard.core.registry import ResolvedAgent, resolve
from hazard.core.status import Status
from hazard.dice.playing import Block, Outcomes, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

ZOO = Path(__file__).parents[2] / "zoo" / "course"
RULES = Rules(players=2, areas=12, strict=False, most_turns=400)


def course(path: Path | str, options: str = "") -> ResolvedAgent:
    """`course:` of a path, or of a name in the zoo."""
    place = ZOO / path
    return resolve(f"course:{place if place.exists() else place.with_suffix('.py')}{options}", "dice")


def play(agent: ResolvedAgent, games: int = 2, rules: Rules = RULES, rival: str = "dt.sdc") -> Outcomes:
    """Games of the AI against a reference, at every seat in turn."""
    numbers, players = range(games), rules.players
    seats = np.array(
        [[int(seat != number % players) for seat in range(players)] for number in numbers], np.intp
    )
    seeds = np.array([table_seeds(5, *divmod(number, players), players) for number in numbers])
    return play_block([agent, resolve(rival, "dice")], Block(rules, seeds, seats), record=True)


def commands(outcomes: Outcomes) -> list[tuple[str, ...]]:
    """All commands of all games, with their rolls."""
    assert outcomes.records is not None
    return [record.commands for record in outcomes.records]


def faults(outcomes: Outcomes) -> list[tuple[Status, str]]:
    """Why the AI only passed from some command on, a game each; nothing of a game that it came through."""
    return [
        (Status(int(outcomes.statuses[place])), told) for place, told in sorted(outcomes.messages.items())
    ]
