"""Agents that think in rules of a file: they find what they should, and a reader's own rules play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hazard.arena.identity import identity
from hazard.core.errors import AgentError, AgentFault
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.mines.agents import asp, datalog
from hazard.mines.agents.asp import Asp
from hazard.mines.agents.datalog import Datalog
from hazard.mines.deduction import MINE, SAFE, counting_rules
from hazard.mines.first import first_cells
from hazard.mines.inference import analyse
from hazard.mines.level import Level, Rule
from hazard.mines.playing import play_block
from hazard.mines.position import Position
from tests.oracles.positions import expert_positions, games

MANY = 5_000  # positions that the long tests look at
SIZES = [("beginner", "safe"), ("4x30/20", "open"), ("7x7/24", "any")]


def small_positions(games_each: int) -> Iterator[Position]:
    """All moments of games on small boards, their ends among them, where the mine count decides."""
    for text, rule in SIZES:
        found = games(Level.parse(text, rule), ("exact", "rules"), least_open=1)
        for _ in range(games_each):
            yield from next(found)


def check_asp(positions: Iterator[Position] | tuple[Position, ...]) -> int:
    """Compare with exact inference; how many positions there were."""
    agent, count = Asp(), 0
    for position in positions:
        assert np.array_equal(agent.certain(position.cells, position.mines), analyse(position).certain)
        count += 1
    return count


def check_datalog(positions: Iterator[Position] | tuple[Position, ...]) -> int:
    """Compare with the counting rules of the native core; how many positions there were."""
    agent, count = Datalog(), 0
    for position in positions:
        assert np.array_equal(agent.certain(position.cells), counting_rules(position.cells[np.newaxis])[0])
        count += 1
    return count


def test_asp_finds_every_certain_cell_of_expert_positions_and_no_other() -> None:
    assert check_asp(expert_positions(100)) == 100


def test_asp_uses_the_mine_count_to_the_end_of_small_games() -> None:
    assert check_asp(small_positions(12)) > 100


@pytest.mark.long
def test_asp_finds_every_certain_cell_of_many_expert_positions_and_no_other() -> None:
    assert check_asp(expert_positions(MANY)) == MANY


def test_datalog_derives_what_the_counting_rules_find_and_no_more() -> None:
    assert check_datalog(expert_positions(15)) == 15
    assert check_datalog(small_positions(4)) > 30


@pytest.mark.long
def test_datalog_derives_what_the_counting_rules_find_in_many_expert_positions() -> None:
    assert check_datalog(expert_positions(MANY)) == MANY


def statuses(name: str, level: Level, count: int) -> NDArray[np.uint8]:
    seeds, agent_seeds = game_seeds(5, 0, count)
    agent = resolve(name, "mines").make()
    return play_block(agent, level, seeds, agent_seeds, first_cells("default", level, seeds)).status


@pytest.mark.parametrize("rule", ["open", "safe", "any"])
def test_datalog_plays_the_games_of_mines_rules(rule: Rule) -> None:
    level = Level.parse("beginner8", rule)
    assert np.array_equal(statuses("mines/datalog", level, 12), statuses("mines/rules", level, 12))


def test_asp_wins_about_as_often_as_mines_exact() -> None:
    """They open the same certain cells; of equal risks they may take others, as they guess at other times."""
    level = Level.parse("small", "open")
    ours, theirs = statuses("mines/asp", level, 64), statuses("mines/exact", level, 64)
    assert (
        ours != theirs
    ).mean() < 0.15  # 3 of 64 differ where only ties do; a guess too many costs far more


def test_flags_are_covered_cells_for_both() -> None:
    cells = np.array([[1, 1, -1], [-2, -1, -1]], np.int8)
    covered = np.where(cells < 0, -1, cells).astype(np.int8)
    assert np.array_equal(Asp().certain(cells, 1), Asp().certain(covered, 1))
    assert np.array_equal(Datalog().certain(cells), Datalog().certain(covered))


def test_a_view_that_cannot_be_has_no_answer() -> None:
    with pytest.raises(AgentFault, match=r"certain\.lp has no answer for this view"):
        Asp().certain(np.array([[3, -1]], np.int8), 1)


@pytest.mark.parametrize(
    ("agent", "rules"), [("mines/asp", asp.RULES), ("mines/datalog", datalog.RULES)], ids=["asp", "datalog"]
)
def test_a_copy_of_the_rules_plays_as_an_agent_of_its_own(agent: str, rules: Path, tmp_path: Path) -> None:
    copy = tmp_path / "my rules.txt"
    copy.write_text(rules.read_text())
    found = resolve(f"{agent}:{copy}", "mines")
    assert found.row.native is None
    assert identity(found) != identity(resolve(agent, "mines"))
    assert identity(found).name == f"{agent}:my rules.txt"
    views = expert_positions(1)[0].views("open")
    assert np.array_equal(
        found.make().choose(views).cells, resolve(agent, "mines").make().choose(views).cells
    )


def test_rules_of_ones_own_are_what_is_played(tmp_path: Path) -> None:
    """Told that a lone neighbour of a 1 is safe, both open a mine that they would have left alone."""
    cells = np.array([[1, -1], [1, 1]], np.int8)
    lp, log = tmp_path / "rash.lp", tmp_path / "rash.datalog"
    lp.write_text("safe(R,C) :- covered(R,C).")
    log.write_text("safe(Y) <= number(X, 1) & beside(X, Y)\nmine(Y) <= number(X, 2) & beside(X, Y)")
    assert Asp().certain(cells, 1)[0, 1] == Datalog().certain(cells)[0, 1] == MINE
    assert Asp(lp).certain(cells, 1)[0, 1] == Datalog(log).certain(cells)[0, 1] == SAFE
    assert Datalog().certain(cells)[0, 1] == MINE  # the engine is one for all: each brings its own rules


@pytest.mark.parametrize(
    ("agent", "rules", "message"),
    [
        (
            "asp",
            "safe(R,C :- covered(R,C).",
            r"clingo does not read .*my\.txt: my\.txt:1:10-12: error: syntax",
        ),
        ("asp", "safe(R,C) :- covered(R,D).", r"my\.txt:1:1-27: error: unsafe variables in"),
        ("datalog", "safe(Y) <= number(X,", r"pyDatalog does not follow .*my\.txt: .*was never closed"),
        ("datalog", "safe(Y) <= number(X, 1) & beside(X, Y)", "Predicate without definition.*mine"),
    ],
)
def test_rules_that_cannot_be_read_are_told_before_play(
    agent: str, rules: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "my.txt").write_text(rules)
    with pytest.raises(AgentError, match=message):
        resolve(f"mines/{agent}:{tmp_path / 'my.txt'}", "mines").make()


@pytest.mark.parametrize(
    ("agent", "rules"),
    [
        ("asp", "safe(0,0)."),
        ("asp", "safe(9,9)."),
        ("asp", "safe(somewhere)."),
    ],
)
def test_a_conclusion_about_another_cell_is_a_fault(agent: str, rules: str, tmp_path: Path) -> None:
    (tmp_path / "my.lp").write_text(rules)
    made = resolve(f"{agent}:{tmp_path / 'my.lp'}", "mines").make()
    with pytest.raises(AgentFault, match=r"my\.lp concludes safe\(.*\), which is no covered cell"):
        made.certain(np.array([[1, -1]], np.int8), 1)


def test_a_conclusion_of_datalog_about_another_cell_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "my.datalog").write_text("safe(X) <= number(X, 2)\nmine(X) <= number(X, 2)")
    made = resolve(f"datalog:{tmp_path / 'my.datalog'}", "mines").make()
    with pytest.raises(AgentFault, match=r"my\.datalog: safe\(1\) names no covered cell"):
        made.certain(np.array([[-1, 2, -1]], np.int8))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mines/exact:my.lp", "mines/exact plays by no file; name it without :my.lp"),
        ("mines/asp:none.lp", "there is no file none.lp; it takes rules for clingo"),
        ("datalog:", r"there is no file \(none is named\); it takes rules for pyDatalog"),
        ("mines/apS:my.lp", "unknown agent 'mines/apS:my.lp'; did you mean mines/asp"),
    ],
)
def test_a_file_that_an_agent_cannot_play_by_is_told(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        resolve(text, "mines")
