"""Counting guesses: decisions that opened a cell which was not certainly safe, by exact inference."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.mines.deduction import SAFE
from hazard.mines.inference import TOO_WIDE, analyse_many
from hazard.mines.views import Views

UNKNOWN = -1


class GuessCounter:
    """`counts` int32[n] of n games; UNKNOWN where a position was too wide for exact inference."""

    def __init__(self, games: int, area: int) -> None:
        self.counts = np.zeros(games, np.int32)
        self._risky = np.zeros((games, area), np.bool_)  # of the position before the decision
        self._guessed = np.zeros(games, np.bool_)

    def look(self, games: NDArray[np.intp], views: Views) -> None:
        """Before the games' decisions: judge what they are asked about."""
        many = analyse_many(views, trust_flags=False)
        self._risky[games] = (many.certain != SAFE).reshape(len(games), -1)
        self._guessed[games] = False
        self.counts[games[many.verdict == TOO_WIDE]] = UNKNOWN

    def opened(self, games: NDArray[np.intp], cells: NDArray[np.int32]) -> None:
        """Cells that the current decisions opened, one a game."""
        self._guessed[games] |= self._risky[games, cells]

    def settle(self, games: NDArray[np.intp]) -> None:
        """After the decisions."""
        self.counts[games[self._guessed[games] & (self.counts[games] != UNKNOWN)]] += 1
