"""A match goes on whatever an agent does, and says who, in which game, what and where."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hazard.arena.mines.match import match_mines
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.level import Level

LEVEL = Level.parse("expert")
GAMES = 300
SOURCE = """
import os, time
from hazard.mines.agents.rules import Rules

class Bot(Rules):
    def choose(self, views):
        if (views.seeds % 128 == 1).any():
            time.sleep(60)
        if (views.seeds % 128 == 2).any():
            os.abort()
        if (views.seeds % 128 == 3).any():
            raise KeyError("three")
        return super().choose(views)
"""
MESSAGES = {
    1: (Status.TIMEOUT, "no answer within 0.3 s (bot.py, line 8)"),
    2: (Status.ERROR, "worker process died (signal 6, SIGABRT) (bot.py, line 10)"),
    3: (Status.ERROR, "KeyError: 'three' (bot.py, line 12)"),
}


@pytest.mark.parametrize("workers", [1, 2])
def test_what_stalls_dies_or_raises_costs_its_own_games_only(workers: int, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(SOURCE)
    result = match_mines([str(path), "mines/rules"], LEVEL, games=GAMES, workers=workers, time_limit=0.3)
    kinds = (game_seeds(1, 0, GAMES)[1] % 128).astype(int)
    bad = np.isin(kinds, list(MESSAGES))
    assert {int(kind) for kind in kinds[bad]} == set(MESSAGES)
    mine, good = result.statuses[str(path)], result.statuses["mines/rules"]
    assert np.array_equal(mine[~bad], good[~bad])
    for game in np.flatnonzero(bad).tolist():
        assert mine[game] == MESSAGES[int(kinds[game])][0]
    standing = next(row for row in result.standings if row.agent == str(path))
    assert standing.games == GAMES
    told = {fault.message: fault for fault in standing.faults}
    for kind, (status, message) in MESSAGES.items():
        fault = told[message]
        assert fault.agent == str(path)
        assert fault.game == int(np.flatnonzero(kinds == kind)[0])
        assert (fault.status, fault.count) == (status.name.lower(), int((kinds == kind).sum()))
