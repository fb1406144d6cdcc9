"""How strong the built-in agents are: wins on pinned seeds, and beside what is known of them."""

from __future__ import annotations

import pytest

from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.playing import play_block

GAMES = 5_000
MATCH_SEED = 20_240_229

# Wins of GAMES games. Games and decisions are functions of their seeds, so the numbers are the same on any
# machine; they change only with the rules, the use of seeds, or what an agent chooses.
WINS = {
    ("expert", "open"): {"random": 0, "rules": 83, "equations": 1532, "exact": 2583},
    ("expert", "safe"): {"random": 0, "rules": 47, "equations": 970, "exact": 1930},
    ("intermediate", "open"): {"random": 0, "rules": 2554, "equations": 4088, "exact": 4423},
    ("beginner", "safe"): {"random": 1, "rules": 3550, "equations": 4272, "exact": 4569},
    ("beginner", "any"): {"random": 1, "rules": 3123, "equations": 3771, "exact": 4027},
}
# Win rate of the least exact risk that another program measured on 100,000 games, and half its 95 % interval,
# both in percent.
MEASURED_ELSEWHERE = {
    ("expert", "open"): (50.94, 0.31),
    ("expert", "safe"): (38.43, 0.30),
    ("intermediate", "open"): (88.25, 0.20),
    ("beginner", "safe"): (91.52, 0.17),
}


def wins(name: str, level: Level) -> int:
    seeds, agent_seeds = game_seeds(MATCH_SEED, 0, GAMES)
    first = first_cells("default", level, seeds)
    outcomes = play_block(resolve(name, "mines"), level, seeds, agent_seeds, first, threads=2)
    return int((outcomes.status == Status.WON).sum())


@pytest.mark.parametrize(("text", "rule"), WINS)
def test_every_agent_wins_as_many_pinned_games_as_ever(text: str, rule: str) -> None:
    expected = WINS[text, rule]
    assert {name: wins(name, Level.parse(text, rule)) for name in expected} == expected


@pytest.mark.parametrize(("text", "rule"), MEASURED_ELSEWHERE)
def test_the_least_exact_risk_wins_as_often_as_another_program_found(text: str, rule: str) -> None:
    known, half = (percent / 100 for percent in MEASURED_ELSEWHERE[text, rule])
    rate = WINS[text, rule]["exact"] / GAMES
    error = (known * (1 - known) / GAMES + (half / 1.96) ** 2) ** 0.5
    assert abs(rate - known) < 3.5 * error  # the bar for two samples with two noises
