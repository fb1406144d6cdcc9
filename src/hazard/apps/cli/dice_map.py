"""The map of Dicewars in a terminal: a hex is two columns of a line, readable without colour.

Every hex shows its owner's letter. A stroke begins each area in a line; four textures (`A`, `a`, each with or
without a dot; four shades where there is colour) keep areas that touch apart. In the middle of an area stand
its number in two digits and its dice in one: `07 5`. Marked areas stand in brackets.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal

from hazard.dice.drawing import COLOURS, LETTERS, ink_on
from hazard.dice.map import Hex, Map
from hazard.dice.position import Position
from hazard.dice.shape import label_place

if TYPE_CHECKING:
    from rich.text import Text

Direction = tuple[int, int]
"""Lines down, columns to the right."""

Mark = Literal["from", "here"]
BRACKETS: dict[Mark, str] = {"from": "()", "here": "[]"}

SHADES = (1.0, 0.8, 0.9, 0.7)
"""How bright an area is drawn, by its texture."""

_MARKED = "bold reverse"


@dataclass(frozen=True)
class Ground:
    """Where a map lies on the screen; the first column and the last are room for brackets."""

    lines: int
    columns: int
    left: int
    top: int
    labels: tuple[tuple[int, int], ...]
    """Of each area: the line and column where its four characters begin."""
    textures: tuple[int, ...]
    """Of each area: 0 to 3; areas that touch have different ones, if the map can be coloured so easily."""

    def place(self, x: int, y: int) -> tuple[int, int]:
        """The line and first column of a hex."""
        return y - self.top, x - self.left + 1


@cache
def ground(board: Map) -> Ground:
    """Where a map with hexes lies."""
    every = [hexagon for hexes in board.hexes for hexagon in hexes]
    left, top = min(x for x, _ in every), min(y for _, y in every)
    lines, columns = max(y for _, y in every) - top + 1, max(x for x, _ in every) - left + 4
    labels = ((y - top, x - left + 1) for x, y in map(label_place, board.hexes))
    return Ground(
        lines, columns, left, top, tuple((y, min(x, columns - 5)) for y, x in labels), textures(board)
    )


def textures(board: Map) -> tuple[int, ...]:
    """0 to 3 for every area, next the one whose neighbours have the most different ones already."""
    found: dict[int, int] = {}

    def around(area: int) -> set[int]:
        return {found[other] for other in board.neighbours[area] if other in found}

    while len(found) < len(board):
        rest = (area for area in range(len(board)) if area not in found)
        area = max(rest, key=lambda area: (len(around(area)), len(board.neighbours[area]), -area))
        free = [texture for texture in range(4) if texture not in around(area)]
        found[area] = free[0] if free else area % 4
    return tuple(found[area] for area in range(len(board)))


def toward(board: Map, area: int, direction: Direction) -> int:
    """The next area in a direction: the nearest whose label stands there rather than aside; or the same."""
    labels = ground(board).labels
    line, column = labels[area]
    down, right = direction

    def cost(other: int) -> float:
        lines, columns = labels[other][0] - line, (labels[other][1] - column) / 2
        along = lines * down + columns * right
        aside = abs(lines * right) + abs(columns * down)
        return along + 2 * aside if along > 0 and aside <= 3 * along else float("inf")

    best = min(range(len(labels)), key=cost)
    return area if cost(best) == float("inf") else best


@dataclass
class Canvas:
    """Characters and styles of a picture."""

    lines: int
    columns: int
    cells: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)

    def put(self, line: int, column: int, text: str, style: str) -> None:
        """Write text from a place on."""
        for offset, character in enumerate(text):
            self.cells[line, column + offset] = character, style

    def rows(self) -> list[Text]:
        """The picture, line by line."""
        from rich.text import Text

        return [
            Text.assemble(*(self.cells.get((line, column), (" ", "")) for column in range(self.columns)))
            for line in range(self.lines)
        ]


def draw_map(
    position: Position, marks: Mapping[int, Mark] | None = None, fresh: Collection[int] = ()
) -> list[Text]:
    """The map, line by line; areas with `fresh` dice have a plus before their dice."""
    board, owners = position.map, position.owners.tolist()
    land = ground(board)
    canvas = Canvas(land.lines, land.columns)
    owner_of_hex = {hexagon: area for area, hexes in enumerate(board.hexes) for hexagon in hexes}
    for (x, y), area in owner_of_hex.items():
        draw_hex(canvas, land, (x, y), owners[area], area, owner_of_hex)
    for area, (line, column) in enumerate(land.labels):
        sign = "+" if area in fresh else " "
        style = style_of(owners[area], land.textures[area])
        canvas.put(line, column, f"{area:02d}{sign}", style)
        canvas.put(line, column + 3, str(position.dice[area]), f"bold {style}")
    for area, mark in (marks or {}).items():
        line, column = land.labels[area]
        opening, closing = BRACKETS[mark]
        text = "".join(canvas.cells[line, column + offset][0] for offset in range(4))
        canvas.put(line, column - 1, f"{opening}{text}{closing}", _MARKED)
    return canvas.rows()


def draw_hex(
    canvas: Canvas, land: Ground, hexagon: Hex, owner: int, area: int, areas: Mapping[Hex, int]
) -> None:
    """A hex: a stroke where its area begins, the owner's letter, a stroke where land ends."""
    x, y = hexagon
    texture = land.textures[area]
    style = style_of(owner, texture)
    line, column = land.place(x, y)
    letter = LETTERS[owner].lower() if texture % 2 else LETTERS[owner]
    edge = "|" if areas.get((x - 2, y)) != area else "." if texture >= 2 else " "
    canvas.put(line, column, edge + letter, style)
    if (x + 2, y) not in areas:
        canvas.put(line, column + 2, "|", "")


def style_of(owner: int, texture: int) -> str:
    """The owner's colour in the shade of a texture."""
    channels = (int(COLOURS[owner][place : place + 2], 16) for place in (1, 3, 5))
    shade = "".join(f"{round(channel * SHADES[texture]):02x}" for channel in channels)
    return f"{ink_on(owner)} on #{shade}"
