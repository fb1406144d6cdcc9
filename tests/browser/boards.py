"""Boards painted in several themes, as pictures of other programs show them: what the reader is tried on."""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from hazard.browser.reading import MINE
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.game import Game
from hazard.mines.inference import analyse
from hazard.mines.level import Level
from hazard.mines.views import COVERED, FLAGGED

FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
BRIGHT = ("#7cc7ff", "#66c266", "#ff7788", "#ee88ff", "#ddaa22", "#66cccc", "#999999", "#d0d8e0")
WARM = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")


@dataclass(frozen=True)
class Theme:
    """How cells look; two colours of a kind make a chequered board."""

    name: str
    page: str
    covered: tuple[str, ...]
    opened: tuple[str, ...]
    digits: tuple[str, ...]
    font: str | None  # a file of matplotlib's, or what Pillow brings
    line: str | None = None  # between cells
    gap: int = 0  # pixels between cells
    bevel: bool = False  # covered cells look raised
    round: float = 0.0  # radius of corners, share of a side
    flag: tuple[str, str] = ("#e00000", "#000000")  # cloth, pole
    height: float = 0.72  # of digits, share of a side


THEMES = (
    Theme(
        "classic",
        "#e8e8e8",
        ("#c0c0c0",),
        ("#c0c0c0",),
        CLASSIC,
        "DejaVuSans-Bold.ttf",
        "#808080",
        bevel=True,
    ),
    Theme("plain", "#ffffff", ("#8fb3d9",), ("#f4f4f4",), CLASSIC, "DejaVuSans.ttf", "#9a9a9a"),
    Theme("dark", "#101214", ("#4a5560",), ("#22272c",), BRIGHT, "DejaVuSansMono-Bold.ttf", "#14171a"),
    Theme("grass", "#4a752c", ("#aad751", "#a2d149"), ("#e5c29f", "#d7b899"), WARM, None),
    Theme("tiles", "#fafafa", ("#607d8b",), ("#eceff1",), WARM, "DejaVuSerif-Bold.ttf", gap=2, round=0.15),
    Theme("ink", "#ffffff", ("#b0b0b0",), ("#ffffff",), ("#202020",) * 8, "cmss10.ttf", "#606060"),
)
# Nothing of the reader was tuned on this one.
HELD_OUT = Theme(
    "held out",
    "#2b2140",
    ("#8e7cc3",),
    ("#efe6fd",),
    ("#20124d", "#134f5c", "#741b47", "#274e13", "#7f6000", "#85200c", "#434343", "#0b5394"),
    "STIXGeneralBol.ttf",
    gap=3,
    round=0.2,
    flag=("#ffd966", "#351c75"),
    height=0.85,
)


def font_of(theme: Theme, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The theme's font in pixels."""
    return (
        ImageFont.load_default(size) if theme.font is None else ImageFont.truetype(FONTS / theme.font, size)
    )


def paint(
    cells: NDArray[np.int8], theme: Theme, side: int, margin: tuple[int, int] = (30, 24)
) -> Image.Image:
    """A board with cells of so many pixels, a page around it."""
    rows, cols = cells.shape
    picture = Image.new("RGB", (cols * side + 2 * margin[0], rows * side + 2 * margin[1]), theme.page)
    draw = ImageDraw.Draw(picture)
    font = font_of(theme, round(side * theme.height))
    for (row, col), code in np.ndenumerate(cells):
        x, y = margin[0] + col * side, margin[1] + row * side
        colours = theme.covered if code < 0 else theme.opened
        box = (
            x + theme.gap // 2,
            y + theme.gap // 2,
            x + side - 1 - theme.gap // 2,
            y + side - 1 - theme.gap // 2,
        )
        draw.rounded_rectangle(
            box, round(theme.round * side), colours[(row + col) % len(colours)], theme.line or None
        )
        if theme.bevel and code < 0:
            raised(draw, box, max(2, side // 9))
        if code == FLAGGED:
            flag(draw, x, y, side, theme.flag)
        elif code == MINE:
            mine(draw, x + side / 2, y + side / 2, side)
        elif code > 0:
            draw.text((x + side / 2, y + side / 2), str(code), theme.digits[code - 1], font, anchor="mm")
    return picture


def raised(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], width: int) -> None:
    """Light from the upper left."""
    left, top, right, bottom = box
    for k in range(width):
        draw.line([(left + k, bottom - k), (left + k, top + k), (right - k, top + k)], "#ffffff")
        draw.line([(right - k, top + k), (right - k, bottom - k), (left + k, bottom - k)], "#808080")


def flag(draw: ImageDraw.ImageDraw, x: int, y: int, side: int, colours: tuple[str, str]) -> None:
    """A triangle on a pole."""

    def at(u: float, v: float) -> tuple[float, float]:
        return x + u * side, y + v * side

    draw.line([at(0.56, 0.22), at(0.56, 0.78)], colours[1], max(1, side // 12))
    draw.line([at(0.32, 0.78), at(0.72, 0.78)], colours[1], max(2, side // 9))
    draw.polygon([at(0.56, 0.2), at(0.56, 0.52), at(0.26, 0.36)], colours[0])


def mine(draw: ImageDraw.ImageDraw, x: float, y: float, side: int) -> None:
    """A ball with spikes."""
    for angle in np.arange(8) * np.pi / 4:
        reach = 0.36 * side
        draw.line(
            [(x, y), (x + reach * np.cos(angle), y + reach * np.sin(angle))], "#000000", max(1, side // 12)
        )
    draw.ellipse((x - side / 4, y - side / 4, x + side / 4, y + side / 4), "#000000")


def spoilt(picture: Image.Image, rng: np.random.Generator, noise: float, cut: int = 0) -> Image.Image:
    """With noise (standard deviation in levels), as a JPEG has been, and with the edges cut."""
    if cut:
        width, height = picture.size
        picture = picture.crop((cut, cut, width - cut, height - cut))
    pixels = np.asarray(picture, np.float32)
    pixels = pixels + rng.normal(0, noise, pixels.shape).astype(np.float32)
    picture = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    if rng.random() < 0.3:
        picture = picture.filter(ImageFilter.GaussianBlur(0.5))
    if rng.random() < 0.5:
        file = BytesIO()
        picture.save(file, "JPEG", quality=88)
        picture = Image.open(file).convert("RGB")
    return picture


def positions(level: Level, count: int, seed: int) -> list[NDArray[np.int8]]:
    """Moments of games, with some of the certain mines flagged: int8[rows, cols] each."""
    rng = np.random.default_rng(seed)
    found: list[NDArray[np.int8]] = []
    for start in range(0, 50 * count, 50):
        for own in game_seeds(seed, start, 50)[0].tolist():
            if len(found) == count:
                return found
            game = Game(level, own, first=level.default_first)
            for _ in range(int(rng.integers(1, 14))):
                best = analyse(game.position).best if game.status is Status.UNFINISHED else None
                if best is not None:
                    game.open(*best)
            if game.status is not Status.UNFINISHED or (game.cells > 0).sum() < 3:
                continue
            cells = game.cells.copy()
            for at in analyse(game.position).mine:
                if rng.random() < 0.6:
                    cells[at] = FLAGGED
            assert (cells < 0).any()
            assert COVERED in cells
            found.append(cells)
    return found
