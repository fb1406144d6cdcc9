"""What cells show, told from all of them together: which are covered, which digit, and where doubt remains.

What stands on a cell, the network tells; whether a cell on which nothing stands is covered or blank, nobody
knows beforehand. Such cells are put into kinds by ground and relief; which are covered is what makes the
most sense: digits stand on the ground of blank cells, flags on that of covered ones, a blank cell has no
covered neighbours, a number no fewer than it says. Inference settles later what is in doubt here.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from hazard.browser.picture import glyphs
from hazard.browser.picture.cells import Cells, Floats
from hazard.browser.reading import MINE
from hazard.mines.around import sum_around
from hazard.mines.views import COVERED, FLAGGED

UNKNOWN = 11  # beside the codes of a position, MINE and WRONG_FLAG: nothing that stands on boards
CODES = {glyphs.FLAG: FLAGGED, glyphs.MINE: MINE, glyphs.QUESTION: COVERED, glyphs.OTHER: UNKNOWN} | {
    digit: digit for digit in range(1, 9)
}

ALIKE = 11.0  # levels between the grounds of one kind
RELIEF = 0.4  # what a level of relief counts beside one of ground
CLEAR = 2.0  # times nearer to one kind than to any other: then it may be twice as far from it
MOST_KINDS = 8
FEW = 0.01  # the share of the board, below which a kind is none
RAISED = 20.0  # levels of relief beyond which a kind is likely to be covered
LIKELY = 4.0  # what that counts, in logarithms of likelihood as all that follow
VOTE = 1.5  # what a digit or a flag counts that stands on a ground
ODD_BLANK, ODD_NUMBER = 3.0, 6.0  # what a blank beside covered cells costs; a number that cannot be reached
WHOLLY_OPEN = 20.0  # what an open board without any number costs
CLOSE = 6.0  # readings that differ by less are both told

SURE = 0.93  # how likely what stands in a cell must be
POSSIBLE = 0.01  # how likely another answer must be to be weighed
STRANGE = 75.0  # levels by which a digit's colour may differ from that of its likes
MOST_ANSWERS = 3
NEAR_COLOUR = 40.0  # levels between glyphs that may be the same
SAME_SHAPE, CLEARLY = (
    0.85,
    0.05,
)  # likeness to a glyph that is sure, and by how much it is more than to another


@dataclass(frozen=True, slots=True, eq=False)
class Sense:
    """One way to understand a picture's cells."""

    cells: NDArray[np.int8]  # [rows, cols]  codes of a position, MINE, UNKNOWN
    doubts: dict[tuple[int, int], list[int]]  # what else a cell may show, the likeliest (taken) first
    worth: float  # logarithm of how likely all of it is


@dataclass(frozen=True, slots=True, eq=False)
class Kinds:
    """Kinds of cells on which nothing stands."""

    centres: Floats  # [kinds, 4]  ground and relief
    free: int  # how many of them may be covered; on the others, the last ones, numbers were seen only
    nearest: NDArray[np.intp]  # [n]  of each cell, whatever stands there
    loose: NDArray[np.bool_]  # [n]  cells that are of no kind


def senses(cells: Cells, size: tuple[int, int]) -> list[Sense]:
    """The ways to understand the cells, the best first: those that are nearly as good follow."""
    likely = glyphs.scores(cells.ink)
    stands = likely.argmax(axis=1)
    kinds = kinds_of(cells, stands)
    rest = (False,) * (len(kinds.centres) - kinds.free)
    choices = [np.array((*choice, *rest)) for choice in product((True, False), repeat=kinds.free)]
    found = [(worth(choice, kinds, stands, size), choice) for choice in choices]
    best = max(value for value, _ in found)
    near = sorted((pair for pair in found if pair[0] > best - CLOSE), key=lambda pair: -pair[0])
    return [understood(cells, likely, kinds, choice, size, value) for value, choice in near]


def kinds_of(cells: Cells, stands: NDArray[np.intp]) -> Kinds:
    """The kinds of the empty cells by ground and relief, and those that only cells with numbers show."""
    looks = np.column_stack([cells.ground, RELIEF * cells.relief]).astype(np.float32)
    known = ~np.isnan(cells.relief)
    centres = clusters(looks, np.flatnonzero((stands == glyphs.NOTHING) & known), [])
    free = len(centres)
    centres = clusters(looks, np.flatnonzero((stands >= 1) & (stands <= 8) & known), centres)
    if not centres:
        centres.append(np.median(np.nan_to_num(looks), axis=0))
    far = np.nan_to_num(np.abs(looks[:, np.newaxis] - np.array(centres))).max(axis=2)
    nearest = far.argmin(axis=1)
    two = np.sort(np.pad(far, ((0, 0), (0, 1)), constant_values=np.inf), axis=1)[:, :2]
    within = two[:, 0] < np.where(two[:, 1] > CLEAR * two[:, 0], 2 * ALIKE, ALIKE)
    loose = ~within | (~known & ((far < ALIKE).sum(axis=1) != 1))
    return Kinds(np.array(centres, np.float32), free, nearest, loose)


def clusters(looks: Floats, left: NDArray[np.intp], centres: list[Floats]) -> list[Floats]:
    """The centres and those of more kinds among the cells `left`; what is like few others makes none."""
    found = list(centres)
    for centre in centres:
        left = left[np.abs(looks[left] - centre).max(axis=1) >= ALIKE]
    while len(left) and len(found) < MOST_KINDS:
        tried = left[:: max(1, len(left) // 60)]  # enough to find each kind of some size
        near = np.abs(looks[left] - looks[tried, np.newaxis]).max(axis=2) < ALIKE
        members = left[near[int(near.sum(axis=1).argmax())]]
        if found and len(members) < max(2, FEW * len(looks)):
            break
        found.append(np.median(looks[members], axis=0))
        left = left[np.abs(looks[left] - found[-1]).max(axis=1) >= ALIKE]
    return found


def worth(choice: NDArray[np.bool_], kinds: Kinds, stands: NDArray[np.intp], size: tuple[int, int]) -> float:
    """How much sense it makes that these kinds are covered."""
    codes = codes_of(choice, kinds, stands)
    board = codes.reshape(size)
    hidden = sum_around((board < 0) | (board == MINE))
    total = -ODD_BLANK * float(((board == 0) & (hidden > 0)).sum())
    total -= ODD_NUMBER * float(((board > 0) & (board < MINE) & (board > hidden)).sum())
    number = (stands >= 1) & (stands <= 8)
    covered = choice[kinds.nearest]
    total -= VOTE * float((number & covered).sum() + ((stands == glyphs.FLAG) & ~covered).sum())
    raised = kinds.centres[:, 3] > RELIEF * RAISED
    if raised.any() and not raised.all():
        total += LIKELY * float((raised == choice)[: kinds.free].sum())
    if (codes >= 0).any() and not number.any():
        total -= WHOLLY_OPEN
    return total


def codes_of(choice: NDArray[np.bool_], kinds: Kinds, stands: NDArray[np.intp]) -> NDArray[np.int8]:
    """The code of each cell by what stands there."""
    table = np.array([CODES.get(glyph, 0) for glyph in range(glyphs.CLASSES)], np.int8)
    empty = np.where(choice[kinds.nearest], COVERED, 0)
    return np.where(stands == glyphs.NOTHING, empty, table[stands]).astype(np.int8)


def understood(
    cells: Cells,
    likely: Floats,
    kinds: Kinds,
    choice: NDArray[np.bool_],
    size: tuple[int, int],
    value: float,
) -> Sense:
    """Codes, with what else doubtful cells may show."""
    codes = codes_of(choice, kinds, likely.argmax(axis=1))
    empty = np.where(choice[kinds.nearest], COVERED, 0).tolist()
    answers = [answers_of(row, code) for row, code in zip(likely, empty, strict=True)]
    strange = strange_colours(cells, codes, answers)
    likes = Likes(cells, codes, np.array([sure >= SURE for sure, _ in answers]))
    played = bool((codes > 0).any())  # else nothing can be open
    doubts: dict[tuple[int, int], list[int]] = {}
    for index, (sure, found) in enumerate(answers):
        codes[index] = found[0]
        if (sure < SURE and not likes.confirm(index, found)) or index in strange:
            doubts[divmod(index, size[1])] = (found if len(found) > 1 else [*found, UNKNOWN])[:MOST_ANSWERS]
        elif kinds.loose[index] and played and found[0] in (0, COVERED):
            doubts[divmod(index, size[1])] = [found[0], COVERED if found[0] == 0 else 0]
    return Sense(codes.reshape(size), doubts, value)


def answers_of(likely: Floats, empty: int) -> tuple[float, list[int]]:
    """How sure the likeliest answer is, and all that are possible, the likeliest first."""
    chance: dict[int, float] = {}
    for glyph, probability in enumerate(np.exp(likely).tolist()):
        code = CODES.get(glyph, empty)
        chance[code] = chance.get(code, 0.0) + probability
    ranked = sorted(chance, key=lambda code: -chance[code])
    return chance[ranked[0]], [code for code in ranked if chance[code] > POSSIBLE]


class Likes:
    """The cells whose glyphs are sure, by code: what else stands on the board is compared with them."""

    def __init__(self, cells: Cells, codes: NDArray[np.int8], sure: NDArray[np.bool_]) -> None:
        inner = cells.ink[:, 0, 3:-3, 3:-3].reshape(len(codes), -1)
        self.shapes = inner / np.maximum(np.linalg.norm(inner, axis=1, keepdims=True), 1e-6)
        self.colours = cells.colour
        self.codes, self.sure = codes, sure

    def confirm(self, index: int, answers: list[int]) -> bool:
        """Whether a cell is like sure ones of its likeliest answer, and clearly less like those of others."""
        alike = self.shapes @ self.shapes[index]
        near = np.abs(self.colours - self.colours[index]).max(axis=1) < NEAR_COLOUR
        best = {
            code: float(alike[mask].max())
            for code in set(self.codes[self.sure].tolist())
            if (mask := self.sure & near & (self.codes == code)).any()
        }
        own = best.pop(answers[0], 0.0)
        return own > SAME_SHAPE and all(own > other + CLEARLY for other in best.values())


def strange_colours(
    cells: Cells, codes: NDArray[np.int8], answers: list[tuple[float, list[int]]]
) -> set[int]:
    """The digits whose colour is not that of most of the same digit."""
    sure = np.array([chance >= SURE for chance, _ in answers])
    found: set[int] = set()
    for digit in range(1, 9):
        here = np.flatnonzero(codes == digit)
        known = here[sure[here]]
        if len(known) < 2:
            continue
        usual = np.median(cells.colour[known], axis=0)
        far = np.abs(cells.colour[here] - usual).max(axis=1)
        found.update(here[far > STRANGE].tolist())
    return found
