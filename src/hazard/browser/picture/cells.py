"""The cells of a grid cut out of a picture: their grounds, their rims, and what stands on them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.float32]
Box = tuple[float, float, float, float]  # left, top, right, bottom, in pixels

SIDE = 24  # pixels of a cell as it is looked at
INNER = slice(4, SIDE - 4)  # where no border reaches
RIM = 5  # pixels, where raised cells are lighter above and left, darker below and right
NEAR = 14.0  # levels within which two pixels are of one colour
ROUNDED = 1.0  # pixels off the picture that are no cut
FAINT = 36.0  # levels: what stands on a cell is stretched to full strength, but not if it is fainter


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """What was measured of n cells, in board order."""

    ground: Floats  # [n, 3]  the commonest colour of the inner part, 0 to 255
    relief: Floats  # [n]  levels by which the rim is lighter above and left; nan where that is cut off
    ink: Floats  # [n, 2, SIDE, SIDE]  how far from the ground, 0 to 1; how much lighter, -1 to 1
    colour: Floats  # [n, 3]  of what stands there: the mean where it is strongest


def cut(picture: Image.Image, boxes: list[Box]) -> Cells:
    """The cells in these boxes; where the picture's edge cuts one, its last pixels go on."""
    edges = np.array(boxes)
    high = np.array([picture.width, picture.height])
    whole = np.hstack([edges[:, :2] > -ROUNDED, edges[:, 2:] < high + ROUNDED])
    return measured(np.array([patch(picture, box) for box in boxes], np.float32), whole)


def patch(picture: Image.Image, box: Box) -> NDArray[np.uint8]:
    """One cell, [SIDE, SIDE, 3]."""
    left, top, right, bottom = box
    inside = (
        max(left, 0.0),
        max(top, 0.0),
        min(right, float(picture.width)),
        min(bottom, float(picture.height)),
    )
    if inside == box:
        return np.asarray(picture.resize((SIDE, SIDE), Image.Resampling.BILINEAR, box))
    wide = max(1, round((inside[2] - inside[0]) * SIDE / (right - left)))
    high = max(1, round((inside[3] - inside[1]) * SIDE / (bottom - top)))
    part = np.asarray(picture.resize((wide, high), Image.Resampling.BILINEAR, inside))
    before = SIDE - wide if left < 0 else 0, SIDE - high if top < 0 else 0
    after = SIDE - wide - before[0], SIDE - high - before[1]
    return np.pad(part, ((before[1], after[1]), (before[0], after[0]), (0, 0)), "edge")


def measured(patches: Floats, whole: NDArray[np.bool_] | None = None) -> Cells:
    """Everything about cells that were cut out, [n, SIDE, SIDE, 3].

    whole: bool[n, 4], whether the left, upper, right and lower side of each is on the picture.
    """
    ground = grounds(patches)
    step = patches - ground[:, np.newaxis, np.newaxis]
    far = np.abs(step).max(axis=3)
    inner = far[:, INNER, INNER].reshape(len(far), -1)
    most = np.maximum(np.quantile(inner, 0.97, axis=1), FAINT).astype(np.float32)
    scale = most[:, np.newaxis, np.newaxis]
    ink = np.stack([np.clip(far / scale, 0, 1), np.clip(step.mean(axis=3) / scale, -1, 1)], axis=1)
    weight = np.where(inner > 0.7 * most[:, np.newaxis], inner, 1e-6)[..., np.newaxis]
    pixels = patches[:, INNER, INNER].reshape(len(patches), -1, 3)
    colour = (pixels * weight).sum(axis=1) / weight.sum(axis=1)
    return Cells(ground, reliefs(patches, ground, whole), ink.astype(np.float32), colour.astype(np.float32))


def grounds(patches: Floats) -> Floats:
    """The commonest colour of each inner part, float32[n, 3]: the likeliest of a few, then refined."""
    inside = patches[:, INNER, INNER]
    pixels = inside.reshape(len(patches), -1, 3)
    corners = [
        inside[:, a, b].reshape(len(patches), -1, 3)
        for a in (slice(3), slice(-3, None))
        for b in (slice(3), slice(-3, None))
    ]
    tried = np.stack([np.median(part, axis=1) for part in (*corners, pixels)], axis=1)
    near = np.abs(pixels[:, np.newaxis] - tried[:, :, np.newaxis]).max(axis=3) < NEAR
    best = near.sum(axis=2).argmax(axis=1)
    alike = near[np.arange(len(patches)), best]
    fallback = tried[np.arange(len(patches)), best]
    return np.array(
        [
            np.median(one[mask], axis=0) if mask.any() else other
            for one, mask, other in zip(pixels, alike, fallback, strict=True)
        ],
        np.float32,
    )


def reliefs(patches: Floats, ground: Floats, whole: NDArray[np.bool_] | None) -> Floats:
    """How raised cells look, in levels: what is above and left against what is below and right of the middle.

    Sides are compared with those across, so that lines around a cell do not count; where the picture's edge
    cuts one off, both are left out; nan where nothing is left.
    """
    light = patches.mean(axis=3) - ground.mean(axis=1)[:, np.newaxis, np.newaxis]
    middle, back = slice(5, SIDE - 5), slice(SIDE - RIM, SIDE)
    level = np.median(light[:, middle, :RIM], axis=1) - np.median(light[:, middle, back], axis=1)[:, ::-1]
    upright = np.median(light[:, :RIM, middle], axis=2) - np.median(light[:, back, middle], axis=2)[:, ::-1]
    both = np.stack([level.mean(axis=1), upright.mean(axis=1)], axis=1)
    counted = np.ones((len(both), 2), np.bool_) if whole is None else whole[:, :2] & whole[:, 2:]
    number = counted.sum(axis=1)
    return np.where(number, (both * counted).sum(axis=1) / np.maximum(number, 1), np.nan).astype(np.float32)
