"""What cells show, told from all of them together: which are covered, which digit, and where doubt remains.

Nothing is known of colours beforehand. Cells are put into kinds by ground and relief; which kinds are
covered is what makes the most sense: digits stand on open ground, flags on covered ground, a blank open
cell has no covered neighbours, a number no fewer than it says. A digit whose colour is not that of its
likes is in doubt.
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
SHOWS_OPEN: dict[int, int] = {glyphs.NOTHING: 0, glyphs.MINE: MINE} | {digit: digit for digit in range(1, 9)}
SHOWS_COVERED: dict[int, int] = {
    glyphs.NOTHING: COVERED,
    glyphs.QUESTION: COVERED,
    glyphs.FLAG: FLAGGED,
    glyphs.MINE: MINE,
}

ALIKE = 11.0  # levels between cells of one kind
MOST_KINDS = 8
RAISED = 12.0  # levels of relief beyond which a kind is likely to be covered
LIKELY = 4.0  # what that counts, in logarithms of likelihood as all that follow
LEAST = -8.0  # what a cell counts at worst
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
    doubts: dict[
        tuple[int, int], list[int]
    ]  # what else a cell may show, the likeliest (which is taken) first
    worth: float  # logarithm of how likely all of it is


def senses(cells: Cells, size: tuple[int, int]) -> list[Sense]:
    """The ways to understand the cells, the best first: those that are nearly as good follow."""
    likely = glyphs.scores(cells.ink)
    kind = kinds(cells)
    found: dict[bytes, tuple[float, NDArray[np.bool_]]] = {}
    for choice in product((True, False), repeat=int(kind.max()) + 1):
        covered = covered_cells(kind, np.array(choice, np.bool_), likely)
        found.setdefault(covered.tobytes(), (worth(covered, likely, cells, size), covered))
    best = max(value for value, _ in found.values())
    near = sorted((pair for pair in found.values() if pair[0] > best - CLOSE), key=lambda pair: -pair[0])
    return [understood(cells, likely, covered, size, value) for value, covered in near]


def kinds(cells: Cells) -> NDArray[np.intp]:
    """The kind of each cell by ground and relief, intp[n]; -1 for those that are like few others."""
    looks = np.column_stack([cells.ground, 0.7 * cells.relief])
    kind = np.full(len(looks), -1, np.intp)
    for count in range(MOST_KINDS):
        left = np.flatnonzero(kind < 0)
        if len(left) == 0:
            break
        tried = left[:: max(1, len(left) // 60)]  # enough to find each kind of some size
        near = np.abs(looks[left] - looks[tried, np.newaxis]).max(axis=2) < ALIKE
        members = left[near[int(near.sum(axis=1).argmax())]]
        if count and len(members) < max(2, len(looks) // 100):
            break
        centre = np.median(looks[members], axis=0)
        kind[left[np.abs(looks[left] - centre).max(axis=1) < ALIKE]] = count
    return kind


def covered_cells(kind: NDArray[np.intp], choice: NDArray[np.bool_], likely: Floats) -> NDArray[np.bool_]:
    """Which cells are covered if these kinds are; a cell of no kind goes by what stands on it."""
    single = likely[:, [glyphs.FLAG, glyphs.QUESTION]].max(axis=1) > likely[:, 1:9].max(axis=1)
    return np.where(kind < 0, single, choice[kind])


def worth(covered: NDArray[np.bool_], likely: Floats, cells: Cells, size: tuple[int, int]) -> float:
    """How much sense it makes that these cells are covered."""
    shown = codes_of(covered, likely)
    each = np.where(covered, best_of(likely, SHOWS_COVERED), best_of(likely, SHOWS_OPEN))
    total = float(np.maximum(each, LEAST).sum())
    board = shown.reshape(size)
    hidden = sum_around((board < 0) | (board == MINE))
    total -= ODD_BLANK * float(((board == 0) & (hidden > 0)).sum())
    total -= ODD_NUMBER * float(((board > 0) & (board < MINE) & (board > hidden)).sum())
    for raised in (True, False):
        some = covered == raised
        if some.any() and (np.median(cells.relief[some]) > RAISED) == raised:
            total += LIKELY
    if not covered.all() and not ((board > 0) & (board < MINE)).any():
        total -= WHOLLY_OPEN
    return total


def best_of(likely: Floats, shows: dict[int, int]) -> Floats:
    """How likely the likeliest answer is."""
    return likely[:, list(shows)].max(axis=1)


def codes_of(covered: NDArray[np.bool_], likely: Floats) -> NDArray[np.int8]:
    """The likeliest code of each cell."""
    open_ = np.array(list(SHOWS_OPEN.values()), np.int8)[likely[:, list(SHOWS_OPEN)].argmax(axis=1)]
    hidden = np.array(list(SHOWS_COVERED.values()), np.int8)[likely[:, list(SHOWS_COVERED)].argmax(axis=1)]
    return np.where(covered, hidden, open_).astype(np.int8)


def understood(
    cells: Cells, likely: Floats, covered: NDArray[np.bool_], size: tuple[int, int], value: float
) -> Sense:
    """Codes, with what else doubtful cells may show."""
    codes = codes_of(covered, likely)
    answers = [
        answers_of(row, SHOWS_COVERED if under else SHOWS_OPEN)
        for row, under in zip(likely, covered, strict=True)
    ]
    strange = strange_colours(cells, codes, answers)
    likes = Likes(cells, codes, np.array([sure >= SURE for sure, _ in answers]))
    doubts: dict[tuple[int, int], list[int]] = {}
    for index, (sure, found) in enumerate(answers):
        if (sure < SURE and not likes.confirm(index, found)) or index in strange:
            if len(found) == 1:
                found = [*found, UNKNOWN]
            doubts[divmod(index, size[1])] = found[:MOST_ANSWERS]
            codes[index] = found[0]
    return Sense(codes.reshape(size), doubts, value)


def answers_of(likely: Floats, shows: dict[int, int]) -> tuple[float, list[int]]:
    """How sure the likeliest answer is, and all that are possible, the likeliest first."""
    chance: dict[int, float] = {UNKNOWN: 0.0}
    for glyph, probability in enumerate(np.exp(likely).tolist()):
        code = shows.get(glyph, UNKNOWN)
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
