"""The examples in the course's style command what our native policies command."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from runpy import run_path
from types import ModuleType

import numpy as np
import pytest

from hazard.core.hosted import hosted
from hazard.core.registry import resolve
from hazard.dice.answers import bare
from hazard.dice.command import Command
from hazard.dice.course.board import Land, Row, board_of
from hazard.dice.course.form import Form
from hazard.dice.course.judging import State, judged
from hazard.dice.course.platform import MODULES
from hazard.dice.course.sessions import birth_amid
from hazard.dice.rules import Rules
from hazard.dice.views import View
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
def test_a_port_commands_what_the_policy_commands_in_100_000_positions(
    port: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked here, without the processes of the adapter, which the tests above go through."""
    for name, ours in MODULES.items():
        monkeypatch.setitem(sys.modules, name, import_module(ours) if ours else ModuleType(name))
    ai_class = run_path(str(EXAMPLES / f"{port}.py"))["AI"]
    policy = resolve(PORTS[port], "dice").make()
    asked, rows = 0, dict[bytes, list[Row]]()
    for players, kept in ((2, 0.12), (3, 0.3), (4, 0.45), (6, 0.35), (8, 0.35)):
        for views in real_views(Rules(players=players), 160, kept, 7 + players):
            ours = policy.choose(views).commands.tolist()
            assert [told(ai_class, view, rows) for view in views] == ours
            asked += len(views)
    assert asked >= 100_000


def told(ai_class: type, view: View, rows: dict[bytes, list[Row]]) -> list[int]:
    """What a fresh AI commands in this position; `rows` of the maps that were met."""
    key = view.neighbours.tobytes()
    if key not in rows:
        rows[key] = birth_amid(view).land.rows
    owners, dice = (array[: len(rows[key])].astype(np.uint8) for array in (view.owners + 1, view.dice))
    board = board_of(rows[key], owners.tobytes(), dice.tobytes())
    most, player = view.rules.transfers, view.player + 1
    used = most - view.transfers
    ai = Form(ai_class).made(player, board, list(range(1, view.rules.players + 1)), most)
    answer = ai.ai_turn(board, view.commands - used, used, view.turns, 10.0)
    land = Land(tuple(row[2] for row in rows[key]), ())
    command = judged(answer, State(land, player, owners.tobytes(), dice.tobytes(), view.transfers))
    assert isinstance(command, Command), command
    return list(command)
