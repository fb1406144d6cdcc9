"""A board read from a picture; refused where it is not sure, or cannot be.

Inference has the last word: of several ways to understand a picture those fall away that no layout fits.
What is then still in doubt is told, cell by cell, and nothing is guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from hazard.browser.picture.cells import cut
from hazard.browser.picture.grid import Grid, find_grid
from hazard.browser.picture.sense import UNKNOWN, Sense, senses
from hazard.browser.reading import MINE, WRONG_FLAG
from hazard.core.errors import Contradiction, PictureError, TooWide
from hazard.mines import native
from hazard.mines.inference import analyse
from hazard.mines.level import LONGEST_SIDE, NAMED
from hazard.mines.position import Position
from hazard.mines.views import COVERED, FLAGGED

MOST_PIXELS = 40_000_000
SILENT = 9  # to inference an open cell whose number counts for nothing
ALL, NOT_FIRST, NOT_LAST = slice(None), slice(1, None), slice(None, -1)
SIDE_BY_SIDE = [
    (one, other)
    for first, second in (((NOT_FIRST, ALL), (NOT_LAST, ALL)), ((ALL, NOT_FIRST), (ALL, NOT_LAST)))
    for one, other in ((first, second), (second, first))
]
MOST_READINGS = 64  # that inference is asked about
NAMES = {COVERED: "covered", FLAGGED: "a flag", MINE: "a mine", UNKNOWN: "something unknown", 0: "blank"}

Codes = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What a picture shows."""

    cells: Codes  # [rows, cols]  codes of a position; MINE and WRONG_FLAG where the game is over
    grid: Grid

    def position(self, mines: int | None = None) -> Position:
        """The position, with the mines that boards of this size have by custom; raises PictureError.

        Refused is a game that is over, and what inference contradicts.
        """
        rows, cols = self.cells.shape
        if (self.cells >= MINE).any():
            raise PictureError("mines show: the game on the picture is over")
        count = usual_mines(rows, cols) if mines is None else mines
        if count is None:
            raise PictureError(f"a board of {rows}x{cols} cells: --mines says how many mines it has")
        position = Position(rows, cols, count, self.cells)
        try:
            analyse(position, trust_flags=False)  # a player may have flagged anything
        except Contradiction as contradiction:
            raise PictureError(f"what was read of the picture cannot be: {contradiction}") from None
        except TooWide:
            pass
        return position


def usual_mines(rows: int, cols: int) -> int | None:
    """The mines that boards of this size have by custom."""
    return {(r, c): count for r, c, count in NAMED.values()}.get((rows, cols))


def read_file(file: Path | str) -> Board:
    """The board on a picture; raises PictureError, which names the file."""
    try:
        with Image.open(file) as picture:
            if picture.width * picture.height > MOST_PIXELS:
                raise PictureError(f"{picture.width}x{picture.height} pixels are too many")
            return read(picture)
    except PictureError as error:
        raise PictureError(f"{file}: {error}") from None
    except UnidentifiedImageError:
        raise PictureError(f"{file} is no picture that can be read") from None
    except FileNotFoundError:
        raise PictureError(f"cannot read {file}: No such file or directory") from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError):
        raise PictureError(f"{file} is no picture that can be read") from None


def read(picture: Image.Image, before: Grid | None = None) -> Board:
    """The board on a picture; raises PictureError.

    `before` is where it was on an earlier picture: it is looked for there first, which is quicker.
    """
    picture = plain(picture)
    if before is not None:
        try:
            found = read_there(picture, before)
        except PictureError:
            found = None
        if found is not None and found.cells.shape == (before.rows, before.cols):
            return found
    return read_plain(picture)


def read_there(picture: Image.Image, before: Grid) -> Board:
    """The board in the part of a picture where it was before, and a cell around it."""
    step = before.across.step
    left, top = max(0, int(before.across.start - step)), max(0, int(before.down.start - step))
    right = min(picture.width, int(before.across.at(before.cols + 1)) + 1)
    bottom = min(picture.height, int(before.down.at(before.rows + 1)) + 1)
    found = read_plain(picture.crop((left, top, right, bottom)))
    return Board(found.cells, found.grid.moved(left, top))


def read_plain(picture: Image.Image) -> Board:
    """The board on a picture in three colours."""
    grid = find_grid(np.asarray(picture))
    if max(grid.rows, grid.cols) > LONGEST_SIDE:
        raise PictureError(f"a grid of {grid.rows}x{grid.cols} cells is no board")
    found = senses(cut(picture, grid.boxes()), (grid.rows, grid.cols))
    return Board(settled(found), grid)


def plain(picture: Image.Image) -> Image.Image:
    """In three colours; what is transparent lies on white."""
    if picture.mode in ("RGBA", "LA", "PA") or "transparency" in picture.info:
        whole = picture.convert("RGBA")
        ground = Image.new("RGBA", whole.size, "white")
        return Image.alpha_composite(ground, whole).convert("RGB")
    return picture.convert("RGB")


def settled(found: list[Sense]) -> Codes:
    """The cells in the only way that inference leaves; raises PictureError."""
    best = found[0]
    mines = {(row, col) for row, col in np.argwhere(best.cells == MINE).tolist()}
    if mines - best.doubts.keys():  # the game is over: nothing is to be concluded any more
        return np.where(best.cells == UNKNOWN, WRONG_FLAG, best.cells).astype(np.int8)
    left = [codes for sense in found for codes in readings(sense) if possible(codes)]
    if not left:
        raise PictureError(f"what was read of the picture cannot be: {clash(best.cells)}")
    if len(left) == 1:
        if (left[0] == UNKNOWN).any():
            raise doubt(left[0], left[0], best)
        return left[0]
    raise doubt(left[0], left[1], best)


def readings(sense: Sense) -> list[Codes]:
    """All boards that doubtful cells leave, the likeliest first."""
    options = list(sense.doubts.values())
    if np.prod([len(answers) for answers in options], dtype=float) > MOST_READINGS:
        row, col = next(iter(sense.doubts))
        raise PictureError(
            f"{len(options)} cells cannot be told, such as ({row}, {col}): {either(sense.doubts[row, col])}"
        )
    boards: list[Codes] = []
    for answers in product(*options):
        codes = sense.cells.copy()
        for at, code in zip(sense.doubts, answers, strict=True):
            codes[at] = code
        boards.append(codes)
    return boards


def possible(codes: Codes) -> bool:
    """Whether any layout fits, with any number of mines; what shows no number says nothing.

    Nor does a page leave a cell covered that is right beside a blank one.
    """
    covered, blank = codes == COVERED, codes == 0
    if any((covered[a] & blank[b]).any() for a, b in SIDE_BY_SIDE):
        return False
    seen = np.where(codes == MINE, FLAGGED, np.where(codes == UNKNOWN, SILENT, codes)).astype(np.int8)
    seen[codes == FLAGGED] = COVERED  # a player may have flagged anything
    try:
        return native.feasible(seen, 0, codes.size, True)
    except native.TooWide:
        return True


def clash(codes: Codes) -> str:
    """Why no layout fits."""
    rows, cols = codes.shape
    seen = np.where(codes == MINE, FLAGGED, codes).astype(np.int8)
    if (codes == UNKNOWN).any():
        return "its numbers contradict each other"
    flags = int((seen == FLAGGED).sum())
    covered = int((seen == COVERED).sum())
    try:
        analyse(Position(rows, cols, (covered + flags + 1) // 2, seen), trust_flags=False)
    except Contradiction as contradiction:
        if not contradiction.uses_mine_count:
            return str(contradiction)
    except TooWide:
        pass
    return "its numbers contradict each other"


def doubt(one: Codes, other: Codes, best: Sense) -> PictureError:
    """What cannot be told."""
    differ = np.argwhere(one != other)
    unknown = np.argwhere(one == UNKNOWN)
    if len(unknown):
        row, col = unknown[0].tolist()
        return PictureError(f"what stands in cell ({row}, {col}) is not known")
    row, col = differ[0].tolist()
    many = f" (and {len(differ) - 1} more cells)" if len(differ) > 1 else ""
    return PictureError(
        f"cell ({row}, {col}) may be {either([int(one[row, col]), int(other[row, col])])}{many}"
    )


def either(codes: list[int]) -> str:
    """`a 6 or an 8`."""
    return " or ".join(NAMES.get(code, f"{'an' if code == 8 else 'a'} {code}") for code in codes)
