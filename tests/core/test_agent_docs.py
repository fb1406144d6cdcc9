"""What the documentation for bot authors says runs, and stands where a bot author finds it."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from hazard.core import agent
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.playing import play_block

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "agents.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_every_agent_of_the_page_plays_its_games_to_the_end(number: int, tmp_path: Path) -> None:
    file = tmp_path / "documented.py"
    file.write_text(BLOCKS[number])
    assert plays(str(file))


def test_the_new_agent_plays_and_is_the_one_of_the_page() -> None:
    file = ROOT / "examples" / "new_agent.py"
    assert plays(str(file))
    code = [line for line in file.read_text().splitlines() if line.strip() and '"""' not in line]
    for line in BLOCKS[0].splitlines():
        assert not line.strip() or '"""' in line or line in code


def plays(path: str) -> bool:
    level = Level.parse("beginner", "safe")
    seeds, agent_seeds = game_seeds(3, 0, 30)
    outcomes = play_block(
        resolve(path, "mines"), level, seeds, agent_seeds, first_cells("default", level, seeds)
    )
    return bool(np.isin(outcomes.status, (Status.WON, Status.LOST)).all())


def test_the_rules_stand_in_the_contract_and_on_the_page() -> None:
    assert agent.__doc__ is not None
    rules = re.findall(r"^\d\. \*\*(.*?)\*\*", agent.__doc__, re.MULTILINE)
    assert len(rules) == 8
    assert rules == re.findall(r"^\d\. \*\*(.*?)\*\*", PAGE, re.MULTILINE)
