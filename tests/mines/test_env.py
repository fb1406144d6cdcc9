"""The Gymnasium environments: what the checker asks, rewards, masks, seeds; a vector is its parts."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from hazard.core.errors import BadInput, CellError, IllegalMove, LevelError
from hazard.core.status import Status
from hazard.mines.env import MinesEnv, MinesVectorEnv
from hazard.mines.game import Game
from hazard.mines.level import Level
from hazard.mines.rewards import REWARDS

OPTIONS: list[dict[str, Any]] = [
    {},
    {"rule": "any"},
    {"level": "tiny4", "rule": "safe", "first": "agent"},
    {"level": "tiny5", "first": "random", "reward": "genetic-q"},
    {"level": "expert", "first": "0,5", "reward": "cells", "rule": "safe"},
    {"level": Level(3, 7, 4, "any"), "reward": "genetic-points"},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_checker_of_gymnasium_has_nothing_to_say(options: dict[str, Any], mode: str) -> None:
    made = gymnasium.make("hazard/Mines-v0", render_mode=mode, **options)  # a warning fails the test
    check_env(made.unwrapped)
    made.close()


def test_make_and_make_vec_know_the_environments() -> None:
    env = gymnasium.make("hazard/Mines-v0", level="tiny5")
    assert isinstance(env.unwrapped, MinesEnv)
    envs = gymnasium.make_vec("hazard/Mines-v0", num_envs=3, level="tiny5")
    assert isinstance(envs.unwrapped, MinesVectorEnv)
    assert envs.observation_space.shape == (3, 5, 5)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_they_are_found_by_their_module_without_an_import_before() -> None:
    program = "import gymnasium; print(gymnasium.make('hazard.mines.env:hazard/Mines-v0').spec.id)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "hazard/Mines-v0\n"


def test_hazard_alone_does_not_load_gymnasium() -> None:
    program = "import sys, hazard.mines.boards; sys.exit('gymnasium' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program]).returncode == 0


def by_hand(options: dict[str, Any]) -> tuple[list[MinesEnv], MinesVectorEnv]:
    n = 7
    singles = [MinesEnv(**options) for _ in range(n)]
    return singles, MinesVectorEnv(n, **options)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_vector_environment_is_its_single_ones_step_by_step(options: dict[str, Any]) -> None:
    singles, together = by_hand(options)
    cells, info = together.reset(seed=40)
    for board, env in enumerate(singles):
        one, told = env.reset(seed=40 + board)
        assert np.array_equal(one, cells[board])
        assert told["seed"] == info["seed"][board]
    random, finished = np.random.default_rng(1), 0
    for _ in range(150):
        masks = together.action_masks()
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in masks])
        strays = random.random(len(actions)) < 0.1  # also cells that are open already
        actions[strays] = random.integers(masks.shape[1], size=strays.sum())
        cells, rewards, over, cut, info = together.step(actions)
        assert not cut.any()
        for board, env in enumerate(singles):
            one, reward, ended, _, told = env.step(actions[board])
            assert (reward, ended) == (rewards[board], over[board])
            if ended:
                finished += 1
                assert np.array_equal(info["final_obs"][board], one)
                assert info["_final_info"][board]
                assert info["final_info"]["won"][board] == told["won"]
                assert info["final_info"]["seed"][board] == told["seed"]
                one, told = env.reset()
            assert np.array_equal(cells[board], one)
            assert np.array_equal(info["action_mask"][board], told["action_mask"])
            assert info["seed"][board] == told["seed"]
            assert not told["won"]
    assert finished > 20


def test_it_steps_as_gymnasiums_own_vector_of_single_ones() -> None:
    theirs = SyncVectorEnv([lambda: MinesEnv("tiny5")] * 5, autoreset_mode=AutoresetMode.SAME_STEP)
    ours = MinesVectorEnv(5, "tiny5")
    first, second = theirs.reset(seed=3)[0], ours.reset(seed=3)[0]
    assert np.array_equal(first, second)
    random = np.random.default_rng(2)
    for _ in range(60):
        actions = random.integers(25, size=5)
        a, b = theirs.step(actions), ours.step(actions)
        for left, right in zip(a[:4], b[:4], strict=True):
            assert np.array_equal(left, right)
        assert np.array_equal(a[4]["action_mask"], b[4]["action_mask"])
        assert np.array_equal(a[4]["seed"], b[4]["seed"])
        assert ("final_obs" in a[4]) == ("final_obs" in b[4])
        if "final_obs" in a[4]:
            assert np.array_equal(a[4]["_final_obs"], b[4]["_final_obs"])
            for left, right in zip(a[4]["final_obs"], b[4]["final_obs"], strict=True):
                assert np.array_equal(left, right)
            assert np.array_equal(a[4]["final_info"]["won"], b[4]["final_info"]["won"])


@pytest.mark.parametrize("first", ["default", "agent"])
def test_a_seed_in_info_names_the_same_game_everywhere(first: str) -> None:
    env = MinesEnv("beginner", first=first)
    for _ in range(20):
        _, info = env.reset(seed=None)
        level = Level.parse("beginner")
        game = Game(level, int(info["seed"]), first=None if first == "agent" else level.default_first)
        random = np.random.default_rng(int(info["seed"]) % 1000)
        ended = False
        while not ended:
            action = random.choice(np.flatnonzero(env.action_masks()))
            cells, _, ended, _, _ = env.step(action)
            game.open(*divmod(int(action), 9))
            assert np.array_equal(cells, game.cells)
        assert game.status in (Status.WON, Status.LOST)


def test_runs_are_a_function_of_the_seed_and_not_of_threads() -> None:
    def run(seed: int, threads: int = 1) -> list[bytes]:
        envs = MinesVectorEnv(64, "tiny5", threads=threads)
        envs.action_space.seed(1)
        seen = [envs.reset(seed=seed)[0].tobytes()]
        for _ in range(30):
            cells, rewards, over, _, info = envs.step(envs.action_space.sample())
            seen.append(cells.tobytes() + rewards.tobytes() + over.tobytes() + info["seed"].tobytes())
        seen.append(envs.reset()[0].tobytes())
        return seen

    assert run(1) == run(1) == run(1, threads=2)
    assert run(1) != run(2)


def test_a_list_of_seeds_gives_each_board_its_own() -> None:
    envs = MinesVectorEnv(3, "beginner")
    together = envs.reset(seed=[5, 9, 5])[0]
    assert np.array_equal(together[0], together[2])
    assert np.array_equal(together[1], MinesEnv("beginner").reset(seed=9)[0])
    with pytest.raises(ValueError, match="2 seeds for 3 environments"):
        envs.reset(seed=[1, 2])


def truth(env: MinesEnv, info: dict[str, Any]) -> np.ndarray:
    """The mines, by losing the same game elsewhere."""
    for cell in range(25):
        game = Game(env.level, int(info["seed"]), first=env.level.default_first)
        if game.cells.flat[cell] < 0:
            game.open(*divmod(cell, 5))
            if game.status is Status.LOST:
                return game.reveal().mask
    raise AssertionError


EXPECTED = {  # won, lost, illegal, new, blind: for one cell that opens alone
    "win": (1, 0, 0, 0, 0),
    "win-loss": (1, -1, 0, 0, 0),
    "cells": (1 / 22, 0, 0, 1 / 22, 1 / 22),
    "genetic-q": (1, -1, -0.3, 0.9, -0.3),
    "genetic-points": (101, -100, -1, 1, 1),
}


@pytest.mark.parametrize("row", REWARDS, ids=lambda row: row.name)
def test_every_reward_pays_what_its_row_says(row: Any) -> None:
    won, lost, illegal, new, blind = EXPECTED[row.name]
    seen: set[str] = set()
    for seed in range(60):
        env = MinesEnv("tiny5", rule="safe", reward=row.name)
        cells, info = env.reset(seed=seed)
        mines = truth(env, info)
        _, reward, _, _, _ = env.step(0)  # the arena opened it
        assert reward == pytest.approx(illegal)
        ended = False
        while not ended:
            covered = np.flatnonzero(env.action_masks() & ~mines.ravel())
            action = int(np.random.default_rng(seed).choice(covered))
            r, c = divmod(action, 5)
            nothing_known = (cells[max(r - 1, 0) : r + 2, max(c - 1, 0) : c + 2] < 0).all()
            before = (cells >= 0).sum()
            cells, reward, ended, _, info = env.step(action)
            count = (cells >= 0).sum() - before
            extra = (count - 1) * {"cells": 1 / 22, "genetic-points": 1}.get(row.name, 0)
            kind = "won" if ended else "blind" if nothing_known else "new"
            assert reward == pytest.approx({"won": won, "blind": blind, "new": new}[kind] + extra), kind
            seen.add(kind)
        assert info["won"]
        env.reset(seed=seed)
        _, reward, ended, _, info = env.step(int(np.flatnonzero(mines.ravel())[0]))
        assert (reward, ended, info["won"]) == (pytest.approx(lost), True, False)
    assert seen == {"won", "blind", "new"}


def test_the_shares_of_a_won_game_add_up_to_one_where_the_agent_opens_all() -> None:
    env = MinesEnv("tiny5", first="agent", reward="cells")
    _, info = env.reset(seed=7)
    mines = truth(env, info)  # of the game whose first cell is the default one
    first = 5 * env.level.default_first[0] + env.level.default_first[1]
    total, ended = 0.0, False
    while not ended:
        safe = np.flatnonzero(env.action_masks() & ~mines.ravel())
        _, reward, ended, _, info = env.step(first if total == 0 else int(safe[0]))
        total += reward
    assert info["won"]
    assert total == pytest.approx(1)


def test_an_illegal_action_changes_nothing_or_raises_in_strict_mode() -> None:
    env, strict = MinesEnv("tiny5"), MinesEnv("tiny5", strict=True)
    before, info = env.reset(seed=1)
    strict.reset(seed=1)
    middle = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, ended, cut, told = env.step(middle)
    assert np.array_equal(before, after)
    assert (reward, ended, cut) == (0.0, False, False)
    assert np.array_equal(told["action_mask"], info["action_mask"])
    with pytest.raises(IllegalMove, match=r"cell \(\d, \d\) is already open"):
        strict.step(middle)
    assert np.array_equal(strict.action_masks(), info["action_mask"] == 1)


def test_the_mask_is_what_is_covered_and_sampling_with_it_is_legal() -> None:
    env = MinesEnv("tiny5", strict=True)
    env.action_space.seed(3)
    for seed in range(20):
        cells, info = env.reset(seed=seed)
        ended = False
        while not ended:
            assert np.array_equal(info["action_mask"], (cells.ravel() == -1).astype(np.int8))
            cells, _, ended, _, info = env.step(env.action_space.sample(mask=info["action_mask"]))


@pytest.mark.parametrize("rule", ["open", "safe", "any"])
@pytest.mark.parametrize("first", ["default", "corner", "1,2", "random"])
def test_no_game_is_over_before_the_agent_has_moved(rule: Any, first: str) -> None:
    envs = MinesVectorEnv(200, "tiny4", rule, first)
    cells, _ = envs.reset(seed=1)
    for _ in range(20):
        assert (cells >= 0).any(axis=(1, 2)).all()
        assert envs.action_masks().any(axis=1).all()
        masks = envs.action_masks()
        cells = envs.step(masks.argmax(axis=1))[0]


def test_the_agent_opens_the_first_cell_when_asked_to() -> None:
    cells, info = MinesEnv("beginner", first="agent").reset(seed=1)
    assert (cells == -1).all()
    assert info["action_mask"].all()


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(LevelError, match="did you mean expert"):
        MinesEnv("expret")
    with pytest.raises(BadInput, match="did you mean genetic-q"):
        MinesEnv(reward="genetic")
    with pytest.raises(CellError, match="unknown first cell"):
        MinesEnv(first="middle")
    with pytest.raises(ValueError, match="unknown render_mode 'human'"):
        MinesEnv(render_mode="human")
    with pytest.raises(ValueError, match="0 environments"):
        MinesVectorEnv(0)
    with pytest.raises(LevelError, match="let the agent open it"):
        MinesEnv(Level(3, 3, 0, "any")).reset(seed=1)
    env = MinesEnv("tiny4", first="agent")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for bad in (16, -1):
        with pytest.raises(CellError, match="outside the 4x4 board"):
            env.step(bad)
    envs = MinesVectorEnv(2, "tiny4")
    with pytest.raises(ResetNeeded):
        envs.step(np.zeros(2, np.int64))
    envs.reset(seed=1)
    wrong: list[Any] = [np.zeros(3, np.int64), np.zeros(2), np.zeros((2, 1), np.int64)]
    for actions in wrong:
        with pytest.raises(CellError, match="one whole number for each of 2 boards"):
            envs.step(actions)


def test_a_game_that_is_over_needs_a_reset() -> None:
    env = MinesEnv("tiny4")
    env.reset(seed=1)
    ended = False
    while not ended:
        *_, ended, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_ansi_shows_the_position_and_the_mines_of_a_finished_game() -> None:
    env = MinesEnv(Level(1, 4, 1, "safe"), first="agent", render_mode="ansi")
    assert env.render() is None
    env.reset(seed=0)
    assert env.render() == "4x1x1\nHHHH\n"
    ended = False
    while not ended:
        *_, ended, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert env.render().splitlines()[1].count("*") == 1


def test_pictures_are_pixels_that_tell_cells_apart() -> None:
    env = MinesEnv("tiny5", render_mode="rgb_array")
    env.reset(seed=2)
    before = env.render()
    assert before.dtype == np.uint8
    assert before.shape[2] == 3
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert not np.array_equal(before, env.render())
    envs = gymnasium.make_vec("hazard/Mines-v0", num_envs=20, level="tiny5", render_mode="rgb_array")
    assert envs.render() is None
    envs.reset(seed=2)
    frames = envs.render()
    assert frames is not None
    assert len(frames) == 16
    assert np.array_equal(frames[0], before)


def test_observations_are_copies() -> None:
    envs = MinesVectorEnv(4, "tiny5")
    cells, info = envs.reset(seed=1)
    kept, masks = cells.copy(), info["action_mask"].copy()
    envs.step(envs.action_masks().argmax(axis=1))
    assert np.array_equal(cells, kept)
    assert np.array_equal(info["action_mask"], masks)
