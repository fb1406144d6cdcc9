"""What a chain of convolutions says of games under way: only what a move changed is computed again.

A convolution that looks r cells far changes what it says r cells around a changed cell, and nowhere else. So
what each layer said of a game's last position is kept, and of the next one each layer computes a window: one
cell more on each side than the layer before, with 3x3 convolutions. On 16x30 boards, where most moves open
one cell, that is a seventh of the arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hazard.mines.nets.chain import Chain

Floats = NDArray[np.float32]
Places = NDArray[np.intp]
Run = Callable[[Floats], Sequence[Floats]]
"""Runs a model: its input to its outputs."""

WORTH = 0.6  # of the arithmetic of a whole board: windows that need more gain nothing
MOST_BYTES = 2**28  # kept at most: games that do not fit are computed whole each time
WHOLE_TOGETHER = 16  # boards, and windows: more gain nothing
WINDOWS_TOGETHER = 64


def worth(chain: Chain, rows: int, cols: int) -> bool:
    """Whether one changed cell costs so much less than a whole board of that size, and a few games fit."""
    return chain.share(1, rows, cols) <= WORTH and bytes_of(chain, rows, cols) * WHOLE_TOGETHER <= MOST_BYTES


def bytes_of(chain: Chain, rows: int, cols: int) -> int:
    """What is kept of a game."""
    numbers = sum(math.prod(shape) for shape in taken(chain, rows, cols))
    return 4 * (numbers + rows * cols)


def taken(chain: Chain, rows: int, cols: int) -> list[tuple[int, int, int]]:
    """What each layer takes: channels, and the board with what the layer sees beside it."""
    return [(one.seen, rows + 2 * one.reach, cols + 2 * one.reach) for one in chain.layers]


class Changes:
    """What is kept of each game, by its number; `make` makes of a model's bytes what runs it."""

    def __init__(self, chain: Chain, make: Callable[[bytes], Run]) -> None:
        self.chain, self.layers = chain, chain.layers
        self._whole = make(chain.whole())
        self._alone = [make(chain.alone(layer)) for layer in chain.layers]
        self._slots: dict[int, int] = {}
        self._kept: list[Floats] = []  # what layer l takes: [slots, channels, rows + 2 reach, cols + 2 reach]
        self._said = np.zeros((0, 0, 0), np.float32)  # [slots, rows, cols]

    def values(self, planes: Floats, games: Sequence[int]) -> Floats:
        """What the network says: float32[n, rows, cols] of planes [n, channels, rows, cols].

        Games that are not among these are forgotten.
        """
        n, _, rows, cols = planes.shape
        self._make_room(n, rows, cols)
        slots, known = self._slots_of(games)
        tops, lefts, spans = self._changed(planes, slots, known)
        out = np.empty((n, rows, cols), np.float32)
        for span in np.unique(spans).tolist():
            of = np.flatnonzero(spans == span)
            if span and self.chain.share(span, rows, cols) > WORTH:
                for part in parts(of, WHOLE_TOGETHER):
                    out[part] = self._all(planes[part], slots[part])
                continue
            for part in parts(of, WINDOWS_TOGETHER) if span else ():
                self._renew(planes[part], slots[part], tops[part], lefts[part], span)
            out[of] = self._said[slots[of]]
        return out

    def _make_room(self, n: int, rows: int, cols: int) -> None:
        """Room for n games of that size, or for as many as there may be; what was kept of others is lost."""
        slots = min(n, MOST_BYTES // bytes_of(self.chain, rows, cols))
        if self._said.shape[1:] == (rows, cols) and len(self._said) >= slots:
            return
        self._kept = [np.zeros((slots, *shape), np.float32) for shape in taken(self.chain, rows, cols)]
        self._said = np.zeros((slots, rows, cols), np.float32)
        self._slots.clear()

    def _slots_of(self, games: Sequence[int]) -> tuple[Places, NDArray[np.bool_]]:
        """Where each game is kept, -1 where there is no room; and whether it was before: int[n], bool[n]."""
        before, self._slots = self._slots, {}
        slots = np.full(len(games), -1, np.intp)
        for place, game in enumerate(games):
            if game in before and game not in self._slots:
                slots[place] = self._slots[game] = before[game]
        known = slots >= 0
        free = iter(sorted(set(range(len(self._said))) - set(self._slots.values())))
        for place, game in enumerate(games):
            slot = next(free, None) if game not in self._slots else None
            if slot is not None:
                slots[place] = self._slots[game] = slot
        return slots, known

    def _changed(
        self, planes: Floats, slots: Places, known: NDArray[np.bool_]
    ) -> tuple[Places, Places, Places]:
        """The squares that hold all changes: their tops, lefts and sides, int[n]; 0 where nothing changed."""
        n, _, rows, cols = planes.shape
        tops, lefts, spans = (np.zeros(n, np.intp) for _ in range(3))
        spans[:] = max(rows, cols)
        reach = self.layers[0].reach
        for place in np.flatnonzero(known).tolist():
            kept = self._kept[0][slots[place], :, reach : reach + rows, reach : reach + cols]
            changed = (kept != planes[place]).any(axis=0)
            high, wide = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
            if not len(high):
                spans[place] = 0
                continue
            tops[place], lefts[place] = high[0], wide[0]
            spans[place] = max(high[-1] - high[0], wide[-1] - wide[0]) + 1
        return tops, lefts, spans

    def _all(self, planes: Floats, slots: Places) -> Floats:
        """Whole boards."""
        n, _, rows, cols = planes.shape
        outs = self._whole(planes)
        said = outs[-1].reshape(n, rows, cols)
        has = slots >= 0
        for kept, layer, taken in zip(self._kept, self.layers, (planes, *outs[:-1]), strict=True):
            reach = layer.reach
            kept[slots[has], :, reach : reach + rows, reach : reach + cols] = taken[has]
        self._said[slots[has]] = said[has]
        return said

    def _renew(self, planes: Floats, slots: Places, tops: Places, lefts: Places, span: int) -> None:
        """What follows from changes in squares of that side."""
        n, _, rows, cols = planes.shape
        reach = self.layers[0].reach
        self._kept[0][slots, :, reach : reach + rows, reach : reach + cols] = planes
        for number, (layer, alone) in enumerate(zip(self.layers, self._alone, strict=True)):
            reach, kept = layer.reach, self._kept[number]
            tops, lefts, span = tops - reach, lefts - reach, span + 2 * reach
            high, wide = min(span, rows), min(span, cols)
            # A square that leaves the board is moved into it: it holds the changes still.
            top, left = np.clip(tops, 0, rows - high), np.clip(lefts, 0, cols - wide)
            taken = np.empty((n, kept.shape[1], high + 2 * reach, wide + 2 * reach), np.float32)
            places = list(zip(slots.tolist(), top.tolist(), left.tolist(), strict=True))
            for window, (slot, row, col) in zip(taken, places, strict=True):
                window[:] = kept[slot, :, row : row + high + 2 * reach, col : col + wide + 2 * reach]
            given = alone(taken)[0]
            if number + 1 < len(self.layers):
                after, kept = self.layers[number + 1].reach, self._kept[number + 1]
                for window, (slot, row, col) in zip(given, places, strict=True):
                    kept[slot, :, row + after : row + after + high, col + after : col + after + wide] = window
            else:
                for window, (slot, row, col) in zip(given.reshape(n, high, wide), places, strict=True):
                    self._said[slot, row : row + high, col : col + wide] = window


def parts(places: Places, together: int) -> Sequence[Places]:
    """Cut into so many at a time."""
    return [places[begin : begin + together] for begin in range(0, len(places), together)]
