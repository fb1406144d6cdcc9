"""Minesweeper as Gymnasium environments: `hazard/Mines-v0`, one board or thousands in one engine.

Importing this module registers the environments:

    import gymnasium
    import hazard.mines.env

    env = gymnasium.make("hazard/Mines-v0", level="expert", reward="genetic-q")
    envs = gymnasium.make_vec("hazard/Mines-v0", num_envs=1024, level="beginner")

Observation: int8[rows, cols], -1 covered, 0..8 open. Action: the cell to open, row * cols + col. The mask of
legal actions is `info["action_mask"]` (int8, as Gymnasium's `Discrete.sample` takes it) and `action_masks()`
(bool, as sb3-contrib asks for it). Opening an open cell is illegal: it changes nothing and is paid what the
reward says, so an agent that ignores the mask may go on for ever (`max_episode_steps` of `gymnasium.make`
ends it); with `strict=True` it raises IllegalMove. A cell off the board always raises CellError.

Options, the same for all:

    level   a Level, "expert", "16x30/99"
    rule    what protects the first cell: "open", "safe" or "any"
    first   who opens it: "default", "corner", "R,C", "random" (the arena), or "agent". A game that the
            arena's cell ends at once is not played but dealt again, with the next seed
    reward  a name in `hazard.mines.rewards.REWARDS`, or a Reward of your own
    strict  illegal actions raise

Seeds: `reset(seed=s)` draws the seed of the first game from Gymnasium's generator; each later game's seed
follows from the one before. `info["seed"]` is the game's: `hazard.Game(level, seed, first=…)` is the same
game. Board i of a vector environment that was reset with seed s plays the games of a single one reset with
s + i.
"""

from __future__ import annotations

from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:  # pragma: no cover
    raise ModuleNotFoundError("the environments need Gymnasium: pip install 'hazard[envs]'") from error

from hazard.mines.episodes import Episodes
from hazard.mines.level import Level, Rule
from hazard.mines.pixels import picture
from hazard.mines.position import Position
from hazard.mines.rewards import Reward

ID = "hazard/Mines-v0"
MODES = ("ansi", "rgb_array")

Info = dict[str, Any]
Cells = NDArray[np.int8]


def level_of(level: Level | str, rule: Rule) -> Level:
    """A level as environments take it; a Level brings its own rule."""
    return level if isinstance(level, Level) else Level.parse(level, rule)


def seen(level: Level) -> spaces.Space[Cells]:
    """The space of observations."""
    return cast(spaces.Space[Cells], spaces.Box(-1, 8, (level.rows, level.cols), np.int8))


class MinesEnv(gymnasium.Env[Cells, np.int64]):
    """One game at a time; the module's docstring describes it."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012 as the base has it

    def __init__(
        self,
        level: Level | str = "beginner",
        rule: Rule = "open",
        first: str = "default",
        reward: str | Reward = "win",
        *,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.level = level_of(level, rule)
        self.render_mode = checked_mode(render_mode)
        self.observation_space = seen(self.level)
        self.action_space = spaces.Discrete(self.level.area)
        self._games = Episodes(self.level, 1, first, reward, strict=strict)
        self._started = False
        self._last: int | None = None

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Cells, Info]:
        """A new game; `options` are not used."""
        super().reset(seed=seed)
        if seed is not None or not self._started:
            self._games.deal(drawn_seed(self.np_random))
        else:
            self._games.deal_next()
        self._started, self._last = True, None
        return self._look(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Cells, float, bool, bool, Info]:
        """Open a cell."""
        if not self._started or self._games.over[0]:
            raise ResetNeeded("the game is over or has not begun: call reset()")
        rewards = self._games.act(np.asarray([action]))
        self._last = int(action)
        return self._look(), float(rewards[0]), bool(self._games.over[0]), False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[rows * cols]: the cells that may be opened."""
        return self._games.mask[0].copy()

    def render(self) -> Any:
        """Text (`ansi`), or uint8[height, width, 3] (`rgb_array`); a finished game shows its mines."""
        if self.render_mode is None or not self._started:
            return None
        truth = self._games.boards.layout(0) if self._games.over[0] else None
        return draw(self.render_mode, self.level, self._games.boards.cells[0], truth, self._last)

    def _look(self) -> Cells:
        return self._games.boards.cells[0].copy()

    def _info(self) -> Info:
        games = self._games
        return {
            "action_mask": games.mask[0].astype(np.int8),
            "seed": games.seeds[0],
            "won": bool(games.won[0]),
        }


class MinesVectorEnv(VectorEnv[Cells, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games at once in one engine; the module's docstring describes them.

    A finished game is dealt afresh in the same step (`AutoresetMode.SAME_STEP`): the observation is the new
    game's, `info["final_obs"]` (an array or None for each board) has the finished one's, `info["final_info"]`
    its `seed` and `won`. `threads` step the boards; they change nothing but the time.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 as the base has it
        "render_modes": list(MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }
    render_limit: ClassVar[int] = 16

    def __init__(
        self,
        num_envs: int = 1,
        level: Level | str = "beginner",
        rule: Rule = "open",
        first: str = "default",
        reward: str | Reward = "win",
        *,
        strict: bool = False,
        render_mode: str | None = None,
        threads: int = 1,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"{num_envs} environments: want at least 1")
        self.num_envs = num_envs
        self.level = level_of(level, rule)
        self.render_mode = checked_mode(render_mode)
        one, cell = seen(self.level), spaces.Discrete(self.level.area)
        self.single_observation_space, self.single_action_space = one, cell
        self.observation_space, self.action_space = batch_space(one, num_envs), batch_space(cell, num_envs)
        self._games = Episodes(self.level, num_envs, first, reward, strict=strict, threads=threads)
        self._started = False

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Cells, Info]:
        """New games on all boards; `seed` is for the first board, or a list of one for each."""
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise ValueError(f"{len(seed)} seeds for {self.num_envs} environments")
            seeds = [drawn_seed(seeding.np_random(one)[0]) for one in seed]
        else:
            super().reset(seed=seed)
            seeds = [self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)]
            if seed is not None:
                seeds = [drawn_seed(seeding.np_random(seed + board)[0]) for board in range(self.num_envs)]
        self._games.deal(np.concatenate(seeds))
        self._started = True
        return self._games.boards.cells.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Cells, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Open a cell on each board; finished games are dealt afresh."""
        if not self._started:
            raise ResetNeeded("the games have not begun: call reset()")
        games = self._games
        rewards = games.act(actions)
        over = games.over
        final: Info = {}
        ended = np.flatnonzero(over)
        if len(ended):
            final = self._final(ended, over)
            games.deal_finished(over)
        return (
            games.boards.cells.copy(),
            rewards,
            over,
            np.zeros(self.num_envs, np.bool_),
            self._info() | final,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[n, rows * cols]: the cells that may be opened."""
        return self._games.mask.copy()

    def render(self) -> tuple[Any, ...] | None:
        """A text or picture of each of the first 16 boards."""
        if self.render_mode is None or not self._started:
            return None
        cells = self._games.boards.cells[: self.render_limit]
        return tuple(draw(self.render_mode, self.level, board, None, None) for board in cells)

    def _info(self) -> Info:
        games, everyone = self._games, np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": games.mask.astype(np.int8),
            "_action_mask": everyone,
            "seed": games.seeds.copy(),
            "_seed": everyone,
            "won": games.won,
            "_won": everyone,
        }

    def _final(self, ended: NDArray[np.intp], over: NDArray[np.bool_]) -> Info:
        """What Gymnasium wants to know of the games that this step ended."""
        games = self._games
        last = np.full(self.num_envs, None, object)
        for board, cells in zip(ended.tolist(), games.boards.cells[ended], strict=True):
            last[board] = cells
        info = {"won": games.won, "_won": over, "seed": np.where(over, games.seeds, 0), "_seed": over}
        return {"final_obs": last, "_final_obs": over, "final_info": info, "_final_info": over}


def drawn_seed(generator: np.random.Generator) -> NDArray[np.uint64]:
    """The seed of a first game: uint64[1]."""
    return generator.integers(2**64, size=1, dtype=np.uint64)


def checked_mode(mode: str | None) -> str | None:
    """The render mode; raises ValueError."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"unknown render_mode {mode!r}; the modes are {', '.join(MODES)}")
    return mode


def draw(mode: str, level: Level, cells: Cells, truth: NDArray[np.bool_] | None, last: int | None) -> Any:
    """A board as text, or as uint8[height, width, 3]."""
    if mode == "rgb_array":
        return picture(cells, truth, last)
    lines = str(Position(level.rows, level.cols, level.mines, cells)).splitlines()
    if truth is not None:
        lines[1:] = [
            "".join("*" if mine else letter for letter, mine in zip(line, row, strict=True))
            for line, row in zip(lines[1:], truth, strict=True)
        ]
    return "\n".join(lines) + "\n"


if ID not in gymnasium.registry:
    gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
        id=ID, entry_point="hazard.mines.env:MinesEnv", vector_entry_point="hazard.mines.env:MinesVectorEnv"
    )
