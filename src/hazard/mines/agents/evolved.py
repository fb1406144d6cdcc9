"""Agents that were evolved: mines/genetic sees raw cells, mines/fewer-guesses guesses where logic ends."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hazard.mines.choice import default_first
from hazard.mines.deduction import SAFE, equations
from hazard.mines.evolved import EvolvedPlayer, Population
from hazard.mines.level import Level
from hazard.mines.views import COVERED, NO_CELL, Decisions, Views, cells_of

PLAYERS = Path(__file__).parent / "players"


class Evolved:
    """A player from a file, on boards of any size: what it knows are cells, not boards."""

    name: ClassVar[str]

    def __init__(self) -> None:
        self.player = EvolvedPlayer.read(PLAYERS / f"{self.name}.json")
        self.levels = self.player.trained_on
        self._populations: dict[Level, Population] = {}

    def choose(self, views: Views) -> Decisions:
        """Its best cell; with logic, where nothing is certain."""
        guess = self.guessed(views.level, views.cells)
        if not self.player.design.logic:
            cells = guess[:, np.newaxis]
        else:
            cells = cells_of((equations(views.cells) == SAFE) & (views.cells == COVERED))
            cells[:, 0] = np.where(cells[:, 0] == NO_CELL, guess, cells[:, 0])
        cells[views.untouched, 0] = default_first(views)
        return Decisions(cells)

    def guessed(self, level: Level, cells: NDArray[np.int8]) -> NDArray[np.int32]:
        """What it chooses by its weights: int32[n]."""
        if level not in self._populations:
            self._populations[level] = Population(self.player.design, level)
        return self._populations[level].choose(self.player.array, cells)[0]


class Genetic(Evolved):
    """`mines/genetic`: a small network of the cells within radius 2."""

    name = "genetic"


class FewerGuesses(Evolved):
    """`mines/fewer-guesses`: rules and equations first; its guesses were evolved to be few."""

    name = "fewer-guesses"
