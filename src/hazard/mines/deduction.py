"""What follows without probabilities: the two counting rules, and the linear system of all numbers.

Both are sound: what they call safe or a mine is so in every layout that fits. Neither is complete: exact
inference (`hazard.mines.inference`) finds more, and neither looks at the total number of mines.

**The two counting rules.** Take a number and the covered cells around it, and subtract the mines already
known there. If nothing is left, all its other covered neighbours are safe; if as many are left as there are
covered neighbours, all of them are mines. Each finding changes other numbers, so the rules are applied until
neither finds anything (the order does not matter: findings only ever add).

**The linear system.** Write x = 1 for a mine and 0 for a safe cell: every number says that its covered
neighbours sum to it. Cells with the same numbers around them are taken together, the system is brought to
reduced row echelon form in whole numbers, and each row is tried: where its right side is the least (or
greatest) value that its left side can take, every variable in it stands at its bound, so all its cells are
decided. The two rules are the rows as they stand before any elimination. Rules and system take turns until
neither finds anything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hazard.mines import native

UNKNOWN, SAFE, MINE = 0, 1, 2  # codes of `certain` arrays


def counting_rules(cells: NDArray[np.int8], *, threads: int = 1) -> NDArray[np.uint8]:
    """What the two counting rules decide: int8[n, rows, cols] to uint8[n, rows, cols].

    0 not decided (or open), 1 certainly safe, 2 certainly a mine. Flags count as covered cells.
    """
    return deduce(cells, 0, threads)


def equations(cells: NDArray[np.int8], *, threads: int = 1) -> NDArray[np.uint8]:
    """What counting rules and linear system together decide; shapes and codes as in `counting_rules`."""
    return deduce(cells, 1, threads)


def deduce(cells: NDArray[np.int8], method: int, threads: int) -> NDArray[np.uint8]:
    """One of the native methods on boards of one size."""
    certain = np.zeros(cells.shape, np.uint8)
    native.deduce(np.ascontiguousarray(cells), certain, method, threads)
    return certain
