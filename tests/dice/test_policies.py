"""The native policies play as the reference AIs are described: compared with plain Python on real games."""

from __future__ import annotations

import numpy as np
import pytest

from hazard.core.registry import agents, resolve
from hazard.dice.agent import PositionAgent
from hazard.dice.agents.course_net import AS_WRITTEN
from hazard.dice.command import Command
from hazard.dice.playing import Block, Outcomes, Player, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds
from hazard.dice.views import View, Views
from tests.dice.real_games import real_views
from tests.dice.reference_players import PLAYERS, Board

NAMES = [row.native for row in agents("dice") if row.native]
REFERENCES = [row.native for row in agents("dice") if row.path.startswith("hazard.dice.agents.references:")]
TABLES = [
    Rules(players=4),
    Rules(players=2),
    Rules(players=3, ownership="scattered", transfers=4),
    Rules(players=5, areas=20),
    Rules(players=7, strict=False, transfers=100),
]


def disagreements(name: str, found: list[Views]) -> list[str]:
    agent, wrong = resolve(f"dice/{name}", "dice").make(), list[str]()
    for views in found:
        commands = agent.choose(views).commands.tolist()
        for view, command in zip(views, commands, strict=True):
            expected = list(PLAYERS[name](Board(view)))
            if command != expected:
                wrong.append(f"{command}, not {expected}")
    return wrong


@pytest.fixture(scope="module", params=TABLES, ids=lambda rules: str(rules.players))
def found(request: pytest.FixtureRequest) -> list[Views]:
    rules: Rules = request.param
    return real_views(rules, 40, 0.07, rules.players)


def test_every_reference_has_its_description_in_python() -> None:
    assert list(PLAYERS) == REFERENCES


@pytest.mark.parametrize("name", PLAYERS)
def test_a_policy_commands_what_its_description_says(name: str, found: list[Views]) -> None:
    assert sum(map(len, found)) > 300
    assert disagreements(name, found) == []


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: str(rules.players))
def test_they_agree_on_many_positions(rules: Rules, name: str) -> None:
    assert disagreements(name, real_views(rules, 200, 0.2, 99)) == []


class Described(PositionAgent):
    """Plays as the description in Python says."""

    def __init__(self, name: str) -> None:
        self.play = PLAYERS[name]

    def choose_one(self, view: View) -> Command:
        return self.play(Board(view))


def play(players: list[Player], games: int, *, native: bool = True) -> Outcomes:
    rules = Rules(players=len(players))
    seeds = np.array([table_seeds(3, number, 0, len(players)) for number in range(games)])
    seats = np.array([np.roll(range(len(players)), number) for number in range(games)], np.intp)
    return play_block(players, Block(rules, seeds, seats), record=True, native=native)


def test_every_agent_and_its_native_policy_play_command_for_command_the_same() -> None:
    """All rows of the table in company: two tables for each, at every seat.

    But for the one that looks at the game's beginning, which views do not show.
    """
    rows = [resolve(f"dice/{name}", "dice") for name in NAMES if name != AS_WRITTEN]
    for players in (2, 4, 6):
        seats = np.array([np.arange(game, game + players) % len(rows) for game in range(len(rows))], np.intp)
        seeds = np.array([table_seeds(4, number, 0, players) for number in range(len(rows))])
        block = Block(Rules(players=players), seeds, seats)
        native = play_block(rows, block, record=True)
        asked = play_block([row.make() for row in rows], block, record=True)
        assert native.records is not None
        assert asked.records is not None
        for one, other in zip(native.records, asked.records, strict=True):
            assert one.commands == other.commands
        assert np.array_equal(native.statuses, asked.statuses)
        assert np.array_equal(native.deeds.decisions, asked.deeds.decisions)


def test_in_a_process_of_its_own_it_plays_the_same() -> None:
    players: list[Player] = [resolve("dice/kb.stei_adt", "dice"), resolve("dice/dt.rand", "dice")]
    native, asked = play(players, 6), play(players, 6, native=False)
    assert native.records == asked.records
    assert np.array_equal(native.statuses, asked.statuses)


@pytest.mark.parametrize("name", REFERENCES)
def test_a_whole_game_is_as_described(name: str) -> None:
    """Also the numbers that only games count: decisions taken, commands of the turn, turns."""
    agent, rival = resolve(f"dice/{name}", "dice"), resolve("dice/dt.stei", "dice")
    native, described = play([agent, rival], 2), play([Described(name), rival], 2)
    assert native.records is not None
    assert described.records is not None
    assert [r.commands for r in native.records] == [r.commands for r in described.records]


def test_decisions_depend_on_neither_company_nor_order(found: list[Views]) -> None:
    views = max(found, key=len)
    order = np.random.default_rng(1).permutation(len(views))
    for name in NAMES:
        agent = resolve(f"dice/{name}", "dice").make()
        together = agent.choose(views).commands
        assert np.array_equal(agent.choose(views[order]).commands, together[order])
        assert np.array_equal(agent.choose(views[order[:1]]).commands, together[order[:1]])
