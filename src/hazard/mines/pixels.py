"""A board as an array of pixels, drawn with numpy alone: smooth digits, raised covered cells, mines."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from hazard.mines.drawing import NUMBER_COLOURS
from hazard.mines.views import FLAGGED

TILE = 28  # pixels of a cell
EDGE = 10  # pixels around the board

Colour = tuple[int, int, int]
Point = tuple[float, float]
Shade = NDArray[np.float64]  # [TILE, TILE], how much of a pixel is covered: 0 .. 1

GROUND: Colour = (201, 207, 217)
OPEN, LINE = (246, 248, 251), (213, 219, 228)
COVERED, LIGHT, DARK = (168, 178, 193), (226, 231, 239), (134, 145, 162)
HIT: Colour = (226, 92, 84)
INK: Colour = (28, 31, 38)
CHOSEN: Colour = (240, 180, 40)


def arc(x: float, y: float, radius_x: float, radius_y: float, start: float, end: float) -> list[Point]:
    """Points of a part of an ellipse; turns of 1 are a full circle, 0 is right, 0.25 is down."""
    steps = [2 * pi * (start + (end - start) * k / 16) for k in range(17)]
    return [(x + radius_x * cos(angle), y + radius_y * sin(angle)) for angle in steps]


# The strokes of a digit, in a box 0.6 wide and 1 high.
DIGITS: dict[int, tuple[list[Point], ...]] = {
    1: ([(0.12, 0.2), (0.34, 0.02), (0.34, 1.0)], [(0.12, 1.0), (0.56, 1.0)]),
    2: ([*arc(0.3, 0.28, 0.27, 0.26, 0.53, 1.08), (0.05, 1.0), (0.58, 1.0)],),
    3: ([*arc(0.28, 0.26, 0.25, 0.24, 0.58, 1.25)], [*arc(0.28, 0.74, 0.29, 0.25, 0.75, 1.43)]),
    4: ([(0.46, 1.0), (0.46, 0.02), (0.02, 0.7), (0.6, 0.7)],),
    5: ([(0.52, 0.02), (0.12, 0.02), (0.08, 0.47), *arc(0.28, 0.69, 0.29, 0.3, 0.63, 1.42)],),
    6: ([(0.46, 0.02), *arc(0.42, 0.66, 0.39, 0.5, 0.70, 0.52)], [*arc(0.3, 0.7, 0.27, 0.29, 0.0, 1.0)]),
    7: ([(0.03, 0.02), (0.57, 0.02), (0.2, 1.0)],),
    8: ([*arc(0.3, 0.25, 0.23, 0.23, 0.0, 1.0)], [*arc(0.3, 0.74, 0.28, 0.26, 0.0, 1.0)]),
}


def picture(
    cells: NDArray[np.int8], truth: NDArray[np.bool_] | None = None, last: int | None = None
) -> NDArray[np.uint8]:
    """The board as uint8[height, width, 3].

    `cells` int8[rows, cols]; `truth` bool[rows, cols] shows the mines of a finished game; the cell `last` is
    framed, and red where it was a mine.
    """
    rows, cols = cells.shape
    image = np.empty((rows * TILE + 2 * EDGE, cols * TILE + 2 * EDGE, 3), np.uint8)
    image[:] = GROUND
    for row in range(rows):
        for col in range(cols):
            mine = truth is not None and bool(truth[row, col])
            chosen = last == row * cols + col
            top, left = EDGE + row * TILE, EDGE + col * TILE
            image[top : top + TILE, left : left + TILE] = tile(int(cells[row, col]), mine, chosen)
    return image


@cache
def tile(code: int, mine: bool, chosen: bool) -> NDArray[np.uint8]:
    """One cell as uint8[TILE, TILE, 3]."""
    pixels = np.empty((TILE, TILE, 3))
    if code >= 0 or mine:
        pixels[:] = LINE
        pixels[1:, 1:] = HIT if mine and chosen else OPEN
    else:
        pixels[:] = COVERED
        step = np.arange(TILE)
        light = np.minimum.outer(step, step) < 2
        pixels[light] = LIGHT
        pixels[light[::-1, ::-1] & ~light] = DARK
    if mine:
        blend(pixels, mine_shade(), INK)
        blend(pixels, disc(11.2, 11.2, 1.9), OPEN)
    elif code > 0:
        blend(pixels, digit(code), channels(NUMBER_COLOURS[code]))
    elif code == FLAGGED:
        blend(pixels, strokes([[(10.5, 22.0), (10.5, 6.5)]], 2.0), INK)
        blend(pixels, strokes([[(12.0, 8.0), (19.5, 11.0), (12.0, 14.0), (12.0, 11.0)]], 3.4), (194, 47, 47))
    if chosen and not mine:
        inside = np.zeros((TILE, TILE), np.bool_)
        inside[3:-2, 3:-2] = True
        inside[:1], inside[:, :1] = True, True
        pixels[~inside] = CHOSEN
    return np.rint(pixels).astype(np.uint8)


def blend(pixels: NDArray[np.float64], shade: Shade, colour: Colour) -> None:
    """Lay a colour over the pixels as far as the shade covers them."""
    pixels += shade[..., np.newaxis] * (np.array(colour, np.float64) - pixels)


def channels(colour: str) -> Colour:
    """Red, green, blue of #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def digit(number: int) -> Shade:
    """A digit in the middle of the tile."""
    height, left, top = 13.5, TILE / 2 + 0.5 - 0.3 * 13.5, (TILE - 13.5) / 2 + 0.5
    return strokes([[(left + x * height, top + y * height) for x, y in line] for line in DIGITS[number]], 2.9)


def mine_shade() -> Shade:
    """A disc with eight spikes."""
    middle = TILE / 2 + 0.5
    rays = [(8.6, 0.0), (6.4, 6.4), (0.0, 8.6), (-6.4, 6.4)]
    lines = [[(middle - x, middle - y), (middle + x, middle + y)] for x, y in rays]
    return np.maximum(strokes(lines, 2.0), disc(middle, middle, 6.2))


def disc(x: float, y: float, radius: float) -> Shade:
    """A disc with a smooth rim."""
    across, down = grid()
    return np.clip(0.5 + radius - np.hypot(across - x, down - y), 0.0, 1.0)


def strokes(lines: list[list[Point]], width: float) -> Shade:
    """Lines with round ends and smooth rims: how far each pixel's middle is from the nearest piece."""
    across, down = grid()
    nearest = np.full((TILE, TILE), np.inf)
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise(line):
            length = (x1 - x0) ** 2 + (y1 - y0) ** 2
            along = ((across - x0) * (x1 - x0) + (down - y0) * (y1 - y0)) / max(length, 1e-9)
            along = np.clip(along, 0.0, 1.0)
            away = np.hypot(across - x0 - along * (x1 - x0), down - y0 - along * (y1 - y0))
            nearest = np.minimum(nearest, away)
    return np.clip(0.5 + width / 2 - nearest, 0.0, 1.0)


def grid() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The middles of all pixels: x and y, [TILE, TILE] each."""
    middles = np.arange(TILE, dtype=np.float64) + 0.5
    return np.broadcast_to(middles, (TILE, TILE)), np.broadcast_to(middles[:, np.newaxis], (TILE, TILE))
