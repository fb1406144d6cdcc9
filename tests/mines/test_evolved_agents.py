"""Agents that were evolved: what they play is their weights, on boards of every size."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.mines.agents import evolved
from hazard.mines.agents.evolved import Evolved, Genetic
from hazard.mines.boards import Boards
from hazard.mines.deduction import SAFE, equations
from hazard.mines.evolved import Design, EvolvedPlayer, Population
from hazard.mines.level import Level
from hazard.mines.playing import play_block
from hazard.mines.views import Views


def views(level: Level, count: int, opened: int = 4) -> Views:
    boards = Boards(level, count)
    boards.deal(np.arange(count, dtype=np.uint64))
    for _ in range(opened):
        boards.open(boards.draw())
    under_way = boards.cells[boards.status == 0]
    none = np.zeros(len(under_way), np.int32)
    return Views(level, under_way, none, none.astype(np.uint64))


def test_a_fifth_of_boards_that_it_never_saw_is_won() -> None:
    seeds = np.arange(10_000, 11_000, dtype=np.uint64)
    level = Level.parse("8x8/10", "safe")
    outcomes = play_block(Genetic(), level, seeds, seeds, (seeds % 64).astype(np.int32))
    # 29 % in 5,000 games: with a deviation of 1.4 points a fifth is far.
    assert outcomes.won.mean() > 0.2
    assert not any(outcomes.messages)


@pytest.mark.parametrize("level", [Level(4, 9, 5, "safe"), Level(16, 30, 99, "open")], ids=str)
def test_it_plays_boards_of_every_size(level: Level) -> None:
    agent, seen = Genetic(), views(level, 30)
    chosen = agent.choose(seen).cells[:, 0]
    herd = Population(agent.player.design, level)
    np.testing.assert_array_equal(chosen, herd.choose(agent.player.array, seen.cells)[0])


def test_an_untouched_board_is_opened_at_the_default_cell() -> None:
    level = Level.parse("expert", "open")
    assert Genetic().choose(views(level, 3, opened=0)).cells[:, 0].tolist() == [3 * 30 + 3] * 3


def test_with_logic_what_is_proved_comes_first(tmp_path: pytest.TempPathFactory) -> None:
    level = Level.parse("intermediate", "safe")
    design = Design("network", hidden=4, logic=True)
    herd = Population(design, level)
    genes = np.random.default_rng(1).normal(size=herd.genes).astype(np.float32)

    class Own(Evolved):
        def __init__(self) -> None:
            self.player = EvolvedPlayer(design=design, genes=tuple(genes.tolist()))
            self.levels = ()
            self._populations = {}

    seen = views(level, 60, opened=2)
    decided = Own().choose(seen).cells
    safe = (equations(seen.cells) == SAFE) & (seen.cells < 0)
    proved = 0
    for game, cells in enumerate(decided):
        chosen = cells[cells >= 0]
        if safe[game].any():
            proved += 1
            np.testing.assert_array_equal(chosen, np.flatnonzero(safe[game]))
        else:
            assert chosen.tolist() == herd.choose(genes[np.newaxis], seen.cells[game : game + 1])[0].tolist()
    assert 5 < proved < len(decided)


def test_every_player_that_comes_with_hazard_can_be_read() -> None:
    files = sorted(evolved.PLAYERS.glob("*.json"))
    assert files
    for file in files:
        player = EvolvedPlayer.read(file)
        assert len(player.genes) == Population(player.design, Level(8, 8, 10, "safe")).genes
        assert player.provenance.recipe
