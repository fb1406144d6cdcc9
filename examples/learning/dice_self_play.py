"""Dicewars by self-play: a linear player learns from its own games, in PettingZoo, with numpy alone.

    python examples/learning/dice_self_play.py [--games 1000] [--trials 200] [--seed 1]

One player sits on both seats of a small table. It draws each command with a chance that grows with the
weighted sum of the command's features, and after every game makes what the winner did likelier and what the
loser did unlikelier (REINFORCE: Williams 1992). Before and after, it plays games that it has not seen against
agents of the house, from both seats.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hazard.arena.stats import wilson
from hazard.dice.actions import Actions
from hazard.dice.env import DiceEnv
from hazard.dice.odds import win_chance
from hazard.dice.rules import Rules

RULES = Rules(players=2, areas=10)
ACTIONS = Actions(RULES.areas)
RIVALS = ("dice/dt.sdc", "dice/dt.stei")
FEATURES = ("attack", "chance to win", "chance to hold after", "with 8 dice", "transfer", "out to the border")
RATE = 0.1
WIN = np.array([[win_chance(a, d) if a and d else 0.0 for d in range(9)] for a in range(9)])

Numbers = NDArray[np.float64]


def features(seen: dict[str, Any]) -> tuple[NDArray[np.intp], Numbers]:
    """The legal actions, int[n], and their features, float64[n, features]; those of the end are all 0."""
    board, legal = seen["observation"], np.flatnonzero(seen["action_mask"])
    owners, dice, neighbours = board["owners"], board["dice"], board["neighbours"]
    hostile = (neighbours >= 0) & (owners[neighbours] != 0)  # to the player, [areas, degree]
    place = legal[1:] - 1  # the first legal action is always the end of the turn
    source, k = place // ACTIONS.degree % RULES.areas, place % ACTIONS.degree
    target = neighbours[source, k]
    attacks = owners[target] != 0
    threats = WIN[dice[neighbours[target]], np.maximum(dice[source] - 1, 0)[:, np.newaxis]]
    threats *= hostile[target] & (dice[neighbours[target]] >= 2)
    border = hostile.any(axis=1)
    told = np.zeros((len(legal), len(FEATURES)))
    told[1:, 0] = attacks
    told[1:, 1] = attacks * WIN[dice[source], dice[target]]
    told[1:, 2] = attacks * (1 - threats).prod(axis=1)
    told[1:, 3] = attacks * (dice[source] == 8)
    told[1:, 4] = ~attacks
    told[1:, 5] = ~attacks & ~border[source] & border[target]
    return legal, told


def chances(weights: Numbers, told: Numbers) -> Numbers:
    """Of each action to be drawn."""
    scores = np.exp(told @ weights - (told @ weights).max())
    return scores / scores.sum()


def learn(games: int, seed: int) -> Numbers:
    """The weights after so many games of the player against itself."""
    draw, weights = np.random.default_rng(seed), np.zeros(len(FEATURES))
    table = DiceEnv(RULES)
    table.reset(seed=seed)
    for _ in range(games):
        slopes = {agent: np.zeros(len(FEATURES)) for agent in table.possible_agents}
        paid = dict.fromkeys(slopes, 0.0)
        for agent in table.agent_iter():
            _, reward, terminated, truncated, _ = table.last(observe=False)
            paid[agent] += reward
            if terminated or truncated:
                table.step(None)
                continue
            legal, told = features(table.observe(agent))
            likely = chances(weights, told)
            choice = draw.choice(len(legal), p=likely)
            slopes[agent] += told[choice] - likely @ told  # of the logarithm of the chance
            table.step(int(legal[choice]))
        step = sum(paid[agent] * slope for agent, slope in slopes.items())
        weights += RATE * np.clip(step, -1, 1)
        table.reset()
    return weights


def wins(weights: Numbers, rival: str, trials: int, seed: int) -> int:
    """Games won of `trials`, half of them from each seat."""
    draw, won = np.random.default_rng(seed), 0
    for seats in ((None, rival), (rival, None)):
        table = DiceEnv(RULES, seats=seats)
        table.reset(seed=seed)
        (agent,) = table.possible_agents
        for _ in range(trials // 2):
            while not table.terminations[agent] and not table.truncations[agent]:
                legal, told = features(table.observe(agent))
                table.step(int(draw.choice(legal, p=chances(weights, told))))
            won += table.infos[agent]["winner"] == agent
            table.reset()
    return won


def main() -> None:
    """Learn, and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for option, value in (("--games", 1000), ("--trials", 200), ("--seed", 1)):
        parser.add_argument(option, type=int, default=value)
    asked = parser.parse_args()
    unlearned, learned = np.zeros(len(FEATURES)), learn(asked.games, asked.seed)
    for name, weight in zip(FEATURES, learned, strict=True):
        print(f"{name:22} {weight:+.2f}")
    for rival in RIVALS:
        for told, weights in (("before", unlearned), ("after", learned)):
            won = wins(weights, rival, asked.trials, 10**6 + asked.seed)
            low, high = wilson(won, asked.trials)
            print(f"{told} learning: won {won} of {asked.trials} [{low:.1%}, {high:.1%}] against {rival}")


if __name__ == "__main__":
    main()
