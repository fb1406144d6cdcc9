"""The table of input planes: how a network sees positions. Training and playing read the same rows.

    planes = planes_of("onehot10")
    x = planes.encode(views.cells, views.level.mines)      # float32[n, 10, rows, cols]

A flag is the player's own note and tells a network nothing: a flagged cell is covered like any other (but
for `notes`, whose networks say where to flag).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.registry import did_you_mean

Cells = NDArray[np.int8]  # [n, rows, cols]  -2 flagged, -1 covered, 0..8 open
Values = NDArray[np.float32]  # [n, channels, rows, cols]; of any strides, so channels may lie last in memory


@dataclass(frozen=True, slots=True)
class Planes:
    """One row of the table."""

    name: str
    channels: int
    sentence: str
    write: Callable[[Cells, int, Values], None]
    """(cells, mines of the level, out): fill `out`."""

    def encode(self, cells: Cells, mines: int, out: Values | None = None) -> Values:
        """The planes of positions, written into `out` where it is given."""
        n, rows, cols = cells.shape
        shape = (n, self.channels, rows, cols)
        if out is None:
            out = np.empty(shape, np.float32)
        elif out.shape != shape or out.dtype != np.float32:
            raise ValueError(f"out is {out.dtype}{list(out.shape)}; it must be float32{list(shape)}")
        self.write(cells, mines, out)
        return out


def looked_up(codes: NDArray[np.float32], extra: int = 0) -> Callable[[Cells, int, Values], None]:
    """What writes `codes[cell + 2]` into the channels of each cell, leaving the `extra` last ones.

    codes: float32[11, channels], of a flagged cell, a covered one, 0 to 8.
    """
    codes = np.ascontiguousarray(np.pad(codes, ((0, 0), (0, extra))))

    def write(cells: Cells, _mines: int, out: Values) -> None:
        last = out.transpose(0, 2, 3, 1)
        places = cells.astype(np.intp) + 2
        if last.flags.c_contiguous:
            np.take(codes, places, axis=0, out=last, mode="clip")  # straight into place, four times as fast
        else:
            for channel, values in enumerate(codes.T):
                out[:, channel] = values[places]

    return write


def one_hot() -> NDArray[np.float32]:
    """0 to 8, then covered."""
    return np.vstack([np.eye(10, dtype=np.float32)[[9, 9]], np.eye(10, dtype=np.float32)[:9]])


def thesis() -> NDArray[np.float32]:
    """Opened, all ones, 0 to 8."""
    is_open = np.arange(-2, 9) >= 0
    return np.column_stack([is_open, np.ones(11), one_hot()[:, :9]]).astype(np.float32)


def hint() -> NDArray[np.float32]:
    """0 where covered, else from 0.5 for a 0 to 1 for an 8."""
    values = np.arange(-2, 9, dtype=np.float32)[:, np.newaxis]
    return np.where(values < 0, 0, (values + 8) / 16).astype(np.float32)


def notes() -> NDArray[np.float32]:
    """From 0 to 1 for 0 to 8, -0.5 where covered, -1 where flagged."""
    values = np.arange(-2, 9, dtype=np.float32)[:, np.newaxis]
    return np.where(values < 0, values / 2, values / 8).astype(np.float32)


write_one_hot_and_room = looked_up(one_hot(), extra=1)


def write_with_density(cells: Cells, mines: int, out: Values) -> None:
    """One-hot, then the mines a covered cell, everywhere: what no window can see."""
    write_one_hot_and_room(cells, mines, out)
    covered = np.maximum((cells < 0).sum(axis=(1, 2)), 1)
    out[:, 10] = (mines / covered)[:, np.newaxis, np.newaxis]


PLANES: tuple[Planes, ...] = (
    Planes("onehot10", 10, "one-hot 0 to 8 and covered", looked_up(one_hot())),
    Planes("onehot10-density", 11, "the same and, everywhere, the mines a covered cell", write_with_density),
    Planes("thesis11", 11, "opened, all ones, one-hot 0 to 8 (cnn-thesis)", looked_up(thesis())),
    Planes("hint", 1, "(number, or -8 if covered, + 8) / 16 (cnn-thesis, dense)", looked_up(hint())),
    Planes("notes", 1, "number / 8, -0.5 if covered, -1 if flagged (page-trio)", looked_up(notes())),
)
_BY_NAME = {planes.name: planes for planes in PLANES}


def planes_of(name: str) -> Planes:
    """The row of that name; raises BadInput."""
    if name not in _BY_NAME:
        hint = did_you_mean(name, _BY_NAME) or f"; there are {', '.join(_BY_NAME)}"
        raise BadInput(f"unknown planes {name!r}{hint}")
    return _BY_NAME[name]
