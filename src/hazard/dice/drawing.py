"""A position as SVG: every area in its owner's colour with its dice, and a line a player under the map.

The eight colours differ with any colour vision (a test says by how much); a letter beside the dice says the
owner once more, so that the picture reads in grey. Heavy lines part owners, thin ones areas. The last command
may be drawn into it: an arrow from source to target, or the areas that got new dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html import escape

from hazard.core.errors import PositionError
from hazard.core.svg import INK, PALE, document
from hazard.dice.command import Kind
from hazard.dice.event import Event
from hazard.dice.map import Hex
from hazard.dice.position import Position
from hazard.dice.shape import Corner, label_place, outline

LETTERS = "ABCDEFGH"  # of the players, in the order of turns
COLOURS = ("#3b6ce5", "#dd8f28", "#30bd7d", "#c090da", "#f7f052", "#6b438d", "#ab372a", "#baebe2")
PALE_ON = {0, 5, 6}  # players on whose colour pale text and lines read better

HALF = 11.0  # pixels of half a hex's width; everything below is drawn for this size
THIRD = HALF / 3**0.5  # of half a hex's side: the unit of the rows
MARGIN = 14
LEGEND_CELL, LEGEND_LINE, TOLD_LINE, TOLD_WIDE = 176, 36, 24, 330

STYLE = (
    "text{dominant-baseline:alphabetic}"  # renderers disagree about the others
    ".d{font-size:19px;font-weight:700}.o{font-size:11px;font-weight:700}.a{font-size:9px}"
    f".l{{font-size:11.5px;text-anchor:start;fill:{INK}}}.b{{font-weight:700}}"
    ".area{stroke-opacity:.75;stroke-width:1.2;fill-rule:evenodd}"
    f".land{{fill:none;stroke:{INK};stroke-width:3;stroke-linejoin:round}}"
    f".mark{{fill:none;stroke:{PALE};stroke-width:2.5;stroke-linejoin:round;stroke-dasharray:5 3}}"
)


def svg(position: Position, event: Event | None = None) -> str:
    """The position as an SVG document; with an event, the command that led to it is drawn in.

    Raises PositionError where the map has no hexes.
    """
    if not position.map.hexes:
        raise PositionError("the map has no hexes (no `board` in its game_start): it cannot be drawn")
    return Drawing(position, event).document()


class Drawing:
    """One picture in the making: where things are in pixels."""

    def __init__(self, position: Position, event: Event | None) -> None:
        self.position, self.event = position, event
        self.hexes = position.map.hexes
        every = [hexagon for hexes in self.hexes for hexagon in hexes]
        self.left, self.top = min(x for x, _ in every) - 1, min(3 * y for _, y in every) - 2
        wide = (max(x for x, _ in every) + 1 - self.left) * HALF
        self.map_height = (max(3 * y for _, y in every) + 2 - self.top) * THIRD
        self.columns = max(1, min(position.rules.players, int(wide / LEGEND_CELL)))
        self.width = round(max(wide, TOLD_WIDE) + 2 * MARGIN)
        self.owners: list[int] = position.owners.tolist()
        self.labels = [self.pixel(*label_corner(hexes)) for hexes in self.hexes]

    def pixel(self, across: float, down: float) -> tuple[float, float]:
        """The place of a corner, or of anything in its units."""
        return MARGIN + (across - self.left) * HALF, MARGIN + (down - self.top) * THIRD

    def document(self) -> str:
        """The whole picture."""
        players = self.position.rules.players
        rows = -(-players // self.columns)
        height = round(self.map_height + 2.5 * MARGIN + TOLD_LINE + rows * LEGEND_LINE)
        return document(self.width, height, STYLE, [*self.land(), *self.command(), *self.legend()])

    def land(self) -> Iterator[str]:
        """All areas, then the lines between owners, then the labels."""
        for area, hexes in enumerate(self.hexes):
            owner = self.owners[area]
            dice = counted(int(self.position.dice[area]), "die", "dice")
            title = f"<title>area {area}: player {LETTERS[owner]}, {dice}</title>"
            paint = f'fill="{COLOURS[owner]}" stroke="{ink_on(owner)}"'
            yield f'<path class="area" d="{self.path(hexes)}" {paint}>{title}</path>'
        for player in range(self.position.rules.players):
            if areas := self.position.areas_of(player):
                hexes = tuple(hexagon for area in areas for hexagon in self.hexes[area])
                yield f'<path class="land" d="{self.path(hexes)}"/>'
        for area in self.marked():
            yield f'<path class="mark" d="{self.path(self.hexes[area])}"/>'
        for area in range(len(self.hexes)):
            yield self.label(area)

    def path(self, hexes: tuple[Hex, ...]) -> str:
        """The outline of some hexes as path data."""
        loops = (" ".join(self.point(corner) for corner in loop) for loop in outline(hexes))
        return "".join(f"M{loop}z" for loop in loops)

    def point(self, corner: Corner) -> str:
        """A corner as path data."""
        across, down = self.pixel(*corner)
        return f"{across:.1f} {down:.1f}"

    def label(self, area: int) -> str:
        """An area's owner and dice, and below them its number."""
        owner = self.owners[area]
        ink = ink_on(owner)
        across, down = self.labels[area]
        return (
            f'<g transform="translate({across:.1f} {down:.1f})" fill="{ink}" stroke="{COLOURS[owner]}" '
            'stroke-width="3" stroke-linejoin="round" paint-order="stroke" pointer-events="none">'
            f'<text class="o" x="-7" y="2">{LETTERS[owner]}</text>'
            f'<text class="d" x="5" y="2">{self.position.dice[area]}</text>'
            f'<text class="a" x="1" y="13">{area}</text></g>'
        )

    def marked(self) -> list[int]:
        """The areas between which dice went."""
        if self.event is None:
            return []
        kind, source, target = self.event.command
        return [] if kind is Kind.END else [source, target]

    def command(self) -> Iterator[str]:
        """The arrow of an attack or transfer, the new dice of an end."""
        if self.event is None:
            return
        kind, source, target = self.event.command
        if kind is not Kind.END:
            yield arrow(self.labels[source], self.labels[target], dashed=kind is Kind.TRANSFER)
        for area, count in Counter(self.event.dealt).items():
            across, down = self.labels[area]
            yield (
                f'<g transform="translate({across + 22:.1f} {down - 5:.1f})"><circle r="9.5" fill="{INK}"/>'
                f'<text class="o" y="4" fill="{PALE}">+{count}</text></g>'
            )

    def legend(self) -> Iterator[str]:
        """What happened and whose turn it is, then each player: areas, dice, largest region, reserve."""
        position = self.position
        down = MARGIN * 2.2 + self.map_height
        happened = [] if self.event is None else [sentence(position, self.event)]
        text = escape("; ".join([*happened, standing(position)]))
        yield f'<text class="l b" x="{MARGIN}" y="{down + 2:.1f}">{text}</text>'
        down += TOLD_LINE
        for player in range(position.rules.players):
            row, column = divmod(player, self.columns)
            place = f"{MARGIN + column * LEGEND_CELL} {down + row * LEGEND_LINE:.1f}"
            yield f'<g transform="translate({place})">{self.legend_cell(player)}</g>'

    def legend_cell(self, player: int) -> str:
        """One player of the legend."""
        position = self.position
        dice, region = position.dice_of(player), len(position.largest_region(player))
        areas = len(position.areas_of(player))
        named = player in (position.winner, None if position.over else position.player)
        first = f"{counted(areas, 'area', 'areas')}, {counted(dice, 'die', 'dice')}"
        second = f"region {region}, reserve {position.reserves[player]}"
        frame = f'stroke="{INK}" stroke-width="{2.5 if named else 1}"'
        return (
            f'<rect x="1" y="-8" width="24" height="24" rx="4" fill="{COLOURS[player]}" {frame}/>'
            f'<text class="d" x="13" y="9" style="font-size:14px" fill="{ink_on(player)}">'
            f'{LETTERS[player]}</text><text class="l" x="32" y="2">{first}'
            f'<tspan dx="5">{"◂" if named else ""}</tspan></text>'
            f'<text class="l" x="32" y="16">{second}</text>'
        )


def ink_on(player: int) -> str:
    """What text and lines on a player's land are drawn in."""
    return PALE if player in PALE_ON else INK


def label_corner(hexes: tuple[Hex, ...]) -> tuple[float, float]:
    """The middle of an area's label, in units of corners: between the two hexes of its place."""
    x, y = label_place(hexes)
    return (x + 1 if (x + 2, y) in hexes else x), 3 * y


def arrow(start: tuple[float, float], end: tuple[float, float], *, dashed: bool) -> str:
    """From beside one label to beside another, dark with a pale rim."""
    (ax, ay), (bx, by) = start, end
    length = max(((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5, 1.0)
    across, down = (bx - ax) / length, (by - ay) / length
    gap = min(17.0, length / 5)
    ax, ay, bx, by = ax + across * gap, ay + down * gap, bx - across * gap, by - down * gap
    neck = bx - across * 11, by - down * 11
    head = " ".join(
        f"{x:.1f} {y:.1f}"
        for x, y in (
            (bx, by),
            (neck[0] - down * 7, neck[1] + across * 7),
            (neck[0] + down * 7, neck[1] - across * 7),
        )
    )
    line = f'd="M{ax:.1f} {ay:.1f}L{neck[0]:.1f} {neck[1]:.1f}"'
    dash = ' stroke-dasharray="6 4"' if dashed else ""
    return (
        f'<path {line} stroke="{PALE}" stroke-width="8" stroke-linecap="round"/>'
        f'<path d="M{head}z" fill="{INK}" stroke="{PALE}" stroke-width="5" paint-order="stroke"/>'
        f'<path {line} stroke="{INK}" stroke-width="4"{dash}/>'
    )


def sentence(position: Position, event: Event) -> str:
    """What a command did, in words; `position` is the one after it."""
    kind, source, target = event.command
    if kind is Kind.END:
        if not event.dealt:
            return "end of turn: no new dice"
        owner = LETTERS[int(position.owners[event.dealt[0]])]
        return f"{owner} ended its turn and got {counted(len(event.dealt), 'die', 'dice')}"
    owner = LETTERS[int(position.owners[source])]
    if kind is Kind.TRANSFER:
        return f"{owner} moved dice: {source} → {target}"
    told = f"{owner} attacked: {source} → {target}"
    if event.rolled is None:
        return told
    return f"{told}, {event.rolled[0]} against {event.rolled[1]}, {'won' if event.won else 'lost'}"


def standing(position: Position) -> str:
    """Whose turn it is, or who won."""
    if not position.over:
        return f"{LETTERS[position.player]}'s turn"
    return "nobody wins" if position.winner is None else f"{LETTERS[position.winner]} wins"


def counted(number: int, one: str, many: str) -> str:
    """`1 die`, `3 dice`."""
    return f"{number} {one if number == 1 else many}"
