"""What the documentation for bot authors says runs, and stands where a bot author finds it."""

from __future__ import annotations

import re
from pathlib import Path
from runpy import run_path

import numpy as np
import pytest

from hazard.core import agent
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.dice.playing import Block as DiceBlock
from hazard.dice.playing import play_block as play_dice_block
from hazard.dice.rules import Rules as DiceRules
from hazard.dice.seeds import table_seeds
from hazard.mines.first import first_cells
from hazard.mines.level import Level
from hazard.mines.playing import play_block

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "agents.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
AGENTS = [block for block in BLOCKS if "def choose" in block]


@pytest.mark.parametrize("number", range(len(AGENTS)))
def test_every_agent_of_the_page_plays_its_games_to_the_end(number: int, tmp_path: Path) -> None:
    file = tmp_path / "documented.py"
    file.write_text(AGENTS[number])
    assert plays_dice(str(file)) if "hazard.dice" in AGENTS[number] else plays(str(file))


def test_everything_else_on_the_page_runs(tmp_path: Path) -> None:
    others = [block for block in BLOCKS if block not in AGENTS]
    assert others
    for block in others:
        file = tmp_path / "documented.py"
        file.write_text(block)
        run_path(str(file))


def test_the_new_agent_plays_and_is_the_one_of_the_page() -> None:
    file = ROOT / "examples" / "new_agent.py"
    assert plays(str(file))
    code = [line for line in file.read_text().splitlines() if line.strip() and '"""' not in line]
    for line in BLOCKS[0].splitlines():
        assert not line.strip() or '"""' in line or line in code


def test_the_new_dice_agent_plays_and_is_the_one_of_the_page() -> None:
    file = ROOT / "examples" / "new_dice_agent.py"
    assert plays_dice(str(file))
    text = file.read_text()
    (block,) = [block for block in BLOCKS if "class Steady" in block]
    assert text[text.index("from hazard") :] == block
    assert len(text.splitlines()) <= 21


def plays(path: str) -> bool:
    level = Level.parse("beginner", "safe")
    seeds, agent_seeds = game_seeds(3, 0, 30)
    outcomes = play_block(
        resolve(path, "mines"), level, seeds, agent_seeds, first_cells("default", level, seeds)
    )
    return bool(np.isin(outcomes.status, (Status.WON, Status.LOST)).all())


def plays_dice(path: str) -> bool:
    """Against random attacks at tables of two, from both seats."""
    agents = [resolve(path, "dice"), resolve("dice/dt.rand", "dice")]
    seeds = np.array([table_seeds(3, game // 2, game % 2, 2) for game in range(20)])
    seats = np.array([[game % 2, 1 - game % 2] for game in range(20)], np.intp)
    return not play_dice_block(agents, DiceBlock(DiceRules(players=2, areas=12), seeds, seats)).messages


def test_the_rules_stand_in_the_contract_and_on_the_page() -> None:
    assert agent.__doc__ is not None
    rules = re.findall(r"^\d\. \*\*(.*?)\*\*", agent.__doc__, re.MULTILINE)
    assert len(rules) == 8
    assert rules == re.findall(r"^\d\. \*\*(.*?)\*\*", PAGE, re.MULTILINE)
