"""The players of values that come with Hazard: far better than chance on boards that they never saw."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.core.registry import resolve
from hazard.mines.level import Level
from hazard.mines.playing import play_block


@pytest.mark.parametrize(
    ("name", "most"),
    [("mines/q", 0.55), ("mines/dqn", 0.53), ("mines/q-slide7", 0.48), ("mines/q-slide5", 0.26)],
)
def test_it_wins_what_it_learnt_to(name: str, most: float) -> None:
    seeds = np.arange(50_000, 50_256, dtype=np.uint64)
    level = Level.parse("8x8/10", "safe")
    outcomes = play_block(resolve(name, "mines").make(), level, seeds, seeds, (seeds % 64).astype(np.int32))
    # In 5,000 games they win 67, 69, 60 and 37 of 100: each bound is about four deviations lower.
    assert outcomes.won.mean() > most
    assert not any(outcomes.messages)


@pytest.mark.parametrize("name", ["mines/q", "mines/dqn", "mines/q-slide7", "mines/q-slide5"])
def test_it_plays_boards_of_other_sizes(name: str) -> None:
    seeds = np.arange(12, dtype=np.uint64)
    outcomes = play_block(
        resolve(name, "mines").make(), Level(9, 12, 14, "open"), seeds, seeds, np.full(12, 40, np.int32)
    )
    assert not any(outcomes.messages)
