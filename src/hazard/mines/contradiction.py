"""Why no layout fits a position: an irreducible set of clashing numbers, the smallest where that is proven.

If some numbers clash whatever the number of mines is, they are named. Otherwise each way to satisfy the
numbers needs more or fewer mines than there are, and the mine count takes part in the clash. Trusted flags
are taken as facts.

An irreducible set (drop any one and the rest fits) is found by halving (QuickXplain: Junker, AAAI 2004) with
few questions to exact inference; then smaller sets are tried in order of size, within a budget. (Only where
numbers hang together too widely for exact inference, and no few of them clash, a whole group is named.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import Contradiction, TooWide
from hazard.mines.around import sum_around
from hazard.mines.clash import Cell, Region, components_of
from hazard.mines.position import Position
from hazard.mines.views import COVERED, FLAGGED

MOST_SETS = 10_000  # smaller sets that are tried: about a second
MOST_CELLS = 2_000_000  # the same where each set is tried on the whole board
FEW = 8  # numbers that never hang together too widely
MOST_NAMED = 12  # cells in a message; the error's `cells` has all

Clashes = Callable[[list[Cell]], bool]


def explain(position: Position, *, trust_flags: bool = True) -> Contradiction:
    """The error to raise for a position that no layout fits."""
    cells = position.cells.copy()
    if not trust_flags:
        cells[cells == FLAGGED] = COVERED
    flags, covered = int((cells == FLAGGED).sum()), int((cells == COVERED).sum())
    if flags > position.mines:
        return Contradiction(
            f"{counted(flags, 'flag')}, but only {counted(position.mines, 'mine')}",
            uses_mine_count=True,
            smallest=True,
        )
    if position.mines - flags > covered:
        return Contradiction(
            f"no room for {counted(position.mines - flags, 'mine')} in {counted(covered, 'covered cell')}, "
            "whatever the numbers say",
            uses_mine_count=True,
            smallest=True,
        )
    impossible = impossible_number(cells)
    if impossible is not None:
        message = f"{naming(position, [impossible])} be true"
        return Contradiction(message, (impossible,), smallest=True)
    board = Region(cells)
    regions = [board.part(numbers) for numbers in components_of(cells)]
    clashing = [region for region in regions if surely_clash(region, region.numbers)]
    if clashing:
        return numbers_clash(position, clashing)
    return mine_count_clashes(position, board, regions)


def impossible_number(cells: NDArray[np.int8]) -> Cell | None:
    """A number with more flags around it than it says, or too few covered cells."""
    flags, covered = sum_around(cells == FLAGGED), sum_around(cells == COVERED)
    wrong = np.argwhere((cells >= 0) & ((cells < flags) | (cells > flags + covered)))
    return (int(wrong[0, 0]), int(wrong[0, 1])) if len(wrong) else None


def surely_clash(region: Region, kept: list[Cell]) -> bool:
    """Whether these numbers clash; False where they hang together too widely to tell."""
    try:
        return not region.fits(kept)
    except TooWide:
        return False


def numbers_clash(position: Position, regions: list[Region]) -> Contradiction:
    """Numbers that clash whatever the number of mines is; each of the regions holds such a set."""
    found, smallest = min((irreducible_in(region) for region in regions), key=len), True
    for region in regions:  # a clash without mine count hangs together: only such sets need trying
        better, final = first_connected_clash(region, len(found) - 1)
        found, smallest = better or found, smallest and final
    found = sorted(found)
    return Contradiction(f"{naming(position, found)} be true", tuple(found), smallest=smallest)


def irreducible_in(region: Region) -> list[Cell]:
    """An irreducible set of a region that clashes."""
    try:
        return irreducible(region.numbers, lambda kept: not region.fits(kept))
    except TooWide:  # halving asked about numbers that hang together too widely; few numbers never do
        return first_connected_clash(region, FEW)[0] or region.numbers


def first_connected_clash(region: Region, largest: int) -> tuple[list[Cell] | None, bool]:
    """The first clash of 2 to `largest` numbers that hang together, and whether the answer is final."""
    sets = region.connected_sets(largest)
    return first_clash(sets, lambda kept: surely_clash(region.part(kept), kept), MOST_SETS)


def mine_count_clashes(position: Position, board: Region, regions: list[Region]) -> Contradiction:
    """Numbers that fit together, but not with the number of mines."""
    mines = position.mines - board.flags

    def clashes(kept: list[Cell]) -> bool:
        return not board.fits(kept, mines, mines)

    if not board.fits(board.numbers, 0, mines):
        found = shed(regions, mines + 1, Region.forces_mines)
        reason = "they need more"
    elif not board.fits(board.numbers, mines, board.covered):
        found = shed(regions, board.covered - mines + 1, Region.forces_safe)
        reason = "they leave room for fewer"
    else:
        found, reason = irreducible(board.numbers, clashes), "they leave other totals only"
    by_size = (list(kept) for size in range(1, len(found)) for kept in combinations(board.numbers, size))
    better, smallest = first_clash(by_size, clashes, MOST_CELLS // board.area)
    found = sorted(better or found)
    reason = (
        reason
        if len(found) > 1
        else reason.replace("they need", "it needs").replace("they leave", "it leaves")
    )
    total = counted(position.mines, "mine")
    message = f"with {total} in all, {naming(position, found)} be true: {reason}"
    return Contradiction(message, tuple(found), uses_mine_count=True, smallest=smallest)


def irreducible(numbers: list[Cell], clashes: Clashes) -> list[Cell]:
    """A subset that clashes and of which no proper subset does; all `numbers` together must clash."""

    def narrow(kept: list[Cell], grown: bool, candidates: list[Cell]) -> list[Cell]:
        if grown and clashes(kept):
            return []
        if len(candidates) == 1:
            return candidates
        half = len(candidates) // 2
        first, second = candidates[:half], candidates[half:]
        of_second = narrow(kept + first, bool(first), second)
        of_first = narrow(kept + of_second, bool(of_second), first)
        return of_first + of_second

    return narrow([], False, numbers)


def shed(
    regions: Iterable[Region], needed: int, forces: Callable[[Region, list[Cell], int], bool]
) -> list[Cell]:
    """An irreducible set of numbers that together force `needed` mines (or safe cells); regions add up.

    Whole regions go first, as long as the others force enough; then single numbers, region by region. What
    is spare only ever shrinks, so that no number kept earlier can be dropped later.
    """
    forced = [(most_forced(region, region.numbers, forces), region) for region in regions]
    spare = sum(amount for amount, _ in forced) - needed
    kept: list[Cell] = []
    for amount, region in sorted(forced, key=lambda pair: pair[0]):
        if amount <= spare:
            spare -= amount
            continue
        share = amount - spare
        numbers = irreducible(region.numbers, lambda some, r=region, s=share: forces(r, some, s))
        spare = most_forced(region, numbers, forces) - share
        kept += numbers
    return kept


def most_forced(
    region: Region, numbers: list[Cell], forces: Callable[[Region, list[Cell], int], bool]
) -> int:
    """The greatest amount that the numbers of a region force, by bisection."""
    low, high = 0, region.covered
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if forces(region, numbers, middle) else (low, middle - 1)
    return low


def first_clash(
    candidates: Iterator[list[Cell]], clashes: Clashes, budget: int
) -> tuple[list[Cell] | None, bool]:
    """The first clashing set, if any; and whether that is final (one was found, or all were tried)."""
    for tried, numbers in enumerate(candidates):
        if tried >= budget:
            return None, False
        if clashes(numbers):
            return numbers, True
    return None, True


def naming(position: Position, cells: list[Cell]) -> str:
    """ "the numbers at (3, 4) and (3, 6) cannot both"."""
    if len(cells) == 1:
        return f"the number {position.cells[cells[0]]} at {cells[0]} cannot"
    names = [str(cell) for cell in cells]
    if len(names) > MOST_NAMED:
        listed = f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    else:
        listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"the numbers at {listed} cannot {'both' if len(cells) == 2 else 'all'}"


def counted(number: int, noun: str) -> str:
    """`1 mine`, `2 mines`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
