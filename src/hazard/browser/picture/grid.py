"""Where the cells of a board are on a picture: the lattice of square cells whose borders show best.

An edge is a place where pixels differ from those beside them. How far apart cells are is told by the
picture's likeness to itself moved by so many pixels; where they begin, by the places that many edges share.
Then each side of each cell is looked at: the board is the rectangle of cells whose sides show. Nothing but
squares at equal distances is assumed: not the colours, nor that there are lines, nor that the board is the
greatest thing there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from hazard.browser.picture.cells import Box, Floats
from hazard.core.errors import PictureError

LEAST, GREATEST = 11.0, 130.0  # pixels of a cell's side
FEWEST = 3  # cells in a row or column
FAINT, STRONG = 2.0, 6.0  # levels: what may be noise on a clean picture, and what is an edge beyond doubt
NOISE = 1.5  # times the usual difference between two pixels, what noise adds to both
ALONG = (7, 11, 17)  # pixels along an edge that are taken together: noise does not go on, edges do
TRIED = 6  # lengths of a side
PHASES = 3  # places of the first line, across and down
DENSE = 0.1  # the share of edges that repeat themselves, where a board may be
MOST_CORES, CORES = 12, 2  # such places that are looked at, and those that are tried, the largest first
WHOLE = 0.5  # how far a cell's two weakest sides show: one below makes a rectangle worse
PARTLY = 0.75  # how whole cells of the board are at least, row by row
WALL = 0.92  # the share of a line that shows, beyond which what is behind it is another matter
HOLE = 0.15  # but no worse than so, as where open cells have no borders
SIZE = 1.3  # what size counts beside number: half the side makes four times as many cells, some of them real
MIDDLE = 0.15  # of a side, at both ends, is not looked at: corners may be round
CUT = 0.4  # share of a cell that the picture's edge may take away
CLOSED = 0.6  # the share of the board's border that has to show
MOST_HIDDEN = 4  # rows without any lines between a rectangle and the board's border
STRENGTH = 0.3  # what the strength of an edge counts beside its being there
AS_GOOD = 0.98  # of the greatest worth: in the middle of all such places are the lines
UNEVEN = 0.025  # by which cells may be wider than high, or higher than wide
TRACE = 1.6  # times as much change on lines as between them, where a board goes on
GOES_ON = 0.5  # the share of lines that go on beyond a border, where it is none


@dataclass(frozen=True, slots=True)
class Comb:
    """Equally spaced lines across a picture: start + step * number."""

    start: float  # pixels; of line 0
    step: float

    def at(self, number: float) -> float:
        """Where a line is."""
        return self.start + self.step * number

    def lines(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """Where lines are."""
        return np.asarray(self.start + self.step * numbers, np.float64)

    def numbers(self, length: int) -> NDArray[np.int64]:
        """The lines on a picture of this length, and those just off it."""
        low = ceil((-CUT * self.step - self.start) / self.step)
        high = floor((length + CUT * self.step - self.start) / self.step)
        return np.arange(low, high + 1, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows and columns of cells; line 0 of each comb is the board's border."""

    across: Comb
    down: Comb
    rows: int
    cols: int

    def boxes(self) -> list[Box]:
        """The cells in board order."""
        x, y = (
            self.across.lines(np.arange(self.cols + 1)).tolist(),
            self.down.lines(np.arange(self.rows + 1)).tolist(),
        )
        return [(x[c], y[r], x[c + 1], y[r + 1]) for r in range(self.rows) for c in range(self.cols)]

    def moved(self, x: int, y: int) -> Grid:
        """The same so many pixels further right and down."""
        across, down = self.across, self.down
        return Grid(
            Comb(across.start + x, across.step), Comb(down.start + y, down.step), self.rows, self.cols
        )

    def centre(self, row: int, col: int) -> tuple[float, float]:
        """The middle of a cell."""
        return self.across.at(col + 0.5), self.down.at(row + 0.5)


class Edges:
    """The edges of a picture, 0 to 1: between columns (`x`), between rows (`y`), float32[height, width]."""

    def __init__(self, pixels: NDArray[np.uint8], x: Floats, y: Floats) -> None:
        self.pixels, self.x, self.y = pixels, x, y
        self.height, self.width = x.shape
        self._kept: dict[int, tuple[Floats, Floats]] = {}

    @classmethod
    def of(cls, pixels: NDArray[np.uint8], long: int) -> Edges:
        """Those of a picture, [height, width, 3], that go on for so many pixels."""
        return cls(pixels, steps(pixels, long), steps(pixels.transpose(1, 0, 2), long).T)

    @cached_property
    def mirrored(self) -> Edges:
        """The same with x and y changed: what holds across holds down."""
        return Edges(self.pixels.transpose(1, 0, 2), self.y.T, self.x.T)

    def counted(self, reach: int) -> tuple[Floats, Floats]:
        """How many pixels have an edge within reach of them: sums along the lines, from the start on."""
        if reach not in self._kept:
            near_x, near_y = widest(self.x, reach), widest(self.y.T, reach).T
            self._kept[reach] = (
                np.pad(np.cumsum(near_x > 0.5, axis=0, dtype=np.float32), ((1, 0), (0, 0))),
                np.pad(np.cumsum(near_y > 0.5, axis=1, dtype=np.float32), ((0, 0), (1, 0))),
            )
        return self._kept[reach]


def find_grid(pixels: NDArray[np.uint8]) -> Grid:
    """The board's grid on a picture, [height, width, 3]; raises PictureError where there is none."""
    if min(pixels.shape[:2]) < FEWEST * LEAST:
        raise PictureError("no board is to be seen: the picture is too small")
    by_length = {ALONG[0]: Edges.of(pixels, ALONG[0])}
    best: tuple[float, Edges, Comb, Comb] | None = None
    for side in sides(by_length[ALONG[0]]):
        long = max(long for long in ALONG if long <= max(ALONG[0], 0.5 * side))
        if long not in by_length:
            by_length[long] = Edges.of(pixels, long)
        edges = by_length[long]
        for across, down in lattices(edges, side):
            worth = side**SIZE * float(np.maximum(wholeness(edges, across, down) - WHOLE, 0).sum())
            if best is None or worth > best[0]:
                best = worth, edges, across, down
    if best is None or best[0] <= 0:
        raise PictureError("no board is to be seen: no grid of square cells")
    _, edges, across, down = best
    for _ in range(2):  # the first rectangle tells better where its lines are
        grid = rectangle(edges, across, down)
        across, down = refined(edges, grid)
    grid = bounded(edges, rectangle(edges, across, down))
    across, down = refined(edges, grid)
    return Grid(across, down, grid.rows, grid.cols)


def steps(pixels: NDArray[np.uint8], long: int) -> Floats:
    """How much each pixel differs from the one to its left, 0 to 1: float32[height, width]."""
    change = np.zeros((pixels.shape[0], pixels.shape[1] - 1), np.float32)
    for colour in range(3):
        plane = np.pad(pixels[:, :, colour], ((long // 2 + 1, long // 2), (0, 0)), "edge")
        total = np.cumsum(plane, axis=0, dtype=np.float32)  # whole numbers, exact up to 65,000 rows
        smooth = (total[long:] - total[:-long]) / np.float32(long)
        wide = np.pad(np.abs(smooth[:, 2:] - smooth[:, :-2]), ((0, 0), (1, 1)))
        np.maximum(change, np.abs(np.diff(smooth, axis=1)), out=change)
        np.maximum(change, np.minimum(wide[:, :-1], wide[:, 1:]), out=change)  # where a blur has spread it
    noise = NOISE * float(np.median(change[::3, ::3]))
    found = np.clip((change - np.float32(FAINT + noise)) / np.float32(STRONG - FAINT), 0, 1)
    return np.pad(found, ((0, 0), (1, 0)))


def widest(image: Floats, reach: int) -> Floats:
    """The greatest within reach to the left or right."""
    out = np.array(image, order="C")
    for step in range(1, reach + 1):
        np.maximum(out[:, step:], image[:, :-step], out=out[:, step:])
        np.maximum(out[:, :-step], image[:, step:], out=out[:, :-step])
    return out


def sides(edges: Edges) -> list[float]:
    """Lengths of a cell's side, the likeliest first: at their multiples the picture is most like itself."""
    alike = likeness(edges.x) + likeness(edges.y.T)
    tried = np.arange(LEAST, min(GREATEST, min(edges.height, edges.width) / FEWEST) + 0.25, 0.25)
    places = np.arange(len(alike))
    near = np.convolve(alike, (0.3, 0.4, 0.3), "same")  # a side need not be a whole number of pixels
    worth = np.zeros(len(tried))
    for multiple in (1, 2, 3):
        worth += np.interp(tried * multiple, places, near) - np.interp(tried * (multiple - 0.5), places, near)
    found: list[float] = []
    for index in np.argsort(-worth).tolist():
        side = float(tried[index])
        if all(abs(side - other) > 0.04 * other for other in found):
            found.append(side)
        if len(found) == TRIED:
            break
    return found


def likeness(image: Floats) -> NDArray[np.float64]:
    """How alike a picture's rows and the same rows moved by 0, 1, … pixels are: 1 for 0."""
    reach = int(3 * GREATEST) + 3
    length = 1 << (image.shape[1] + reach).bit_length()
    power = np.zeros(length // 2 + 1)
    for part in np.array_split(image, max(1, len(image) // 128)):  # little memory at a time
        centred = part - part.mean(axis=1, keepdims=True)
        power += (np.abs(np.fft.rfft(centred, length)) ** 2).sum(axis=0)
    alike = np.fft.irfft(power)[:reach]
    return alike / max(float(alike[0]), 1e-9)


def lattices(edges: Edges, side: float) -> list[tuple[Comb, Comb]]:
    """The likeliest places of the lines for cells of about this side."""
    found: list[tuple[Comb, Comb]] = []
    for top, bottom, left, right in cores(edges, side):
        columns, rows = (combs(line, side) for line in lines_of(edges, (top, bottom, left, right)))
        found += [
            (across, down)
            for across in columns
            for down in rows
            if abs(across.step - down.step) <= max(0.35, 0.02 * across.step)
        ]
    return found


def cores(edges: Edges, side: float) -> list[tuple[int, int, int, int]]:
    """Where edges repeat themselves at this distance in both directions: top, bottom, left, right of each."""
    block = max(4, round(side / 2))
    across, down = repeated(edges.x, side), repeated(edges.y.T, side).T
    dense = np.sqrt(blurred(blocks(across, block)) * blurred(blocks(down, block)))
    found: list[tuple[float, tuple[int, int, int, int]]] = []
    while dense.max() > DENSE and len(found) < MOST_CORES:
        part = together(dense > DENSE, *divmod(int(dense.argmax()), dense.shape[1]))
        rows, cols = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        place = (
            int(rows[0]) * block,
            min(edges.height, (int(rows[-1]) + 1) * block),
            int(cols[0]) * block,
            min(edges.width, (int(cols[-1]) + 1) * block),
        )
        found.append((float(dense[part].sum()), place))
        dense = np.where(part, 0, dense)
    return [place for _, place in sorted(found, reverse=True)[:CORES]]


def together(mask: NDArray[np.bool_], row: int, col: int) -> NDArray[np.bool_]:
    """The part of a mask that hangs together with one place, over gaps of one."""
    height, width = mask.shape
    part = np.zeros_like(mask)
    part[row, col] = True
    while True:
        wide = np.pad(part, 2)
        near = [wide[a : a + height, b : b + width] for a in range(5) for b in range(5)]
        grown = np.logical_or.reduce(near) & mask
        if (grown == part).all():
            return part
        part = grown


def repeated(image: Floats, side: float) -> Floats:
    """Edges that have another one a side to their left or right."""
    step, near = round(side), widest(image, 1)
    other = np.zeros_like(near)
    other[:, step:] = near[:, :-step]
    other[:, :-step] = np.maximum(other[:, :-step], near[:, step:])
    return np.minimum(near, other)


def blocks(image: Floats, size: int) -> Floats:
    """Means of squares."""
    height, width = -(-image.shape[0] // size) * size, -(-image.shape[1] // size) * size
    padded = np.pad(image, ((0, height - image.shape[0]), (0, width - image.shape[1])))
    return padded.reshape(height // size, size, width // size, size).mean(axis=(1, 3))


def blurred(image: Floats) -> Floats:
    """Means of 5 by 5."""
    padded = np.pad(image, 2)
    height, width = image.shape
    return np.mean([padded[a : a + height, b : b + width] for a in range(5) for b in range(5)], axis=0)


def lines_of(edges: Edges, where: tuple[int, int, int, int]) -> tuple[Profile, Profile]:
    """The profiles across and down of a part of the picture: top, bottom, left, right."""
    top, bottom, left, right = where
    part = edges.pixels[top:bottom, left:right].astype(np.int16)
    return (
        Profile.of(edges.x[top:bottom].mean(axis=0), part, left),
        Profile.of(edges.y[:, left:right].mean(axis=1), part.transpose(1, 0, 2), top),
    )


@dataclass(frozen=True, slots=True)
class Profile:
    """How much of each column of a picture shows edges, in a part of its rows."""

    first: int  # columns of that part
    last: int
    edges: Floats  # the share of pixels
    strength: Floats  # how strong they are, 0 to 1: raised cells have weaker edges inside

    @classmethod
    def of(cls, edges: Floats, part: NDArray[np.int16], first: int) -> Profile:
        """`edges` are of the whole picture, the part begins at column `first`."""
        change = np.abs(np.diff(part, axis=1)).max(axis=2).mean(axis=0)
        strength = np.zeros(len(edges), np.float32)
        strength[first + 1 : first + part.shape[1]] = change / max(float(change.max(initial=0)), 1e-6)
        return cls(first, first + part.shape[1], edges, strength)

    def worth(self, reach: int) -> Floats:
        """What a line is worth at each place: edges within reach, and how strong they are."""
        near, strong = widest(self.edges[np.newaxis], reach)[0], widest(self.strength[np.newaxis], 1)[0]
        return near + STRENGTH * strong


def combs(profile: Profile, side: float) -> list[Comb]:
    """The combs whose lines are worth the most."""
    near, offset = profile.worth(1)[profile.first : profile.last], profile.first
    lines = np.arange(int(len(near) / side))
    if len(lines) < FEWEST:
        return []
    steps_ = side + np.arange(-0.03 * side - 0.3, 0.03 * side + 0.3, max(0.02, 0.3 / len(lines)))
    starts = np.arange(0, side, 0.5)
    places = starts[:, np.newaxis, np.newaxis] + steps_[:, np.newaxis] * lines
    inside = places < len(near) - 0.5
    found = np.where(inside, near[np.minimum(np.rint(places).astype(np.int32), len(near) - 1)], 0)
    worth = found.sum(axis=2) / np.maximum(inside.sum(axis=2), 1)
    best = worth.max(axis=1)
    kept: list[Comb] = []
    for index in np.argsort(-best).tolist():
        start = float(starts[index])
        apart = [abs((start + offset - comb.start + side / 2) % side - side / 2) for comb in kept]
        if all(distance > max(1.5, 0.06 * side) for distance in apart):
            kept.append(Comb(start + offset, float(steps_[int(worth[index].argmax())])))
        if len(kept) == PHASES:
            break
    return kept


def shown(edges: Edges, across: Comb, down: Comb, more: int = 0) -> tuple[Floats, Floats]:
    """How much of each side shows, 0 to 1: upright ones [rows, lines], level ones [lines, cols].

    Sides that are off the picture count as shown; `more` pixels are added to the reach.
    """
    upright, level = edges.counted(reach_of(across) + more)
    xs, ys = across.lines(across.numbers(edges.width)), down.lines(down.numbers(edges.height))
    return along(upright, xs, ys), along(level.T, ys, xs).T


def reach_of(comb: Comb) -> int:
    """Pixels between a line and an edge that belongs to it: lines are thicker on larger boards."""
    return max(1, round(comb.step / 20))


def along(counted: Floats, xs: NDArray[np.float64], ys: NDArray[np.float64]) -> Floats:
    """The upright sides on lines xs between lines ys: float32[len(ys) - 1, len(xs)]."""
    height, width = counted.shape[0] - 1, counted.shape[1]
    margin = MIDDLE * (ys[1] - ys[0])
    low = np.clip(np.rint(ys[:-1] + margin), 0, height).astype(np.int64)
    high = np.clip(np.rint(ys[1:] - margin), 0, height).astype(np.int64)
    at = np.rint(xs).astype(np.int64)
    columns = counted[:, np.clip(at, 0, width - 1)]
    found = (columns[high] - columns[low]) / np.maximum(high - low, 1)[:, np.newaxis]
    found[:, (at < 1) | (at >= width)] = 1.0
    return found.astype(np.float32)


def wholeness(edges: Edges, across: Comb, down: Comb) -> Floats:
    """How far the two weakest sides of each cell show, float32[rows, cols].

    Cells of half or a third the size have two good sides as well, but not four.
    """
    upright, level = shown(edges, across, down)
    four = np.stack([upright[:, :-1], upright[:, 1:], level[:-1], level[1:]])
    return np.sort(four, axis=0)[:2].mean(axis=0)


def rectangle(edges: Edges, across: Comb, down: Comb) -> Grid:
    """The cells that together show the most: line 0 of both combs becomes the border."""
    worth = np.maximum(wholeness(edges, across, down) - WHOLE, -HOLE)
    best, where = -1.0, (0, 0, 0, 0)
    for top in range(len(worth)):
        strips = np.cumsum(np.cumsum(worth[top:], axis=0), axis=1)  # rows top to r, columns 0 to c
        before = np.pad(strips, ((0, 0), (1, 0)))[:, :-1]
        least = np.minimum.accumulate(before, axis=1)
        gain = strips - least
        row, right = divmod(int(gain.argmax()), gain.shape[1])
        if gain[row, right] > best:
            left = int((before[row, : right + 1] == least[row, right]).argmax())
            best, where = float(gain[row, right]), (top, top + row, left, right)
    top, bottom, left, right = trimmed(edges, across, down, where)
    x0, y0 = int(across.numbers(edges.width)[0]) + left, int(down.numbers(edges.height)[0]) + top
    return Grid(
        Comb(across.at(x0), across.step),
        Comb(down.at(y0), down.step),
        bottom - top + 1,
        right - left + 1,
    )


def trimmed(
    edges: Edges, across: Comb, down: Comb, where: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """The rectangle (first and last row, first and last column) without strips that are beside the board.

    Such a strip is no row of cells, and the line between it and the next one shows all along.
    """
    top, bottom, left, right = where
    whole = wholeness(edges, across, down)
    upright, level = shown(edges, across, down)
    while True:
        cols, rows = slice(left, right + 1), slice(top, bottom + 1)
        part = whole[rows, cols]
        above = beside(part, level[top + 1 : bottom + 1, cols])
        below = beside(part[::-1], level[bottom:top:-1, cols])
        before = beside(part.T, upright[rows, left + 1 : right + 1].T)
        behind = beside(part.T[::-1], upright[rows, right:left:-1].T)
        if not any((above, below, before, behind)):
            return top, bottom, left, right
        top, bottom, left, right = top + above, bottom - below, left + before, right - behind
        if bottom - top + 1 < FEWEST or right - left + 1 < FEWEST:
            return where


def beside(strips: Floats, lines: Floats) -> int:
    """How many strips of cells (how whole they are) are none of the board's; line k lies behind strip k."""
    for count in range(1, min(MOST_HIDDEN, len(lines)) + 1):
        if strips[:count].mean() < PARTLY and lines[count - 1].mean() > WALL:
            return count
    return 0


def refined(edges: Edges, grid: Grid) -> tuple[Comb, Comb]:
    """The combs with their lines where those of the rectangle are."""
    where = *span(grid.down, grid.rows, edges.height), *span(grid.across, grid.cols, edges.width)
    across, down = lines_of(edges, where)
    return fitted(across, grid.across, grid.cols), fitted(down, grid.down, grid.rows)


def span(comb: Comb, cells: int, length: int) -> tuple[int, int]:
    """First and last pixel of so many cells."""
    return max(0, round(comb.start)), min(length, round(comb.at(cells)) + 1)


def fitted(profile: Profile, comb: Comb, cells: int) -> Comb:
    """The comb moved and stretched a little, so that its lines are worth the most."""
    near = profile.worth(reach_of(comb))
    most = 2 + comb.step / 20
    moves = np.arange(-most, most + 0.1, 0.25)
    starts, ends = comb.start + moves, comb.start + comb.step * cells + moves
    lines = np.arange(cells + 1) / cells
    places = starts[:, np.newaxis, np.newaxis] * (1 - lines) + ends[:, np.newaxis] * lines
    inside = (places > -0.5) & (places < len(near) - 0.5)
    values = np.where(inside, near[np.clip(np.rint(places), 0, len(near) - 1).astype(np.int64)], 0)
    worth = values.sum(axis=2) / np.maximum(inside.sum(axis=2), 1)
    top = np.argwhere(worth >= AS_GOOD * worth.max())
    first, last = top[np.abs(top - np.median(top, axis=0)).sum(axis=1).argmin()]
    start, end = float(starts[first]), float(ends[last])
    return Comb(start, (end - start) / cells)


def bounded(edges: Edges, grid: Grid) -> Grid:
    """The grid, if its border shows all around, grown to where it does; else PictureError."""
    if min(grid.rows, grid.cols) < FEWEST:
        raise PictureError("no board is to be seen: no grid of square cells")
    top, bottom = ends(edges, grid)
    left, right = ends(edges.mirrored, Grid(grid.down, grid.across, grid.cols, grid.rows))
    if abs(grid.across.step - grid.down.step) > UNEVEN * grid.across.step:
        raise PictureError("no board is to be seen: no grid of square cells")
    found = Grid(
        Comb(grid.across.start + left * grid.across.step, grid.across.step),
        Comb(grid.down.start + top * grid.down.step, grid.down.step),
        grid.rows - top + bottom,
        grid.cols - left + right,
    )
    if (found.rows, found.cols) != (grid.rows, grid.cols):  # more columns make longer rows
        return bounded(edges, found)
    return found


def ends(edges: Edges, grid: Grid) -> tuple[int, int]:
    """How many rows the board goes on above (negative) and below."""
    numbers = grid.down.numbers(edges.height)
    upright, level = shown(edges, grid.across, grid.down, 1)  # steps may be a little wrong so far out
    first = int(-grid.across.numbers(edges.width)[0])
    level, upright = level[:, first : first + grid.cols], upright[:, first : first + grid.cols + 1]
    moved: list[int] = []
    for line, outward in ((0, -1), (grid.rows, 1)):
        at, gone, hidden = int(line - numbers[0]), 0, 0
        while True:
            on = max(goes_on(upright, at, outward), traces(edges, grid, line + gone, outward))
            if on <= GOES_ON and level[at].mean() >= CLOSED:
                break
            hidden += on <= GOES_ON
            at, gone = at + outward, gone + outward
            seen = 0 < grid.down.at(line + gone) < edges.height
            if not 0 <= at < len(level) or hidden > MOST_HIDDEN or (on <= GOES_ON and not seen):
                raise PictureError("where the board ends cannot be seen")
        moved.append(gone)
        if rest_beyond(edges, grid, line + gone, outward) > GOES_ON:
            raise PictureError("the board goes on beyond the edge of the picture")
    return moved[0], moved[1]


def goes_on(upright: Floats, line: int, outward: int) -> float:
    """How much of nearly all upright sides beyond a line shows."""
    strip = line - 1 if outward < 0 else line
    return float(np.quantile(upright[strip], 0.25)) if 0 <= strip < len(upright) else 0.0


def traces(edges: Edges, grid: Grid, line: int, outward: int) -> float:
    """1 where the strip beyond a line shows upright lines faintly: more changes there than between them."""
    ends_ = sorted((grid.down.at(line + 0.15 * outward), grid.down.at(line + 0.85 * outward)))
    low, high = max(0, round(ends_[0])), min(edges.height, round(ends_[1]))
    if high - low < 0.4 * grid.down.step:
        return 0.0
    mean = edges.pixels[low:high].mean(axis=0)
    change = np.pad(np.abs(mean[2:] - mean[:-2]).max(axis=1), 1).astype(np.float32)
    near = widest(change[np.newaxis], reach_of(grid.across))[0]
    at, between = (
        near[
            np.clip(np.rint(grid.across.lines(np.arange(1, grid.cols)) + shift), 0, edges.width - 1).astype(
                int
            )
        ]
        for shift in (0.0, grid.across.step / 2)
    )
    return float(np.median(at) > TRACE * np.median(between) + FAINT)


def rest_beyond(edges: Edges, grid: Grid, line: int, outward: int) -> float:
    """How much of the lines goes on between a border and the picture's edge, if no cell has room there."""
    border = grid.down.at(line)
    width = border if outward < 0 else edges.height - border
    if not 0.15 * grid.down.step < width < (1 - CUT) * grid.down.step:
        return 0.0
    low, high = (0, int(border) - 2) if outward < 0 else (int(border) + 3, edges.height)
    if high - low < 3:
        return 0.0
    upright = edges.counted(reach_of(grid.across))[0]
    at = np.clip(np.rint(grid.across.lines(np.arange(grid.cols + 1))), 0, edges.width - 1).astype(np.int64)
    return float(((upright[high, at] - upright[low, at]) / (high - low))[1:-1].mean())
