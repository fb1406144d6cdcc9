"""The PettingZoo environment: what its tests ask, masks, rewards, ends, seeds, native seats."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from pettingzoo.test import api_test, performance_benchmark, seed_test
from pettingzoo.utils.wrappers import TerminateIllegalWrapper

from hazard.core.errors import BadInput, IllegalMove, UnknownAgent
from hazard.dice.actions import Actions
from hazard.dice.command import END, Command, Kind, attack, transfer
from hazard.dice.env import DiceEnv, env
from hazard.dice.game import Game
from hazard.dice.position import Position
from hazard.dice.rewards import REWARDS, Reward
from hazard.dice.rules import Rules

SMALL = Rules(players=2, areas=10)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"rules": SMALL, "reward": "region"},
    {"rules": Rules(players=8, ownership="scattered", reserve=5), "reward": "region"},
    {"rules": Rules(players=3, areas=3, transfers=0, most_turns=30)},
    {"rules": Rules(players=4, areas=20), "seats": ("dice/dt.rand", None, "dt.stei", None)},
]


# PettingZoo knows by name which environments may show a dict, or nothing to do to who is out of the game.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be gymnasium.spaces.box")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_tests_of_pettingzoo_pass(options: dict[str, Any]) -> None:
    api_test(env(**options), num_cycles=400)
    seed_test(lambda: env(**options), 100)


def test_the_benchmark_of_pettingzoo_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ticks = count(0, 0.01)  # it counts five seconds
    monkeypatch.setattr("time.time", lambda: next(ticks))
    performance_benchmark(env(rules=SMALL))
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_hazard_alone_does_not_load_pettingzoo() -> None:
    program = "import sys, hazard.dice.games; sys.exit('pettingzoo' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def played(table: DiceEnv, seed: int, ends: float = 0.05) -> tuple[list[Command], dict[str, float]]:
    """A game of random actions: all commands, and what each agent was paid in all."""
    draw = np.random.default_rng(seed)
    table.reset(seed=seed)
    paid, commands = dict.fromkeys(table.agents, 0.0), list[Command]()
    for agent in table.agent_iter():
        _, reward, terminated, truncated, _ = table.last()
        paid[agent] += reward
        if terminated or truncated:
            table.step(None)
            continue
        legal = np.flatnonzero(table.action_mask(agent))
        action = 0 if len(legal) == 1 or draw.random() < ends else int(draw.choice(legal[1:]))
        commands.append(table.actions.command(table._games.views[0], action))
        table.step(action)
    return commands, paid


def test_the_seed_in_info_names_the_same_game_everywhere() -> None:
    table = DiceEnv(SMALL)
    commands, _ = played(table, 5)
    game = Game(SMALL, table.game_seed)
    table.reset(seed=5)
    for command in commands:
        seen, _, _, _, info = table.last()
        assert seen is not None
        position, board = game.position, seen["observation"]
        assert info["seed"] == table.game_seed
        assert np.array_equal(board["owners"], (position.owners - position.player) % 2)
        assert np.array_equal(board["dice"], position.dice)
        assert board["transfers"] == [position.transfers_left]
        assert board["reserves"].tolist() == [position.reserves[(position.player + i) % 2] for i in range(2)]
        around = [[other for other in row if other >= 0] for row in board["neighbours"].tolist()]
        assert tuple(map(tuple, around)) == position.map.neighbours
        game.play(command)
        table.step(table.actions.number(table._games.views[0], command))
    assert game.over
    assert table.infos["player_0"]["winner"] == f"player_{game.winner}"


def test_the_mask_is_what_the_rules_allow() -> None:
    table = DiceEnv(Rules(players=3, areas=15))
    table.reset(seed=2)
    draw = np.random.default_rng(2)
    for agent in table.agent_iter(300):
        seen, _, over, _, info = table.last()
        if over or seen is None:
            table.step(None)
            continue
        position, view = table._games.position(0), table._games.views[0]
        legal = [END, *position.commands(Kind.ATTACK), *position.commands(Kind.TRANSFER)]
        allowed = np.flatnonzero(table.action_mask(agent)).tolist()
        assert sorted(table.actions.number(view, command) for command in legal) == allowed
        assert np.array_equal(seen["action_mask"], info["action_mask"])
        assert np.flatnonzero(info["action_mask"]).tolist() == allowed
        for other in set(table.agents) - {agent}:
            assert not table.action_mask(other).any()
            assert not table.infos[other]["action_mask"].any()
            assert table.observe(other)["observation"]["transfers"] == [0]
        table.step(int(draw.choice(allowed)))


def test_each_player_sees_itself_as_number_0() -> None:
    table = DiceEnv(Rules(players=5))
    table.reset(seed=1)
    owners = table._games.position(0).owners
    for seat, agent in enumerate(table.agents):
        seen = table.observe(agent)["observation"]["owners"]
        assert np.array_equal(seen == 0, owners == seat)
        assert np.array_equal(seen == 1, owners == (seat + 1) % 5)


def test_actions_and_commands_are_one_to_one() -> None:
    table = DiceEnv(SMALL)
    table.reset(seed=1)
    view, actions = table._games.views[0], Actions(10)
    assert len(actions) == 321
    assert table.action_space("player_0") == spaces.Discrete(321)
    there = 0
    for action in range(len(actions)):
        try:
            command = actions.command(view, action)
        except IllegalMove:
            continue
        there += 1
        assert actions.number(view, command) == action
    assert there == 1 + 2 * int((view.neighbours >= 0).sum())
    assert actions.command(view, 0) == END
    other = int(view.neighbours[4, 1])
    assert actions.number(view, attack(4, other)) == 1 + 4 * 16 + 1
    assert actions.number(view, transfer(4, other)) == 1 + 14 * 16 + 1
    for action in (-1, 321):
        with pytest.raises(BadInput, match="want 0 to 320"):
            actions.command(view, action)
    far = next(area for area in range(10) if area != 4 and area not in view.around(4))
    for area in (far, 99):
        with pytest.raises(BadInput, match="do not touch"):
            actions.number(view, attack(4, area))


@pytest.mark.parametrize("players", range(2, 9))
def test_a_win_pays_1_and_a_loss_takes_1_at_any_table(players: int) -> None:
    table = DiceEnv(Rules(players=players, areas=4 * players))
    for seed in range(3):
        commands, paid = played(table, seed, ends=0)
        assert sorted(paid.values()) == [-1.0] * (players - 1) + [1.0]
        assert commands
        assert table.agents == []


def test_who_loses_all_land_is_out_and_the_others_play_on() -> None:
    table = DiceEnv(Rules(players=4, areas=12))
    table.reset(seed=3)
    draw, out = np.random.default_rng(3), list[str]()
    for agent in table.agent_iter():
        _, reward, terminated, _, info = table.last()
        if not terminated:
            table.step(int(draw.choice(np.flatnonzero(info["action_mask"]))))
            continue
        assert len(table.agents) == 4 - len(out)
        if reward < 0:
            assert not (table._games.views.owners[0] == int(agent[-1])).any()
        table.step(None)
        out.append(agent)
        if len(out) == 1:  # the game goes on without it
            assert not table._games.over[0]
            assert table.agent_selection == f"player_{table._games.views.player[0]}"
            with pytest.raises(KeyError):
                table.terminations[agent]
    assert len(out) == 4


def test_what_is_paid_for_regions_adds_up_to_the_whole_way() -> None:
    table = DiceEnv(SMALL, reward="region")
    for seed in range(5):
        table.reset(seed=seed)
        begin = table._games.position(0)
        _, paid = played(table, seed)
        end = table._games.position(0)
        for seat, agent in enumerate(table.possible_agents):
            way = len(end.largest_region(seat)) - len(begin.largest_region(seat))
            result = 1 if end.winner == seat else -1
            assert paid[agent] == pytest.approx(result + way / 10)


def test_a_game_that_nobody_wins_pays_0_or_what_the_scheme_says() -> None:
    idle = Rules(players=3, areas=9, idle_rounds=2)
    for reward, nobody in (("win", 0.0), (Reward("late", "a draw costs", nobody=-0.5), -0.5)):
        table = DiceEnv(idle, reward=reward)
        table.reset(seed=1)
        for turn in range(6):
            assert table.agent_selection == f"player_{turn % 3}"
            table.step(0)
        assert table.terminations == dict.fromkeys(table.possible_agents, True)
        assert table.rewards == dict.fromkeys(table.possible_agents, nobody)
        assert table.infos["player_1"]["winner"] is None
        assert not any(table.action_mask(agent).any() for agent in table.agents)


def test_most_turns_cuts_a_game_off() -> None:
    table = DiceEnv(Rules(players=2, areas=10, most_turns=4))
    table.reset(seed=1)
    for _ in range(4):
        assert not any(table.truncations.values())
        table.step(0)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_native_players_take_their_seats() -> None:
    table = DiceEnv(Rules(players=2, areas=12), seats=("dice/dt.stei", None))
    assert table.possible_agents == ["player_1"]
    won = 0
    for seed in range(20):
        commands, paid = played(table, seed)
        assert commands
        won += paid["player_1"] > 0
    assert won < 10  # random play against an agent that plans


def test_games_that_native_players_end_at_once_are_not_played() -> None:
    table = DiceEnv(Rules(players=2, areas=2), seats=("dice/dt.sdc", None))
    for seed in range(30):
        table.reset(seed=seed)
        assert not table._games.over[0]
        assert table.action_mask("player_1")[0]


def test_an_illegal_action_says_why_and_changes_nothing() -> None:
    table = DiceEnv(SMALL)
    table.reset(seed=1)
    before, agent = table._games.position(0), table.agent_selection
    foreign = next(area for area in range(10) if before.owners[area] != before.player)
    action = table.actions.number(table._games.views[0], attack(foreign, before.map.neighbours[foreign][0]))
    with pytest.raises(IllegalMove, match=rf"action {action}, attack {foreign} .* belongs to player"):
        table.step(action)
    with pytest.raises(IllegalMove, match="area 0 has no neighbour 15"):
        table.step(16)
    with pytest.raises(BadInput, match="action 321"):
        table.step(321)
    with pytest.raises(BadInput, match="None is for agents whose game is over"):
        table.step(None)
    assert table._games.position(0) == before
    assert table.agent_selection == agent
    punished = TerminateIllegalWrapper(DiceEnv(SMALL), illegal_reward=-1)
    punished.reset(seed=1)
    punished.step(16)
    assert punished.rewards[agent] == -1
    assert all(punished.terminations.values())


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(BadInput, match="did you mean region"):
        DiceEnv(reward="regions")
    with pytest.raises(BadInput, match="3 seats for 4 players"):
        DiceEnv(seats=(None, None, None))
    with pytest.raises(BadInput, match="left to the environment"):
        DiceEnv(SMALL, seats=("dt.rand", "dt.rand"))
    with pytest.raises(UnknownAgent, match=r"did you mean dice/dt\.stei"):
        DiceEnv(SMALL, seats=("dt.steii", None))
    with pytest.raises(ValueError, match="unknown render_mode 'human'"):
        DiceEnv(render_mode="human")
    assert [row.name for row in REWARDS] == ["win", "region"]


def test_observations_are_copies() -> None:
    table = DiceEnv(SMALL)
    table.reset(seed=1)
    seen = table.observe("player_0")
    kept = {name: array.copy() for name, array in seen["observation"].items()}
    for array in (*seen["observation"].values(), seen["action_mask"]):
        array[:] = 1
    for name, array in table.observe("player_0")["observation"].items():
        assert np.array_equal(array, kept[name])
    assert not table.action_mask("player_0").all()


def test_ansi_shows_players_and_areas() -> None:
    table = DiceEnv(SMALL, render_mode="ansi")
    assert table.render() is None
    table.reset(seed=1)
    shown = table.render()
    assert shown is not None
    position: Position = table._games.position(0)
    lines = shown.splitlines()
    assert lines[0] == "player_0 commands, 6 transfers left"
    assert len(lines) == 1 + 2 + 10
    assert lines[3].startswith(f"area  0  player_{position.owners[0]}  {position.dice[0]} dice  beside ")
    assert DiceEnv(SMALL).render() is None
