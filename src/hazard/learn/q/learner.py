"""The Q-learner: plays with some chance at random, remembers, learns what its moves were worth."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.seeds import mix
from hazard.learn.hardware import device_of
from hazard.learn.metrics import Row
from hazard.learn.play import Play, Positions, at_random
from hazard.learn.q.fitting import Fitting
from hazard.learn.q.memory import Asked, Memory
from hazard.learn.q.mind import Mind, greatest
from hazard.learn.q.networks import TwoPaths
from hazard.learn.q.settings import QRecipe
from hazard.learn.runs import find_run, runs_folder
from hazard.learn.state import State
from hazard.learn.streams import GAMES, WEIGHTS, draws
from hazard.learn.teaching import random_covered
from hazard.learn.testing import Tests, untested
from hazard.learn.torch_state import load_module, module_state
from hazard.mines.level import Level


class QLearner:
    """See `hazard.learn.training.Learner`."""

    def __init__(self, recipe: QRecipe) -> None:
        self.recipe = recipe
        self.level = Level.parse(recipe.level, recipe.rule)
        self.mind = Mind(
            recipe.network, self.level, device_of(recipe), recipe.precision, mix(recipe.seed, WEIGHTS)
        )
        self.fitting = Fitting(self.mind, recipe.fit, recipe.rewards, self.level, recipe.sessions)
        self.play = Play(
            self.level, recipe.first, recipe.play.boards, mix(recipe.seed, GAMES), threads=recipe.threads or 1
        )
        test = Level.parse(recipe.test_level, recipe.rule)
        self.tests = Tests(test, recipe.first, recipe.test, recipe.seed)
        self.memory = Memory(self.level, recipe.fit.replay)
        self.wanted: list[
            NDArray[np.int32]
        ] = []  # what was chosen in this session's positions, open cells too
        self.done = 0  # sessions

    def session(self) -> Row:
        """Moves, then steps of learning, then (now and then) a test."""
        if self.done == 0 and self.recipe.network.start:
            self.begin_with(self.recipe.network.start)
        begin = perf_counter()
        asked, again = self.watch()
        self.memory.add(asked)
        played = perf_counter()
        loss = self.fit(len(asked))
        fitted = perf_counter()
        tally = self.play.take_tally()
        row: Row = {
            "loss": loss,
            "games": self.play.total.games,
            "wins": self.play.total.wins,
            "session_games": tally.games,
            "win_rate": tally.wins / tally.games if tally.games else None,
            "opened": tally.opened / tally.games if tally.games else None,
            "again": again,
            "moves_learnt": int(asked.moves.sum()),
            "explore": self.exploring(),
            "gamma": self.fitting.gamma(self.done / self.recipe.sessions),
            "rate": self.fitting.rate(self.done / self.recipe.sessions),
        }
        self.done += 1
        tested = self.recipe.test.due(self.done, self.recipe.sessions)
        row |= self.tests.row(self.best) if tested else untested()
        row["play_seconds"] = round(played - begin, 3)
        row["fit_seconds"] = round(fitted - played, 3)
        row["test_seconds"] = round(perf_counter() - fitted, 3)
        return row

    def begin_with(self, name: str) -> None:
        """Take the weights of another run of this learner; raises BadInput."""
        run = find_run(name, runs_folder())
        _, state = run.last_checkpoint()
        try:
            load_module(self.mind.network, state.part("learner").part("network"))
        except (KeyError, ValueError):
            raise BadInput(f"network.start: the network of run {run.name} is not of this kind") from None
        self.fitting.copy()

    def watch(self) -> tuple[Asked, float]:
        """The positions of a session with their moves, and the share of choices that were open cells."""
        self.wanted.clear()
        positions = self.play.clicks(self.recipe.play.clicks, self.choose)
        wanted = np.concatenate(self.wanted)
        at = np.arange(len(positions))
        open_chosen = positions.cells.reshape(len(at), -1)[at, wanted] >= 0
        return Asked(positions.cells, positions.layout, self.moves(positions, wanted)), float(
            open_chosen.mean()
        )

    def moves(self, positions: Positions, wanted: NDArray[np.int32]) -> NDArray[np.bool_]:
        """Which moves of the positions are learnt from: bool[n, rows, cols]."""
        at = np.arange(len(positions))
        made = np.zeros((len(at), self.level.area), np.bool_)
        made[at, positions.opened] = True
        made[at, wanted] = True  # an open cell that was chosen first: it changed nothing, and was paid
        covered = positions.cells.reshape(len(at), -1) < 0
        if self.recipe.fit.moves == "all":
            made |= covered
        elif self.recipe.fit.moves == "after loss":
            lost = positions.layout.reshape(len(at), -1)[at, positions.opened]
            made |= covered & lost[:, np.newaxis]
        return made.reshape(positions.cells.shape)

    def choose(
        self, cells: NDArray[np.int8], games: NDArray[np.int64], moves: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """What each game opens: `hazard.learn.play.Choose`. An open cell changes nothing, so it is
        noted, and the game goes on with the best covered one."""
        values = self.mind.values(cells)
        wanted = greatest(values, cells, masks=self.recipe.fit.masks)
        wild, chances = at_random(self.play.seed, games, moves, self.exploring())
        if wild.any():
            anywhere = self.done < self.recipe.play.anywhere
            area = self.level.area
            wanted[wild] = chances * area if anywhere else random_covered(cells[wild], chances)
        self.wanted.append(wanted)
        chosen_open = cells.reshape(len(cells), -1)[np.arange(len(cells)), wanted] >= 0
        return np.where(chosen_open, greatest(values, cells, masks=True), wanted)

    def exploring(self) -> float:
        """The chance of a random move in this session."""
        settings = self.recipe.play
        done = min(self.done / settings.explore_sessions, 1.0)
        return settings.explore + (settings.last_explore - settings.explore) * done

    def fit(self, new: int) -> float:
        """The session's steps; their mean squared error."""
        settings, session = self.recipe.fit, self.done
        randomness = draws(self.recipe.seed, session)
        steps = max(round(new * settings.passes / settings.batch), 1)
        losses = 0.0
        for step in range(steps):
            batch = self.memory.draw(settings.batch, randomness)
            losses += self.fitting.learn(batch, randomness, (session + step / steps) / self.recipe.sessions)
        return losses / steps

    def best(self, cells: NDArray[np.int8]) -> NDArray[np.int32]:
        """The covered cell of greatest value in each position: what tests play."""
        return greatest(self.mind.values(cells), cells, masks=True)

    def state(self) -> State:
        """Weights, optimizer, games under way, memory, counters; streams follow from seed and counters."""
        state = State(values={"done": self.done})
        state.add("network", module_state(self.mind.network))
        state.add("fitting", self.fitting.state())
        state.add("play", self.play.state())
        state.add("tests", self.tests.state())
        state.add("memory", self.memory.state())
        return state

    def load(self, state: State) -> None:
        """Become what `state()` told."""
        self.done = int(state.values["done"])
        load_module(self.mind.network, state.part("network"))
        self.fitting.load(state.part("fitting"))
        self.play.load(state.part("play"))
        self.tests.load(state.part("tests"))
        self.memory.load(state.part("memory"))

    @property
    def player(self) -> torch.nn.Module:
        """Planes to values."""
        network = self.mind.network
        return network.plain() if isinstance(network, TwoPaths) else network

    def card_facts(self) -> dict[str, Any]:
        """What an exported network says of itself."""
        whole = self.mind.any_size or self.mind.window
        return {
            "planes": self.recipe.network.planes,
            "output": "score",
            "choose": "greatest",
            "rows": None if whole else self.level.rows,
            "cols": None if whole else self.level.cols,
            "window": self.mind.window or None,
            "border": self.recipe.network.border,
            "trained_on": (str(self.level),),
        }
