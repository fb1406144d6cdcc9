"""The vector environment through Gymnasium: actions in; observations, rewards, masks out; games dealt afresh.

`--jumanji` measures jumanji's Minesweeper beside it, in a virtual environment of its own under a temporary
folder (a download of a few hundred megabytes; PIP_* variables are heeded).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from _measure import best_time, print_table, use_one_core

from hazard.mines.env import ID, MinesVectorEnv

BOARDS = 1024
ROUNDS = 500
REPEATS = 5

# What runs in jumanji's own environment: the same boards and a random action under its mask, compiled as one
# loop (no Python between two steps) on one core.
JUMANJI = """
import json, os, sys, time
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
import jax, jax.numpy as jnp, jumanji
from jumanji.environments import Minesweeper
from jumanji.environments.logic.minesweeper.generator import UniformSamplingGenerator
from jumanji.wrappers import VmapAutoResetWrapper

boards, rounds, repeats = map(int, sys.argv[1:])
generator = UniformSamplingGenerator(num_rows=9, num_cols=9, num_mines=10)
env = VmapAutoResetWrapper(Minesweeper(generator=generator))
keys = jax.random.split(jax.random.PRNGKey(0), boards)
state, timestep = jax.jit(env.reset)(keys)

def chosen(key, mask):
    cell = jax.random.categorical(key, jnp.where(mask.reshape(-1), 0.0, -jnp.inf))
    return jnp.stack([cell // 9, cell % 9]).astype(jnp.int32)

def one(carry, key):
    state, timestep = carry
    actions = jax.vmap(chosen)(jax.random.split(key, boards), timestep.observation.action_mask)
    state, timestep = env.step(state, actions)
    return (state, timestep), timestep.last().sum()

@jax.jit
def play(state, timestep, key):
    (state, timestep), ended = jax.lax.scan(one, (state, timestep), jax.random.split(key, rounds))
    return state, timestep, ended.sum()

jax.block_until_ready(play(state, timestep, jax.random.PRNGKey(1)))
best, ended = float("inf"), 0
for repeat in range(repeats):
    begin = time.perf_counter()
    _, _, ended = jax.block_until_ready(play(state, timestep, jax.random.PRNGKey(repeat + 2)))
    best = min(best, time.perf_counter() - begin)
print(json.dumps({"steps": boards * rounds / best, "moves": boards * rounds / int(ended),
                  "versions": f"jumanji {jumanji.__version__}, jax {jax.__version__}"}))
"""


def measure(level: str, reward: str, **options: Any) -> tuple[list[str], float]:
    """A row of the table, and steps a second."""
    envs = gymnasium.make_vec("hazard/Mines-v0", num_envs=BOARDS, level=level, reward=reward, **options)
    envs.reset(seed=1)
    unwrapped = envs.unwrapped
    assert isinstance(unwrapped, MinesVectorEnv)
    boards = unwrapped._games.boards  # draws legal actions without a way through Python
    games = 0

    def play() -> None:
        nonlocal games
        for _ in range(ROUNDS):
            games += int(np.count_nonzero(envs.step(boards.draw())[2]))

    seconds = best_time(play, REPEATS)
    steps = BOARDS * ROUNDS
    rate, moves = steps / seconds, steps * REPEATS / max(games, 1)
    first = options.get("first", "default")
    return [level, first, reward, f"{rate / 1e6:.2f} million", f"{moves:.2f}"], rate


def measure_jumanji() -> dict[str, Any]:
    """jumanji's steps a second, moves a game and versions."""
    with tempfile.TemporaryDirectory(prefix="hazard-jumanji-") as folder:
        print(f"setting up jumanji in {folder}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "--quiet", "jumanji"], check=True)
        return run_jumanji(python)


def run_jumanji(python: str) -> dict[str, Any]:
    """The measurement by a Python that has jumanji."""
    words = [python, "-c", JUMANJI, *map(str, (BOARDS, ROUNDS, REPEATS))]
    return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Print one table; with --jumanji another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jumanji", action="store_true", help="measure jumanji's Minesweeper as well")
    parser.add_argument("--python", help="one that has jumanji, instead of a new virtual environment")
    asked = parser.parse_args()
    use_one_core()
    assert ID in gymnasium.registry
    rows = [
        measure("9x9/10", "win"),
        measure("9x9/10", "genetic-q"),
        measure("9x9/10", "win", first="agent"),
        measure("16x30/99", "win"),
    ]
    print_table(
        f"Vector environment through Gymnasium, {BOARDS} boards, rule open, one core",
        ["board", "first cell", "reward", "steps/s", "moves a game"],
        [row for row, _ in rows],
    )
    if not (asked.jumanji or asked.python):
        return
    row, ours = measure("9x9/10", "win", rule="any", first="agent")
    theirs = run_jumanji(asked.python) if asked.python else measure_jumanji()
    print_table(
        f"Beside jumanji's Minesweeper, {BOARDS} boards of 9x9/10, one core ({theirs['versions']})",
        ["environment", "steps/s", "moves a game", "ratio"],
        [
            [
                "hazard/Mines-v0, rule any, first cell agent",
                row[3],
                row[4],
                f"{ours / theirs['steps']:.0f}",
            ],
            ["jumanji", f"{theirs['steps'] / 1e6:.3f} million", f"{theirs['moves']:.2f}", "1"],
        ],
    )
    print(
        "\njumanji does not flood: a 0 opens no neighbours, so its step does less work and its games have "
        "more moves. Its loop is compiled as a whole, no Python runs between its steps."
    )


if __name__ == "__main__":
    main()
