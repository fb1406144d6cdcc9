"""The examples in the course's style command what our native policies command."""

from __future__ import annotations

from pathlib import Path

import pytest

from hazard.core.hosted import hosted
from hazard.core.registry import resolve
from hazard.dice.answers import bare
from hazard.dice.rules import Rules
from tests.dice.course.playing import commands, faults, play
from tests.dice.test_policies import real_views

EXAMPLES = Path(__file__).parents[3] / "examples" / "course"
PORTS = {"steady": "dice/dt.stei", "forward": "dice/kb.sdc_pre_at"}


def disagreements(port: str, rules: Rules, games: int, kept: float, seed: int) -> tuple[int, int]:
    """Positions of real games that were asked about, and in how many the commands differ."""
    asked = wrong = 0
    policy = resolve(PORTS[port], "dice").make()
    with hosted(resolve(f"course:{EXAMPLES / port}.py,clock=off", "dice"), bare, 60.0) as agent:
        for views in real_views(rules, games, kept, seed):
            ours = policy.choose(views).commands
            wrong += int((agent.choose(views).commands != ours).any(axis=1).sum())
            asked += len(views)
    return asked, wrong


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_port_commands_what_the_policy_commands(port: str, players: int) -> None:
    asked, wrong = disagreements(port, Rules(players=players), 12, 0.07, players)
    assert asked > 100
    assert wrong == 0


@pytest.mark.parametrize("port", PORTS)
def test_a_port_plays_the_games_of_the_policy(port: str) -> None:
    """Command by command and roll by roll, its own state kept over whole games."""
    rules = Rules(strict=False)
    ours = play(resolve(PORTS[port], "dice"), 4, rules)
    theirs = play(resolve(f"course:{EXAMPLES / port}.py", "dice"), 4, rules)
    assert faults(theirs) == []
    assert commands(theirs) == commands(ours)


@pytest.mark.long
@pytest.mark.parametrize("port", PORTS)
def test_a_port_commands_what_the_policy_commands_in_100_000_positions(port: str) -> None:
    asked = 0
    for players in (2, 3, 4, 6, 8):
        count, wrong = disagreements(port, Rules(players=players), 160, 0.5, 7 + players)
        assert wrong == 0
        asked += count
    assert asked >= 100_000
