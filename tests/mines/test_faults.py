"""What stalls or dies costs its own games only: the others end as if nothing had happened."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hazard.arena.mines.solving import solve
from hazard.core.errors import AgentError, BadInput
from hazard.core.hosting import end_kept
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.agents.random import Random
from hazard.mines.first import first_cells
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.playing import Outcomes, play_block

LEVEL = Level.parse("9x9/5", "safe")
GAMES = 60
SOURCE = """
import ctypes, os, time
import numpy as np
from hazard.mines.agents.random import Random

class Bot(Random):
    def choose(self, views):
        if ((views.seeds % 16 == 1) & (views.moves == 1)).any():
            {fault}
        {always}
        return super().choose(views)
"""


def bot(folder: Path, fault: str = "pass", always: str = "pass") -> str:
    path = folder / "bot.py"
    path.write_text(SOURCE.format(fault=fault, always=always))
    return str(path)


def play(agent: Any, **options: Any) -> Outcomes:
    seeds, agent_seeds = game_seeds(1, 0, GAMES)
    return play_block(agent, LEVEL, seeds, agent_seeds, first_cells("default", LEVEL, seeds), **options)


GOOD = play(Random(), record=True)
REACHED = (game_seeds(1, 0, GAMES)[1] % 16 == 1) & (GOOD.decisions > 1)


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        ("time.sleep(60)", Status.TIMEOUT, "no answer within 0.3 s (bot.py, line 9)"),
        ("while True: pass", Status.TIMEOUT, "no answer within 0.3 s (bot.py, line 9)"),
        ("os._exit(3)", Status.ERROR, "worker process died (exit code 3)"),
        ("ctypes.string_at(0)", Status.ERROR, "worker process died (signal 11, SIGSEGV) (bot.py, line 9)"),
        ("raise KeyError('x')", Status.ERROR, "KeyError: 'x' (bot.py, line 9)"),
        ("raise MemoryError", Status.ERROR, "MemoryError (bot.py, line 9)"),
    ],
)
def test_only_the_games_that_fail_alone_are_lost(
    fault: str, status: Status, message: str, tmp_path: Path
) -> None:
    assert 2 <= REACHED.sum() <= 6
    outcomes = play(resolve(bot(tmp_path, fault), "mines"), time_limit=0.3, record=True)
    assert (outcomes.status[REACHED] == status).all()
    assert outcomes.messages == tuple(message if reached else None for reached in REACHED)
    assert np.array_equal(outcomes.status[~REACHED], GOOD.status[~REACHED])
    assert outcomes.records is not None
    assert GOOD.records is not None
    for game in np.flatnonzero(~REACHED).tolist():
        assert outcomes.records[game].decisions == GOOD.records[game].decisions
    for game in np.flatnonzero(REACHED).tolist():
        assert outcomes.records[game].status == status.name
        assert outcomes.records[game].decisions == GOOD.records[game].decisions[:1]


def test_an_agent_that_is_slow_in_company_only_loses_no_game(tmp_path: Path) -> None:
    agent = resolve(bot(tmp_path, always="time.sleep(0.02 * len(views))"), "mines")
    begin = time.monotonic()
    outcomes = play(agent, time_limit=0.4)
    assert np.array_equal(outcomes.status, GOOD.status)
    decisions = int(GOOD.decisions.sum())
    assert time.monotonic() - begin < 0.02 * decisions + 15  # not ended each round


def test_an_agent_that_dies_only_in_company_loses_no_game(tmp_path: Path) -> None:
    outcomes = play(resolve(bot(tmp_path, always="len(views) > 40 and os._exit(1)"), "mines"), time_limit=2)
    assert np.array_equal(outcomes.status, GOOD.status)


def test_the_agent_plays_in_another_process(tmp_path: Path) -> None:
    import os

    told = tmp_path / "pids"
    fault = f"open({str(told)!r}, 'a').write(str(os.getpid()) + '\\n')"
    play(resolve(bot(tmp_path, always=fault), "mines"))
    pids = {int(line) for line in told.read_text().split()}
    assert len(pids) == 1
    assert os.getpid() not in pids


def test_an_agent_that_cannot_start_is_no_fault_of_its_games(tmp_path: Path) -> None:
    agent = resolve(bot(tmp_path), "mines")
    (tmp_path / "bot.py").unlink()
    end_kept()
    with pytest.raises(AgentError, match="there is no file"):
        play(agent)


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf")])
def test_a_time_limit_that_is_none_is_refused(limit: float) -> None:
    with pytest.raises(BadInput, match="a time limit of"):
        play(Random(), time_limit=limit)


@pytest.mark.parametrize("workers", [1, 2])
def test_solve_keeps_the_limit_and_goes_on(workers: int, tmp_path: Path) -> None:
    name = bot(tmp_path, "time.sleep(60)")
    layouts = [Layout(9, 9, ((0, 1), (4, 4), (8, 8), (2, 7), (6, 1)), (0, 0)) for _ in range(GAMES)]
    games = list(solve(layouts, name, time_limit=0.3, workers=workers))
    stalled = [game for game in games if game.status == "timeout"]
    assert [game.index for game in games] == list(range(GAMES))
    assert 1 <= len(stalled) <= 15
    assert {game.message for game in stalled} == {"no answer within 0.3 s (bot.py, line 9)"}
    good = list(solve(layouts, "mines/random", workers=1))
    for game, other in zip(games, good, strict=True):
        assert game.status in ("timeout", other.status)
