"""What `search` promises besides being a native policy: strength at any table, games that end."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.core.registry import resolve
from hazard.dice import native
from hazard.dice.games import Games
from hazard.dice.playing import Block, Player, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds
from tests.dice.real_games import real_views

BUDGETS = ("search-fast", "search", "search-strong")
TABLES = [
    Rules(players=4),
    Rules(players=2),
    Rules(players=3, areas=12, ownership="scattered", transfers=2),
    Rules(players=8, strict=False),
]


def wins(name: str, rival: str, players: int, maps: int) -> int:
    """Games that it wins against copies of the rival, of players x maps."""
    agents: list[Player] = [resolve(f"dice/{name}", "dice"), resolve(f"dice/{rival}", "dice")]
    games = [(number, seat) for number in range(maps) for seat in range(players)]
    seeds = np.array([table_seeds(8, number, seat, players) for number, seat in games])
    seats = np.array([np.arange(players) != seat for _, seat in games]).astype(np.intp)
    outcomes = play_block(agents, Block(Rules(players=players), seeds, seats), threads=2)
    return sum(winner == seat for winner, (_, seat) in zip(outcomes.winner.tolist(), games, strict=True))


@pytest.mark.parametrize(("players", "maps", "least"), [(2, 60, 66), (4, 40, 48), (8, 20, 26)])
def test_it_beats_the_strongest_reference_at_any_table(players: int, maps: int, least: int) -> None:
    """These games have one outcome: no chance. Parity would be `maps`."""
    assert wins("search-fast", "kb.stei_adt", players, maps) >= least


@pytest.mark.parametrize("name", BUDGETS)
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: str(rules.players))
def test_its_games_end_with_a_winner(name: str, rules: Rules) -> None:
    """It does not wait for itself for ever; a native policy that gave an illegal command would raise."""
    games = Games(rules, 2, threads=2)
    games.deal(np.arange(8).reshape(2, 4).astype(np.uint64))
    games.seat(np.full((2, rules.players), native.policies().index(name)))
    games.advance()
    assert games.over.all()
    assert (games.winner >= 0).all()


@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: str(rules.players))
def test_a_command_is_a_function_of_the_position(rules: Rules) -> None:
    """Neither a seed, nor decisions taken, nor turns, nor what stands beside it in the batch."""
    views = max(real_views(rules, 20, 0.5, 1), key=len)
    agent = resolve("dice/search", "dice").make()
    commands = agent.choose(views).commands
    for array in (views.moves, views.seeds, views.turns):
        array.flags.writeable = True
        array[:] += 1
    assert np.array_equal(agent.choose(views).commands, commands)
    assert np.array_equal(agent.choose(views[:1]).commands, commands[:1])
    assert len(np.unique(commands, axis=0)) > 3
