"""An exported package commands what the native policy does, in positions of real games and in matches."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import table_dice
from hazard.core.records import read_lines
from hazard.core.registry import agents, resolve
from hazard.dice.command import Kind
from hazard.dice.course.board import Board, Land, board_of
from hazard.dice.course.commands import EndTurnCommand
from hazard.dice.course.platform import MODULES
from hazard.dice.ports.package import export, port_of
from hazard.dice.position import Position
from hazard.dice.record import Record, steps
from hazard.dice.rules import Rules
from hazard.dice.views import View, Views
from tests.dice.ports import platform
from tests.dice.real_games import real_views

PORTS = [row.name for row in agents("dice") if row.port is not None]
SEARCHES = ["dice/search", "dice/search-fast"]
REFERENCES = [name for name in PORTS if name not in SEARCHES]
RANDOM = {name for name in PORTS if port_of(name).is_random}
RANDOM_TURNS = {"dice/xlogin42": 3}  # of those who are random at first only
TABLES = [
    Rules(players=2),
    Rules(players=3, areas=20, ownership="scattered"),
    Rules(players=4),
    Rules(players=4, transfers=2),
    Rules(players=5),
    Rules(players=6, transfers=0),
    Rules(players=7),
    Rules(players=8, areas=50, transfers=20),
]


def asked(view: View) -> bytes:
    """A position as the stand-in for the platform reads it: names count from 1."""
    areas = [
        [area + 1, view.owners[area].item() + 1, view.dice[area].item(), [n + 1 for n in view.around(area)]]
        for area in np.flatnonzero(view.owners >= 0).tolist()
    ]
    told = {
        "areas": areas,
        "player": view.player + 1,
        "order": list(range(1, view.rules.players + 1)),
        "transfers": view.rules.transfers,
        "counts": [battles(view), view.commands - battles(view), view.turns],
    }
    return json.dumps(told).encode() + b"\n"


def battles(view: View) -> int:
    """Of this turn so far."""
    return view.commands - (view.rules.transfers - view.transfers)


Answer = tuple[list[int], list[list[int]]]
"""A command, and those that are as good; in the platform's names."""


def answers(names: list[str], positions: list[Views], folder: Path) -> Iterator[tuple[View, list[Answer]]]:
    """Every position with the answers of these agents' packages."""
    platform.write(folder)
    for number, name in enumerate(names):
        export(name, folder / f"dicewars/ai/x{number}")
    (folder / "asked").write_bytes(b"".join(asked(view) for views in positions for view in views))
    packages = [f"x{number}" for number in range(len(names))]
    with (folder / "asked").open("rb") as lines:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(folder / "answer.py"), *packages],
            stdin=lines,
            capture_output=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr.decode()
    told = iter(done.stdout.splitlines())
    for views in positions:
        for view in views:
            yield view, json.loads(next(told))


def compare(names: list[str], positions: list[Views], folder: Path) -> Counter[str]:
    """Refuse any other command than the native one; how often each agent commanded more than an end.

    Of two commands that are equally good a search may play the other one, as rounding will have it.
    """
    native = {
        name: [row for views in positions for row in agent.choose(views).commands.tolist()]
        for name, agent in ((name, resolve(name, "dice").make()) for name in names)
    }
    moved, rounded, asked_for = Counter[str](), 0, 0
    for place, (view, given) in enumerate(answers(names, positions, folder)):
        for name, (answer, as_good) in zip(names, given, strict=True):
            command, kind = ours(answer), answer[0]
            moved[name] += kind != Kind.END
            asked_for += 1
            if name in RANDOM and view.turns < RANDOM_TURNS.get(name, sys.maxsize):
                legal = [list(attack) for attack in view.attacks()]
                few = name == "dice/xlogin00" and battles(view) >= 2
                assert (command in legal) if legal and not few else kind == Kind.END, (name, view)
            elif command != native[name][place]:
                assert native[name][place] in map(ours, as_good), (name, view)
                rounded += 1
    assert rounded <= 1 + asked_for // 200
    return moved


def ours(command: list[int]) -> list[int]:
    """A command of the platform in our numbers."""
    kind, source, target = command
    return [kind, source - 1, target - 1] if kind else [0, 0, 0]


def gathered(positions: int, games: int, seed: int) -> list[Views]:
    """So many positions of each table, or a few more, one in twenty of these games at a time.

    Nobody has dice in reserve, as a package that is asked about one position knows of none.
    """
    found: list[Views] = []
    for rules in TABLES:
        count = 0
        for number in range(1, 1000):
            for views in real_views(rules, games, 0.05, 1000 * seed + number):
                found.append(replace(views, reserves=np.zeros_like(views.reserves)))
                count += len(views)
            if count >= positions:
                break
    return found


def test_every_reference_commands_as_the_native_policy_in_positions_of_real_games(tmp_path: Path) -> None:
    moved = compare(REFERENCES, gathered(20, games=2, seed=1), tmp_path)
    assert all(moved[name] > 10 for name in REFERENCES)


@pytest.mark.long
@pytest.mark.parametrize(("first", "last"), list(pairwise((0, 5, 10, len(REFERENCES)))))
def test_every_reference_commands_as_the_native_policy_in_100_000_positions(
    first: int, last: int, tmp_path: Path
) -> None:
    positions = gathered(12_500, games=32, seed=2)
    assert sum(map(len, positions)) >= 100_000
    compare(REFERENCES[first:last], positions, tmp_path)


def test_a_search_commands_as_the_native_policy_in_positions_of_real_games(tmp_path: Path) -> None:
    positions = [views[:1] for views in gathered(12, games=1, seed=4)[::5]]
    assert len(positions) > 12
    moved = compare(SEARCHES, positions, tmp_path)
    assert all(moved[name] > 6 for name in SEARCHES)


@pytest.mark.long
@pytest.mark.parametrize(("name", "positions"), [("dice/search", 300), ("dice/search-fast", 2_500)])
def test_a_search_commands_as_the_native_policy_in_thousands_of_positions(
    name: str, positions: int, tmp_path: Path
) -> None:
    moved = compare([name], gathered(positions, games=32, seed=3), tmp_path)
    assert moved[name] > 2 * positions


def test_a_search_counts_its_own_reserve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In whole games, till it has won: nearly all dice have no room then."""
    for name, module in MODULES.items():
        monkeypatch.setitem(sys.modules, name, import_module(module) if module else ModuleType(name))
    monkeypatch.syspath_prepend(str(tmp_path))
    export("dice/search-fast", tmp_path / "counting")
    rules, path = Rules(players=2, areas=12), tmp_path / "games.jsonl"
    table_dice(["dice/search-fast", "dice/dt.rand"], Deal(rules, 1, 2, True)).run(records=path)
    counted: list[int] = []
    for record in read_lines(path, Record):
        seat = record.agents.index("dice/search-fast")
        ai = import_module("counting").AI(seat + 1, board_at(record.beginning()), [1, 2], rules.transfers)
        for before, event, after in steps(record):
            if before.player != seat:
                continue
            used = rules.transfers - before.transfers_left
            ends = isinstance(ai.ai_turn(board_at(before), 0, used, 0, 10.0), EndTurnCommand)
            if ends and event.command.kind == Kind.END:
                assert ai.reserve == after.reserves[seat]
                counted.append(ai.reserve)
            ai.reserve = after.reserves[seat]  # where rounding chose another command
    assert len(counted) > 8
    assert max(counted) > 0


def board_at(position: Position) -> Board:
    """As an AI gets it."""
    owners, dice = (array.astype(np.uint8).tobytes() for array in (position.owners + 1, position.dice))
    return board_of(Land.of(position.map.neighbours).rows, owners, dice)


def test_a_match_of_packages_is_the_match_of_the_agents(tmp_path: Path) -> None:
    names = ["dice/kb.stei_adt", "dice/dt.wpm_c", "dice/kb.sdc_pre_at", "dice/dt.stei"]
    (tmp_path / "ais").mkdir()
    for name in names:
        export(name, tmp_path / "ais" / port_of(name).source)
    packages = [f"course:{tmp_path}/ais/{port_of(name).source}" for name in names]
    played: list[list[tuple[str, ...]]] = []
    for players in (packages, names):
        path = tmp_path / "games.jsonl"
        table_dice(players, Deal(Rules(areas=20), 1, 1, True)).run(records=path)
        played.append([record.commands for record in read_lines(path, Record)])
    assert len(played[0]) == 4
    assert played[0] == played[1]
