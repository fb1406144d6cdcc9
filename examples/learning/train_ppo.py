"""Train sb3-contrib's MaskablePPO on a small board for a minute, and see what it has learnt.

    pip install 'hazard[envs]' sb3-contrib
    python examples/learning/train_ppo.py

The level is 5x5/3 under rule `safe`, the arena opens the corner. A random player wins 8 % of such games,
least exact risk 88 %. Prints both win rates with Wilson intervals; exits with 1 where the trained player is
not clearly better.
"""

# pyright: reportMissingImports=false

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import monotonic
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

from hazard.arena.stats import wilson
from hazard.mines.env import MinesEnv, MinesVectorEnv

LEVEL, RULE = "tiny5", "safe"
Cells = NDArray[np.int8]
Player = Callable[[Cells, NDArray[np.bool_]], NDArray[np.int64]]


def planes(cells: Cells) -> NDArray[np.float32]:
    """What a network reads: one plane for covered, one for each number. [..., r, c] to [..., r * c * 10]."""
    return (cells[..., np.newaxis] == np.arange(-1, 9)).reshape(*cells.shape[:-2], -1).astype(np.float32)


class Planes(gymnasium.ObservationWrapper[Any, Any, Any]):
    """An environment that shows planes instead of cells, and passes the mask on."""

    def __init__(self, env: MinesEnv) -> None:
        super().__init__(env)
        self.observation_space = gymnasium.spaces.Box(0, 1, (env.level.area * 10,), np.float32)
        self.action_masks = env.action_masks

    def observation(self, observation: Cells) -> NDArray[np.float32]:
        return planes(observation)


class Clock(BaseCallback):
    """Ends the training after some seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.end = monotonic() + seconds

    def _on_step(self) -> bool:
        return monotonic() < self.end


def wins(choose: Player, games: int, seed: int) -> int:
    """How many of `games` games a player wins, drawn from a seed that no training used."""
    envs = MinesVectorEnv(games, LEVEL, RULE)
    cells, _ = envs.reset(seed=seed)
    won = np.zeros(games, np.bool_)
    running = np.ones(games, np.bool_)
    while running.any():  # each board's first game; the next ones are not counted
        cells, _, over, _, info = envs.step(choose(cells, envs.action_masks()))
        if over.any():
            won |= running & over & info["final_info"]["won"]
            running &= ~over
    return int(won.sum())


def train(seconds: float, seed: int) -> Player:
    """A player that was trained for so long."""
    torch.set_num_threads(1)
    envs = make_vec_env(lambda: Planes(MinesEnv(LEVEL, RULE, reward="genetic-q")), n_envs=32, seed=seed)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        learning_rate=1e-3,
        gamma=0.5,  # what is safe now matters more than what will be
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=seed,
        device="cpu",
    )
    model.learn(10**9, callback=Clock(seconds))
    print(f"trained on {model.num_timesteps:,} steps", file=sys.stderr)

    def choose(cells: Cells, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return model.predict(planes(cells), action_masks=masks, deterministic=True)[0]

    return choose


def main() -> int:
    """Train, compare, say what came out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    draw = np.random.default_rng(asked.seed)

    def at_random(_: Cells, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return (masks * draw.random(masks.shape)).argmax(axis=1)

    players = {"random": at_random, "trained": train(asked.seconds, asked.seed)}
    interval = {}
    for name, choose in players.items():
        won = wins(choose, asked.games, seed=10**6 + asked.seed)
        low, high = interval[name] = wilson(won, asked.games)
        print(f"{name:8} won {won:,} of {asked.games:,}: {won / asked.games:.1%} [{low:.1%}, {high:.1%}]")
    return 0 if interval["trained"].low > interval["random"].high + 0.2 else 1


if __name__ == "__main__":
    sys.exit(main())
