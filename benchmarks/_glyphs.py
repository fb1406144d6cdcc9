"""Cells drawn at random, in more ways than any board looks: what the reader of pictures learns from.

Digits come from the fonts of matplotlib and Pillow (but STIX bold, in which the theme kept out of tuning is
painted), and from strokes of our own; flags, mines and whatever else stands on boards are drawn. Each is
bent, coloured, put on a ground with borders, cut out not quite where it is, blurred and made noisy.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import matplotlib
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from hazard.browser.picture.cells import SIDE
from hazard.browser.picture.glyphs import FLAG, MINE, NOTHING, OTHER, QUESTION

FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
LEFT_OUT = (
    "STIXGeneralBol.",
    "STIXSiz",
    "STIXNon",
    "LastResort",
    "cmex",
    "DejaVuSansDisplay",
    "DejaVuSerifDisplay",
    "cmsy",
    "cmmi",
)
CANVAS = 64  # pixels of a glyph as it is drawn
SHARES = {NOTHING: 0.14, FLAG: 0.09, MINE: 0.07, QUESTION: 0.04, OTHER: 0.06}  # the rest are digits
OTHERS = "09CDHKMNOQUVWXYaenow+-=:%#&"  # none that is much like a digit

Points = list[tuple[float, float]]
# Digits as strokes through points of a box of 1 by 1, y downwards; those with many points are smooth.
STROKES: dict[int, list[list[Points]]] = {
    1: [
        [[(0.3, 0.25), (0.55, 0.0), (0.55, 1.0)]],
        [[(0.25, 0.22), (0.5, 0.0), (0.5, 1.0)], [(0.2, 1.0), (0.8, 1.0)]],
        [[(0.5, 0.0), (0.5, 1.0)]],
    ],
    2: [
        [
            [(0.05, 0.25), (0.2, 0.05), (0.5, 0.0), (0.8, 0.06), (0.92, 0.28), (0.8, 0.5), (0.05, 1.0)],
            [(0.05, 1.0), (0.95, 1.0)],
        ],
        [[(0.05, 0.0), (0.95, 0.0), (0.95, 0.5), (0.05, 0.5), (0.05, 1.0), (0.95, 1.0)]],
        [
            [
                (0.05, 0.1),
                (0.2, 0.0),
                (0.8, 0.0),
                (0.95, 0.15),
                (0.95, 0.4),
                (0.05, 0.85),
                (0.05, 1.0),
                (0.95, 1.0),
            ]
        ],
    ],
    3: [
        [
            [(0.08, 0.1), (0.45, 0.0), (0.85, 0.1), (0.85, 0.38), (0.4, 0.48)],
            [(0.4, 0.48), (0.85, 0.55), (0.95, 0.78), (0.7, 0.98), (0.3, 1.0), (0.05, 0.88)],
        ],
        [[(0.05, 0.0), (0.95, 0.0), (0.95, 1.0), (0.05, 1.0)], [(0.3, 0.5), (0.95, 0.5)]],
        [
            [
                (0.1, 0.0),
                (0.9, 0.0),
                (0.45, 0.4),
                (0.8, 0.5),
                (0.92, 0.75),
                (0.7, 0.97),
                (0.35, 1.0),
                (0.08, 0.88),
            ]
        ],
    ],
    4: [
        [[(0.7, 1.0), (0.7, 0.0), (0.02, 0.7), (0.98, 0.7)]],
        [[(0.05, 0.0), (0.05, 0.52), (0.95, 0.52)], [(0.8, 0.0), (0.8, 1.0)]],
        [[(0.3, 0.0), (0.05, 0.6), (0.98, 0.6)], [(0.72, 0.25), (0.72, 1.0)]],
    ],
    5: [
        [
            [(0.9, 0.0), (0.15, 0.0), (0.1, 0.45)],
            [(0.1, 0.45), (0.5, 0.36), (0.85, 0.48), (0.95, 0.7), (0.75, 0.95), (0.4, 1.0), (0.05, 0.9)],
        ],
        [[(0.95, 0.0), (0.05, 0.0), (0.05, 0.5), (0.95, 0.5), (0.95, 1.0), (0.05, 1.0)]],
    ],
    6: [
        [
            [
                (0.85, 0.06),
                (0.5, 0.02),
                (0.18, 0.25),
                (0.05, 0.65),
                (0.25, 0.96),
                (0.55, 1.0),
                (0.9, 0.85),
                (0.92, 0.6),
                (0.65, 0.44),
                (0.3, 0.48),
                (0.08, 0.65),
            ]
        ],
        [[(0.95, 0.0), (0.05, 0.0), (0.05, 1.0), (0.95, 1.0), (0.95, 0.5), (0.05, 0.5)]],
    ],
    7: [
        [[(0.05, 0.0), (0.95, 0.0), (0.4, 1.0)]],
        [[(0.05, 0.0), (0.95, 0.0), (0.95, 1.0)]],
        [[(0.05, 0.0), (0.95, 0.0), (0.45, 1.0)], [(0.3, 0.5), (0.85, 0.5)]],
    ],
    8: [
        [
            [
                (0.5, 0.0),
                (0.12, 0.1),
                (0.12, 0.36),
                (0.5, 0.48),
                (0.9, 0.62),
                (0.9, 0.88),
                (0.5, 1.0),
                (0.1, 0.88),
                (0.1, 0.62),
                (0.5, 0.48),
                (0.88, 0.36),
                (0.88, 0.1),
                (0.5, 0.0),
            ]
        ],
        [[(0.05, 0.0), (0.95, 0.0), (0.95, 1.0), (0.05, 1.0), (0.05, 0.0)], [(0.05, 0.5), (0.95, 0.5)]],
    ],
}


class Painter:
    """Draws cells; a seed fixes all of them."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.files = [file for file in sorted(FONTS.glob("*.ttf")) if not file.name.startswith(LEFT_OUT)]
        self.loaded: dict[tuple[int, int], ImageFont.FreeTypeFont | ImageFont.ImageFont] = {}

    def cells(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """Patches uint8[count, SIDE, SIDE, 3] and their classes."""
        digits = 1 - sum(SHARES.values())
        chances = [SHARES.get(kind, digits / 8) for kind in range(OTHER + 1)]
        kinds = self.rng.choice(OTHER + 1, count, p=np.array(chances) / sum(chances))
        return np.array([self.cell(int(kind)) for kind in kinds]), kinds.astype(np.int64)

    def uniform(self, low: float, high: float) -> float:
        """A number between."""
        return float(self.rng.uniform(low, high))

    def chance(self, share: float) -> bool:
        """True that often."""
        return bool(self.rng.random() < share)

    def colour(self) -> NDArray[np.float64]:
        """Any; greys are frequent."""
        grey = self.rng.uniform(0, 255)
        return np.full(3, grey) if self.chance(0.4) else self.rng.uniform(0, 255, 3)

    def apart(self, ground: NDArray[np.float64], least: float) -> NDArray[np.float64]:
        """A colour that differs from the ground by at least so many levels."""
        while True:
            found = self.colour()
            if np.abs(found - ground).max() >= least:
                return found

    def cell(self, kind: int) -> NDArray[np.uint8]:
        """One cell as it is cut out of a picture."""
        side = int(np.exp(self.uniform(np.log(13), np.log(64))))
        ground = self.colour()
        picture = self.ground(side, ground)
        if kind != NOTHING:
            height = self.uniform(0.5, 0.92) * (1 if kind < FLAG else 0.95)
            self.stand(picture, ground, kind, height)
        return self.cut(picture, side)

    def ground(self, side: int, ground: NDArray[np.float64]) -> Image.Image:
        """A cell of so many pixels, half a cell of its surroundings on each side."""
        whole, start = 2 * side, side // 2
        around = self.apart(ground, 0) if self.chance(0.6) else ground
        picture = Image.new("RGB", (whole, whole), ints(around))
        draw = ImageDraw.Draw(picture)
        gap = self.uniform(0, 0.06) * side if self.chance(0.4) else 0.0
        box = (start + gap, start + gap, start + side - 1 - gap, start + side - 1 - gap)
        line = ints(self.colour()) if self.chance(0.6) else None
        width = max(1, round(self.uniform(0, 0.07) * side))
        if self.chance(0.3):
            draw.rounded_rectangle(box, self.uniform(0.03, 0.25) * side, ints(ground), line, width)
        else:
            draw.rectangle(box, ints(ground), line, width)
        if self.chance(0.3):
            self.raise_(draw, box, ground, max(1, round(self.uniform(0.04, 0.15) * side)))
        if self.chance(0.15):
            self.shade(picture)
        return picture

    def raise_(
        self, draw: ImageDraw.ImageDraw, box: tuple[float, ...], ground: NDArray[np.float64], width: int
    ) -> None:
        """Light from above or from below."""
        light, dark = ints(ground + self.uniform(15, 130)), ints(ground - self.uniform(15, 130))
        if self.chance(0.2):
            light, dark = dark, light
        left, top, right, bottom = (round(edge) for edge in box)
        for k in range(width):
            draw.line([(left + k, bottom - k), (left + k, top + k), (right - k, top + k)], light)
            draw.line([(right - k, top + k), (right - k, bottom - k), (left + k, bottom - k)], dark)

    def shade(self, picture: Image.Image) -> None:
        """A ground that gets lighter or darker."""
        slope = self.rng.uniform(-30, 30, 2)
        x = np.linspace(-1, 1, picture.width)
        ramp = slope[0] * x[np.newaxis, :, np.newaxis] + slope[1] * x[:, np.newaxis, np.newaxis]
        picture.paste(Image.fromarray(np.clip(np.asarray(picture) + ramp, 0, 255).astype(np.uint8)))

    def stand(self, picture: Image.Image, ground: NDArray[np.float64], kind: int, height: float) -> None:
        """Put a glyph into the middle of a cell."""
        masks = self.glyph(kind)
        ink = self.apart(ground, 45)
        size = picture.width / 2 * height
        place = picture.width / 2 + self.rng.normal(0, 0.035, 2) * picture.width / 2
        matrix = self.bent(size)
        for number, mask in enumerate(masks):
            colour = ink if number == 0 else self.apart(ground, 30)
            offset = CANVAS / 2 - matrix @ place
            laid = mask.transform(
                picture.size,
                Image.Transform.AFFINE,
                (matrix[0, 0], matrix[0, 1], offset[0], matrix[1, 0], matrix[1, 1], offset[1]),
                Image.Resampling.BICUBIC if size > CANVAS / 2 else Image.Resampling.BILINEAR,
            )
            picture.paste(ints(colour), (0, 0), laid)

    def bent(self, size: float) -> NDArray[np.float64]:
        """From pixels of a picture to those of a glyph: squeezed, slanted, turned a little."""
        squeeze, slant, turn = (
            self.uniform(0.8, 1.2),
            float(self.rng.normal(0, 0.08)),
            float(self.rng.normal(0, 0.04)),
        )
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.array([[squeeze, slant], [0.0, 1.0]]) @ spin * (GLYPH / size)

    def glyph(self, kind: int) -> list[Image.Image]:
        """Masks [CANVAS, CANVAS], one a colour; what is seen is about GLYPH high."""
        if kind == FLAG:
            return self.flag()
        if kind == MINE:
            return self.mine()
        if kind == OTHER and self.chance(0.5):
            return self.mark()
        if kind < FLAG and self.chance(0.3):
            return [self.strokes(STROKES[kind][int(self.rng.integers(len(STROKES[kind])))])]
        text = (
            "?"
            if kind == QUESTION
            else str(kind)
            if kind < FLAG
            else OTHERS[int(self.rng.integers(len(OTHERS)))]
        )
        return [self.text(text)]

    def text(self, text: str) -> Image.Image:
        """A letter of some font, as high as a digit is."""
        number = int(self.rng.integers(len(self.files) + 3))
        file = self.files[number] if number < len(self.files) else None
        key = (min(number, len(self.files)), 0)
        if key not in self.loaded:
            self.loaded[key] = ImageFont.load_default(58) if file is None else ImageFont.truetype(file, 58)
        font = self.loaded[key]
        mask = Image.new("L", (CANVAS, CANVAS))
        bold = int(self.rng.choice([0, 0, 0, 1, 2]))
        ImageDraw.Draw(mask).text((CANVAS / 2, CANVAS / 2), text, 255, font, anchor="mm", stroke_width=bold)
        return mask

    def strokes(self, lines: list[Points]) -> Image.Image:
        """Drawn by us, thick or thin, straight or smooth."""
        big = Image.new("L", (2 * CANVAS, 2 * CANVAS))
        draw = ImageDraw.Draw(big)
        width, thick = self.uniform(0.4, 0.75) * 2 * GLYPH, round(self.uniform(0.06, 0.24) * 2 * GLYPH)
        high = 2 * GLYPH - thick
        round_ = self.chance(0.5)
        for line in lines:
            points = [
                (
                    CANVAS + (x - 0.5) * width + self.rng.normal(0, 1.5),
                    CANVAS + (y - 0.5) * high + self.rng.normal(0, 1.5),
                )
                for x, y in line
            ]
            if len(line) > 4 and self.chance(0.7):
                points = smooth(points)
            draw.line(points, 255, thick, joint="curve")
            for x, y in points if round_ else points[1:-1]:
                draw.ellipse((x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2), 255)
        return big.resize((CANVAS, CANVAS), Image.Resampling.BOX)

    def flag(self) -> list[Image.Image]:
        """A cloth on a pole, with a foot or without; or the sign of a font."""
        cloth, pole = Image.new("L", (CANVAS, CANVAS)), Image.new("L", (CANVAS, CANVAS))
        if self.chance(0.15):
            font = ImageFont.truetype(FONTS / "DejaVuSans.ttf", 52)
            ImageDraw.Draw(cloth).text((CANVAS / 2, CANVAS / 2), "⚑", 255, font, anchor="mm")
            return [cloth]
        side = int(self.rng.choice([-1, 1]))
        x, top, bottom = 32 + self.uniform(-7, 7) - 4 * side, self.uniform(8, 15), self.uniform(46, 57)
        wide, deep, thick = self.uniform(12, 26), self.uniform(12, 26), max(1, round(self.uniform(1, 7)))
        draw = ImageDraw.Draw(pole)
        if self.chance(0.93):
            draw.line([(x, top), (x, bottom)], 255, thick)
        if self.chance(0.65):
            reach, high = self.uniform(4, 16), self.uniform(2, 9)
            draw.rectangle((x - reach, bottom - high, x + reach, bottom), 255)
            if self.chance(0.4):
                draw.rectangle((x - reach / 2, bottom - 2 * high, x + reach / 2, bottom), 255)
        draw, tip = ImageDraw.Draw(cloth), x + side * wide
        if self.chance(0.65):
            draw.polygon([(x, top), (x, top + deep), (tip, top + deep * self.uniform(0.3, 0.7))], 255)
        elif self.chance(0.6):
            draw.rectangle((min(x, tip), top, max(x, tip), top + deep * 0.8), 255)
        else:
            notch = x + side * wide * self.uniform(0.5, 0.8)
            draw.polygon(
                [
                    (x, top),
                    (tip, top),
                    (notch, top + deep * 0.4),
                    (tip, top + deep * 0.8),
                    (x, top + deep * 0.8),
                ],
                255,
            )
        if self.chance(0.3):
            return [Image.fromarray(np.maximum(np.asarray(cloth), np.asarray(pole)))]
        return [cloth, pole]

    def mine(self) -> list[Image.Image]:
        """A ball with spikes or without, a light on it; or with a fuse."""
        ball, light = Image.new("L", (CANVAS, CANVAS)), Image.new("L", (CANVAS, CANVAS))
        draw, radius = ImageDraw.Draw(ball), self.uniform(11, 21)
        x, y = 32.0, 32.0 + (4 if self.chance(0.2) else 0)
        spikes = int(self.rng.choice([0, 4, 8, 8, 8]))
        turn, reach = float(self.rng.choice([0, np.pi / 8, np.pi / 4])), radius * self.uniform(1.15, 1.5)
        for number in range(spikes):
            angle = turn + 2 * np.pi * number / spikes
            end = (x + reach * np.cos(angle), y + reach * np.sin(angle))
            draw.line([(x, y), end], 255, max(1, round(self.uniform(2, 6))))
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        if not spikes:
            draw.line([(x + radius / 2, y - radius / 2), (x + radius * 1.2, y - radius * 1.3)], 255, 4)
        if self.chance(0.6):
            spot, at = radius * self.uniform(0.15, 0.35), radius * 0.35
            ImageDraw.Draw(light).ellipse((x - at - spot, y - at - spot, x - at + spot, y - at + spot), 255)
            return [ball, light]
        return [ball]

    def mark(self) -> list[Image.Image]:
        """A cross, a ring, a tick, a face, a bar, a blot."""
        mask = Image.new("L", (CANVAS, CANVAS))
        draw, reach, thick = ImageDraw.Draw(mask), self.uniform(10, 24), round(self.uniform(2, 10))
        a, b = 32 - reach, 32 + reach
        kind = int(self.rng.integers(6))
        if kind == 0:
            draw.line([(a, a), (b, b)], 255, thick)
            draw.line([(a, b), (b, a)], 255, thick)
        elif kind == 1:
            draw.ellipse((a, a, b, b), None, 255, thick)
        elif kind == 2:
            draw.line([(a, 32), (30, b), (b, a)], 255, thick)
        elif kind == 3:
            draw.ellipse((a, a, b, b), None, 255, max(2, thick // 2))
            for eye in (32 - reach / 3, 32 + reach / 3):
                draw.ellipse((eye - 3, 24, eye + 3, 30), 255)
            draw.arc((a + 8, a + 8, b - 8, b - 6), 20, 160, 255, max(2, thick // 2))
        elif kind == 4:
            draw.line([(a, 32), (b, 32)], 255, thick)
        else:
            draw.polygon([(32 + float(x), 32 + float(y)) for x, y in self.rng.normal(0, 13, (6, 2))], 255)
        return [mask]

    def cut(self, picture: Image.Image, side: int) -> NDArray[np.uint8]:
        """The cell, not quite where it is; blurred, noisy, a JPEG that has been."""
        if self.chance(0.25):
            picture = picture.filter(ImageFilter.GaussianBlur(self.uniform(0.2, 0.035 * side)))
        if self.chance(0.4):
            noise = self.rng.normal(0, self.uniform(1, 9), (picture.height, picture.width, 3))
            picture = Image.fromarray(np.clip(np.asarray(picture) + noise, 0, 255).astype(np.uint8))
        if self.chance(0.2):
            file = BytesIO()
            picture.save(file, "JPEG", quality=int(self.rng.integers(60, 95)))
            picture = Image.open(file).convert("RGB")
        slip = self.rng.normal(0, 0.02 * side, 4) + self.rng.uniform(-0.6, 0.6, 4)
        start = side // 2
        box = (start + slip[0], start + slip[1], start + side + slip[2], start + side + slip[3])
        return np.asarray(picture.resize((SIDE, SIDE), Image.Resampling.BILINEAR, box))


GLYPH = 44  # pixels of CANVAS that a digit is high


def ints(colour: NDArray[np.float64]) -> tuple[int, int, int]:
    """As Pillow wants it."""
    red, green, blue = np.clip(colour, 0, 255).astype(int).tolist()
    return red, green, blue


def smooth(points: Points) -> Points:
    """A curve through points (Catmull-Rom)."""
    ends = np.array([points[0], *points, points[-1]])
    t = np.linspace(0, 1, 8, endpoint=False)[:, np.newaxis]
    found: list[NDArray[np.float64]] = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        found.append(
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        )
    return [(float(x), float(y)) for x, y in np.vstack([*found, ends[-1:]])]
