"""The predictor: plays or watches games, learns where mines are, is tested on new games."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from time import perf_counter
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray

from hazard.core.seeds import mix
from hazard.learn.hardware import device_of
from hazard.learn.metrics import Row
from hazard.learn.play import Play, at_random
from hazard.learn.predictor.brain import Brain
from hazard.learn.predictor.examples import Examples, Replay, examples_of
from hazard.learn.predictor.fitting import Fitting
from hazard.learn.predictor.settings import PredictorRecipe
from hazard.learn.state import State
from hazard.learn.streams import GAMES, WEIGHTS, draws, layer_seed
from hazard.learn.teaching import least_risk, random_covered
from hazard.learn.testing import Tests, untested
from hazard.mines.level import Level
from hazard.mines.nets.planes import planes_of


class Predictor:
    """See `hazard.learn.training.Learner`."""

    def __init__(self, recipe: PredictorRecipe) -> None:
        self.recipe = recipe
        self.level = Level.parse(recipe.level, recipe.rule)
        self.brain = Brain(
            recipe.network, self.level, device_of(recipe), recipe.precision, mix(recipe.seed, WEIGHTS)
        )
        self.fitting = Fitting(self.brain, recipe.fit, recipe.sessions)
        self.play = Play(
            self.level,
            recipe.first,
            recipe.play.boards,
            mix(recipe.seed, GAMES),
            teacher=recipe.play.teacher,
            final_views=recipe.play.final_views,
            threads=recipe.threads or 1,
        )
        self.tests = Tests(self.level, recipe.first, recipe.test, recipe.seed)
        self.replay = Replay(self.level, recipe.fit.replay)
        self.done = 0  # sessions

    @property
    def network(self) -> torch.nn.Module:
        """Planes to logits."""
        return self.brain.network

    @property
    def player(self) -> torch.nn.Module:
        """Planes to what it says of each cell: what an exported file holds."""
        return torch.nn.Sequential(self.brain.network, self.brain.readout)

    def session(self) -> Row:
        """Games, then learning from them, then (now and then) a test."""
        begin = perf_counter()
        examples = self.watch()
        played = perf_counter()
        tally = self.play.take_tally()
        row: Row = dict(self.fit(examples))
        fitted = perf_counter()
        self.done += 1
        total = self.play.total
        row |= {
            "positions": len(examples),
            "games": total.games + total.taught_games,
            "wins": total.wins,
            "session_games": tally.games,
            "win_rate": ratio(tally.wins, tally.games),
            "clicks": ratio(tally.clicks, tally.games),
            "opened": ratio(tally.opened, tally.games),
            "teacher_win_rate": ratio(tally.taught_wins, tally.taught_games),
            "rate": self.fitting.rate(self.done - 1, 0.0),
        }
        tested = self.recipe.test.due(self.done, self.recipe.sessions)
        row |= self.tests.row(self.brain.choose) if tested else untested()
        row["play_seconds"] = round(played - begin, 3)
        row["fit_seconds"] = round(fitted - played, 3)
        row["test_seconds"] = round(perf_counter() - fitted, 3)
        return row

    def watch(self) -> Examples:
        """The positions of a session, with what is true of them."""
        settings = self.recipe.play
        if settings.games:
            positions = self.play.games(settings.games, self.choose)
        else:
            positions = self.play.clicks(settings.clicks, self.choose)
            if settings.drop_unfinished:
                self.play.forget()
        truth, threads = self.recipe.fit.truth, self.recipe.threads or 1
        return examples_of(positions, self.level, truth, self.brain.risks, threads)

    def choose(
        self, cells: NDArray[np.int8], games: NDArray[np.int64], moves: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """What each game opens while it is learnt from: `hazard.learn.play.Choose`."""
        chosen = np.empty(len(cells), np.int32)
        taught = self.play.taught(games)
        if taught.any():
            chosen[taught] = least_risk(cells[taught], self.level.mines, self.recipe.threads or 1)
        if not taught.all():
            chosen[~taught] = self.brain.choose(cells[~taught])
        if self.recipe.play.explore:
            wild, chances = at_random(self.play.seed, games, moves, self.recipe.play.explore)
            if wild.any():
                chosen[wild] = random_covered(cells[wild], chances)
        return chosen

    def fit(self, examples: Examples) -> dict[str, float | None]:
        """Learn from all but the last positions; measure on those."""
        held = int(len(examples) * self.recipe.fit.held_out)
        learnt, unseen = examples[: len(examples) - held], examples[len(examples) - held :]
        randomness = draws(self.recipe.seed, self.done)
        torch.manual_seed(layer_seed(self.recipe.seed, self.done))
        epochs = self.recipe.fit.epochs
        if self.recipe.fit.replay:
            self.replay.add(learnt)
            order = randomness.integers(0, len(self.replay), epochs * len(learnt))
            learnt = self.replay.all()
        else:
            order = np.concatenate([randomness.permutation(len(learnt)) for _ in range(epochs)])
        row = self.fitting.learn(learnt, order, randomness, self.done)
        test = self.fitting.measure(unseen)
        return row | {f"test_{name}": value for name, value in test.items()}

    def state(self) -> State:
        """Weights, optimizer, games under way, buffer, counters; streams follow from seed and counters."""
        state = State(values={"done": self.done})
        state.add("brain", self.brain.state())
        state.add("fitting", self.fitting.state())
        state.add("play", self.play.state())
        state.add("tests", self.tests.state())
        state.add("replay", self.replay.state())
        return state

    def load(self, state: State) -> None:
        """Become what `state()` told."""
        self.done = cast(int, state.values["done"])
        self.brain.load(state.part("brain"))
        self.fitting.load(state.part("fitting"))
        self.play.load(state.part("play"))
        self.tests.load(state.part("tests"))
        self.replay.load(state.part("replay"))

    def card_facts(self) -> dict[str, Any]:
        """What an exported network says of itself: planes, and the board it is bound to."""
        fixed = not self.brain.any_size
        return {
            "planes": planes_of(self.recipe.network.planes).name,
            "output": "mine probability" if self.brain.gives_logits else "score",
            "rows": self.level.rows if fixed else None,
            "cols": self.level.cols if fixed else None,
            "trained_on": (str(self.level),),
        }


def ratio(part: int, whole: int) -> float | None:
    """A mean, None of nothing."""
    return part / whole if whole else None
