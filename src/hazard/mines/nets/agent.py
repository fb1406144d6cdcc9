"""Agents that are networks: a model file; models that come with Hazard, one for each of several sizes."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hazard.core.agentfile import AgentFile, load_class
from hazard.core.errors import AgentError, LevelError
from hazard.core.registry import ResolvedAgent
from hazard.mines.choice import default_first
from hazard.mines.level import Level
from hazard.mines.nets.card import Card, ModelFile
from hazard.mines.nets.session import Net
from hazard.mines.views import COVERED, NO_CELL, Decisions, Views

WEIGHTS = Path(__file__).parent / "weights"
OURS = "hazard.mines."  # where the classes of table agents live
SAME = 1e-5
"""Outputs this close are equal, relative to the best or to 1. Alike surroundings give values alike but for
rounding, which differs between processors; it must not choose between cells."""

MEANINGS = {"mine probability": "risk", "score": "score"}


class NetAgent:
    """A model file as an agent; what `FILE.onnx` names."""

    def __init__(self, file: Path) -> None:
        self.model = ModelFile.read(file, file.name)
        self.levels = self.model.card.levels
        self.net = Net(self.model, file.name)

    def choose(self, views: Views) -> Decisions:
        """The covered cell that the network thinks best; `values` are what it says of each cell."""
        self.model.card.refuse_others(views.level)
        return decided(self.net, views)


class Shipped:
    """The models of one name among those that come with Hazard: `NAME.onnx`, `NAME-WHATEVER.onnx`.

    A level is played by the model that was trained on it, else by the one that plays it and was trained on
    the nearest density of mines.
    """

    name: ClassVar[str]
    folder: ClassVar[Path] = WEIGHTS

    def __init__(self) -> None:
        files = sorted((*self.folder.glob(f"{self.name}.onnx"), *self.folder.glob(f"{self.name}-*.onnx")))
        if not files:
            raise AgentError(f"agent mines/{self.name}: there is no {self.name}*.onnx in {self.folder}")
        self.models = [ModelFile.read(file, f"mines/{self.name}") for file in files]
        self.levels = tuple(level for model in self.models for level in model.card.levels)
        self._nets: dict[ModelFile, Net] = {}

    def choose(self, views: Views) -> Decisions:
        """As NetAgent; raises LevelError where no model plays the level."""
        return decided(self.net_for(views.level), views)

    def model_for(self, level: Level) -> ModelFile:
        """The model for a level; raises LevelError where there is none."""
        able = [model for model in self.models if model.card.plays(level)]
        if not able:
            played = ", ".join(model.card.limits for model in self.models)
            raise LevelError(f"mines/{self.name} has models for {played}, and none for {level}")
        return min(able, key=lambda model: distance(model.card, level))

    def net_for(self, level: Level) -> Net:
        """The network for a level; loaded when it is first needed."""
        model = self.model_for(level)
        if model not in self._nets:
            self._nets[model] = Net(model, f"mines/{self.name}")
        return self._nets[model]


def refuse_level(agent: ResolvedAgent, level: Level) -> None:
    """Raise LevelError where the agent is a network that does not play the level; loads no network."""
    path = agent.row.path
    file = AgentFile.parse(path)
    if file is not None:
        card = ModelFile.read(file.path, agent.name).card if file.is_model else None
        if card is not None and not card.plays(level):
            raise LevelError(f"agent {agent.name} plays {card.limits}, not {level}")
    elif path.startswith(OURS):
        made = load_class(path, agent.name)
        if issubclass(made, Shipped):
            made().model_for(level)


def distance(card: Card, level: Level) -> tuple[float, int]:
    """How far a level is from those that a model was trained on: in density of mines, then in cells."""
    trained = [Level.parse(text, "any") for text in card.trained_on or card.levels]
    density = level.mines / level.area
    return min(
        ((abs(one.mines / one.area - density), abs(one.area - level.area)) for one in trained),
        default=(1.0, level.area),
    )


def decided(net: Net, views: Views) -> Decisions:
    """A cell a view, and what the network says of the cells that are not open (nan elsewhere)."""
    return answered(net.values(views.cells, views.level.mines, views.seeds), net.card, views)


def answered(values: NDArray[np.float32], card: Card, views: Views) -> Decisions:
    """The same of what a network said: float32[n, rows, cols]."""
    cells = best_cells(values if card.choose == "least" else -values, views.cells == COVERED)
    values[views.cells >= 0] = np.nan
    first = default_first(views)  # of an untouched board a network knows nothing: games are trained opened
    unopened = views.untouched & (views.cells.reshape(len(views), -1)[:, first] == COVERED)
    return Decisions(np.where(unopened, first, cells), values, MEANINGS[card.output])


def best_cells(values: NDArray[np.float32], candidates: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The candidate of least value, of equal ones the first: int32[n], -1 where there is none.

    Both arrays are [n, rows, cols].
    """
    n = len(values)
    flat = np.where(candidates, values, np.inf).reshape(n, -1)
    least = flat.min(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):  # inf - inf, where there is no candidate
        equal = flat <= least + SAME * np.maximum(1, np.abs(least))
    return np.where(candidates.any(axis=(1, 2)), equal.argmax(axis=1), NO_CELL).astype(np.int32)
