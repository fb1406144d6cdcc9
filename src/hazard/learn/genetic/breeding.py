"""Selection, crossover, mutation: how a generation of weights follows from the fitness of the last."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hazard.learn.genetic.settings import Evolution
from hazard.learn.state import State

Weights = NDArray[np.float64]


class Breeding(Protocol):
    """A population from generation to generation."""

    @property
    def champion(self) -> Weights:
        """The player to be tested and kept: [genes]."""
        ...

    @property
    def step(self) -> float:
        """The standard deviation of a change."""
        ...

    def children(self, randomness: np.random.Generator) -> Weights:
        """The generation that is to play: [players, genes]."""
        ...

    def select(self, fitness: NDArray[np.float64]) -> None:
        """How well those players did: [players]."""
        ...

    def state(self) -> State: ...

    def load(self, state: State) -> None: ...


class Uniform:
    """Each weight of a child comes from one of two parents, some change at random; the best live on."""

    def __init__(self, settings: Evolution, genes: int, randomness: np.random.Generator) -> None:
        self.settings = settings
        self.players = randomness.normal(0, settings.spread, (settings.players, genes))
        self.ranked = False  # whether `players` have played, and stand best first

    @property
    def champion(self) -> Weights:
        """The best of the last generation."""
        return self.players[0]

    @property
    def step(self) -> float:
        """It does not change."""
        return self.settings.step

    def children(self, randomness: np.random.Generator) -> Weights:
        """The elite, then children; the first generation is random."""
        if not self.ranked:
            return self.players
        settings, genes = self.settings, self.players.shape[1]
        count = settings.players - settings.elite
        born = np.empty((count, genes))
        whole = genes // settings.populations
        for begin in range(0, genes, whole):  # populations: each part of a child has parents of its own
            part = slice(begin, begin + whole)
            parents = self.players[: settings.parents, part]
            couples = parents[randomness.integers(0, settings.parents, (2, count))]
            born[:, part] = np.where(randomness.random((count, whole)) < 0.5, *couples)
        changes = randomness.normal(0, settings.step, born.shape)
        born += changes * (randomness.random(born.shape) < settings.mutation)
        self.players = np.concatenate([self.players[: settings.elite], born])
        return self.players

    def select(self, fitness: NDArray[np.float64]) -> None:
        """Best first; equals stay in their order."""
        self.players = self.players[np.argsort(-fitness, kind="stable")]
        self.ranked = True

    def state(self) -> State:
        """The generation that played last."""
        return State({"players": self.players.copy()}, {"ranked": self.ranked})

    def load(self, state: State) -> None:
        """Put it back; raises ValueError where it was of other players."""
        self.players = fitting(state.arrays["players"], self.players.shape)
        self.ranked = bool(state.values["ranked"])


class Mean:
    """Children lie around one point, in pairs on opposite sides; it moves to the best ones' weighted mean.

    The step grows while the point keeps its direction and shrinks while it wanders (cumulative step-size
    adaptation: N. Hansen, A. Ostermeier, "Completely derandomized self-adaptation in evolution strategies",
    2001).
    """

    def __init__(self, settings: Evolution, genes: int, randomness: np.random.Generator) -> None:
        self.settings = settings
        self.point = randomness.normal(0, settings.spread, genes)
        self.path = np.zeros(genes)
        self.deviation = settings.step
        self.draws = np.zeros((settings.players, genes))
        ranks = np.log(settings.parents + 0.5) - np.log(np.arange(1, settings.parents + 1))
        self.weights: Weights = ranks / ranks.sum()

    @property
    def champion(self) -> Weights:
        """The point itself: the mean of many good players is better than each."""
        return self.point

    @property
    def step(self) -> float:
        """As adapted."""
        return self.deviation

    def children(self, randomness: np.random.Generator) -> Weights:
        """Around the point."""
        half = randomness.normal(size=(self.settings.players // 2, len(self.point)))
        self.draws = np.concatenate([half, -half])
        return self.point + self.deviation * self.draws

    def select(self, fitness: NDArray[np.float64]) -> None:
        """Move the point, then adapt the step."""
        best = np.argsort(-fitness, kind="stable")[: self.settings.parents]
        move: Weights = self.weights @ self.draws[best]
        self.point = self.point + self.deviation * move
        genes, effective = len(move), 1 / float((self.weights**2).sum())
        memory = (effective + 2) / (genes + effective + 5)
        self.path = (1 - memory) * self.path + np.sqrt(memory * (2 - memory) * effective) * move
        length = float(np.linalg.norm(self.path)) / np.sqrt(genes)  # 1 if directions were random
        self.deviation *= float(np.exp(memory / (1 + memory) * (length - 1)))

    def state(self) -> State:
        """The point, the way to it, the step."""
        return State({"point": self.point.copy(), "path": self.path.copy()}, {"deviation": self.deviation})

    def load(self, state: State) -> None:
        """Put it back; raises ValueError where it was of other players."""
        self.point = fitting(state.arrays["point"], self.point.shape)
        self.path = fitting(state.arrays["path"], self.path.shape)
        self.deviation = float(state.values["deviation"])


def breeding(settings: Evolution, genes: int, randomness: np.random.Generator) -> Breeding:
    """As the recipe says."""
    return {"uniform": Uniform, "mean": Mean}[settings.crossover](settings, genes, randomness)


def fitting(array: Weights, shape: tuple[int, ...]) -> Weights:
    """A copy; raises ValueError where the shape is another."""
    if array.shape != shape:
        raise ValueError(f"it holds weights {list(array.shape)}, not {list(shape)}")
    return array.astype(np.float64)
