"""The genetic learner: a population plays, the best become parents; the best one is tested on new games."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np

from hazard.core.seeds import mix
from hazard.learn.genetic.arenas import Arena, Judged, OneMove, WholeGames
from hazard.learn.genetic.breeding import breeding
from hazard.learn.genetic.settings import GeneticRecipe
from hazard.learn.metrics import Row
from hazard.learn.state import State
from hazard.learn.streams import GAMES, TESTS, WEIGHTS, draws
from hazard.learn.testing import fresh, untested
from hazard.mines.evolved import EvolvedPlayer, Population
from hazard.mines.level import Level
from hazard.mines.nets.card import Provenance

if TYPE_CHECKING:
    from torch import nn

GUESSES = "fresh_guesses"  # a game of a test


class Genetic:
    """See `hazard.learn.training.Learner`."""

    def __init__(self, recipe: GeneticRecipe) -> None:
        self.recipe = recipe
        self.level = Level.parse(recipe.level, recipe.rule)
        self.design = recipe.player.design()
        herd = Population(self.design, self.level, recipe.threads or 1)
        self.breeding = breeding(
            recipe.evolution, herd.genes, np.random.default_rng(mix(recipe.seed, WEIGHTS))
        )
        games, points = recipe.games, recipe.points
        seed = mix(recipe.seed, GAMES)
        self.arena: Arena = (
            WholeGames(herd, recipe.first, games.boards, seed, points, fresh=games.fresh)
            if games.select == "game"
            else OneMove(herd, recipe.first, recipe.evolution.players, seed, points, fresh=games.fresh)
        )
        self.tests = WholeGames(
            herd, recipe.first, recipe.test.games, mix(recipe.seed, TESTS), points, fresh=True
        )
        self.done = self.generations = self.games = 0

    def session(self) -> Row:
        """Some generations, then (now and then) a test."""
        begin = perf_counter()
        judged: list[Judged] = []
        for _ in range(self.recipe.evolution.generations):
            judged.append(self.generation())
        played = perf_counter()
        self.done += 1
        last, games = judged[-1], sum(one.games for one in judged)
        row: Row = {
            "generations": self.generations,
            "games": self.games,
            "best_points": float(last.fitness.max()),
            "mean_points": float(last.fitness.mean()),
            "best_win_rate": float(last.win_rate[last.fitness.argmax()]),
            "win_rate": float(last.win_rate.mean()),
            "guesses": float(last.guesses.mean()) if self.design.logic else None,
            "step": self.breeding.step,
            "games_per_second": round(games / (played - begin)),
        }
        tested = self.recipe.test.due(self.done, self.recipe.sessions)
        row |= self.test() if tested else untested() | {GUESSES: None}
        row["play_seconds"] = round(played - begin, 3)
        row["test_seconds"] = round(perf_counter() - played, 3)
        return row

    def generation(self) -> Judged:
        """Play, then select."""
        randomness = draws(self.recipe.seed, self.generations)
        judged = self.arena.judge(self.breeding.children(randomness).astype(np.float32))
        self.breeding.select(judged.fitness)
        self.generations += 1
        self.games += judged.games
        return judged

    def test(self) -> Row:
        """New games by the champion."""
        games = self.recipe.test.games
        played = self.tests.play(self.breeding.champion[np.newaxis].astype(np.float32), games)
        guesses = float(played.guesses.mean()) if self.design.logic else None
        return fresh(int(played.won.sum()), games) | {GUESSES: guesses}

    def state(self) -> State:
        """The population, the boards, the counters; streams follow from seed and counters."""
        state = State(values={"done": self.done, "generations": self.generations, "games": self.games})
        state.add("breeding", self.breeding.state())
        state.add("arena", self.arena.state())
        state.add("tests", self.tests.state())
        return state

    def load(self, state: State) -> None:
        """Become what `state()` told."""
        self.done, self.generations, self.games = (
            int(state.values[name]) for name in ("done", "generations", "games")
        )
        self.breeding.load(state.part("breeding"))
        self.arena.load(state.part("arena"))
        self.tests.load(state.part("tests"))

    def evolved(self, provenance: Provenance) -> EvolvedPlayer:
        """The champion as a file holds it."""
        genes = self.breeding.champion.astype(np.float32)
        return EvolvedPlayer(
            design=self.design,
            genes=tuple(float(f"{gene:.8g}") for gene in genes.tolist()),
            trained_on=(str(self.level),),
            provenance=provenance,
        )

    @property
    def player(self) -> nn.Module:
        """The champion as a network; raises BadInput where it is none."""
        from hazard.learn.genetic.players import network_of

        return network_of(self.design, self.breeding.champion.astype(np.float32))

    def card_facts(self) -> dict[str, Any]:
        """What an exported network says of itself."""
        return {
            "planes": "onehot10",
            "output": "score",
            "choose": "greatest",
            "rows": None,
            "cols": None,
            "trained_on": (str(self.level),),
        }
