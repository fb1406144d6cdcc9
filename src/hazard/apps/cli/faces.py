"""What a cell looks like in a terminal: a character or two and a style, readable without the style."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hazard.mines.drawing import colour

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Cell = tuple[int, int]

FLAGGED, COVERED = -2, -1

_NUMBER_STYLES = (
    "dim",
    "bright_blue",
    "green",
    "bright_red",
    "magenta",
    "dark_orange3",
    "cyan",
    "bold",
    "grey58",
)

SAFE_STYLE = "bold #ffffff on #0b6fb8"
MINE_STYLE = f"bold #ffffff on {colour(1.0)}"


@dataclass(frozen=True)
class Face:
    """What one cell shows: a character or two, and a rich style; `fill` repeats it over the whole cell."""

    text: str
    style: str = ""
    fill: bool = False


@dataclass(frozen=True)
class Signs:
    """The characters for cells that show no number."""

    nothing: str
    covered: str
    safe: str
    mine: str
    flag: str
    wrong: str
    hit: str


FANCY = Signs(nothing="·", covered="▒", safe="✓", mine="✗", flag="⚑", wrong="⚐", hit="✹")
ASCII = Signs(nothing=".", covered="#", safe="+", mine="*", flag="F", wrong="f", hit="X")


def signs_for(encoding: str) -> Signs:
    """The signs that an output of this encoding can write."""
    return FANCY if encoding.lower().startswith("utf") else ASCII


def percent(probability: float) -> str:
    """Two characters: `07`, `43`; `<1` and `99` keep a small or a large risk from looking certain."""
    if probability < 0.01:
        return "<1"
    return f"{min(round(100 * probability), 99):02d}"


def heat(value: float) -> str:
    """A style for a value between 0 (pale) and 1 (dark), in the colours of the pictures."""
    value = min(max(value, 0.0), 1.0)
    # Risks crowd below one half: the middle of the scale stands at .3.
    bent = value / 0.6 if value < 0.3 else 0.5 + (value - 0.3) / 1.4
    return f"{'#ffffff' if bent > 0.55 else '#101010'} on {colour(bent)}"


def number(value: int, signs: Signs) -> Face:
    """The face of an open cell."""
    return Face(str(value) if value else signs.nothing, _NUMBER_STYLES[value])


def plain_look(cells: NDArray[np.int8], signs: Signs) -> Callable[[int, int], Face]:
    """The faces of a board as a player sees it: numbers, flags, covered cells. cells: int8[rows, cols]."""

    def look(row: int, col: int) -> Face:
        code = int(cells[row, col])
        if code == COVERED:
            return Face(signs.covered, "grey50", fill=True)
        return Face(signs.flag, "bold bright_yellow") if code == FLAGGED else number(code, signs)

    return look


def risk_look(
    cells: NDArray[np.int8],
    mine_probability: NDArray[np.float64],
    safe: Collection[Cell],
    mine: Collection[Cell],
    signs: Signs,
    *,
    show_flags: bool,
) -> Callable[[int, int], Face]:
    """The faces of a board with its risks: percents, and signs where a cell is certain.

    cells: int8[rows, cols]; mine_probability: float64[rows, cols], nan where open; flags hide risks or not.
    """
    certain = dict.fromkeys(safe, Face(signs.safe, SAFE_STYLE))
    certain |= dict.fromkeys(mine, Face(signs.mine, MINE_STYLE))

    def look(row: int, col: int) -> Face:
        code = int(cells[row, col])
        if code >= 0:
            return number(code, signs)
        if code == FLAGGED and show_flags:
            return Face(signs.flag, "bold bright_yellow")
        if sure := certain.get((row, col)):
            return sure
        risk = float(mine_probability[row, col])
        return Face(percent(risk), heat(risk))

    return look
