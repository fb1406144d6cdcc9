"""Fits the network that reads cells of pictures: `python benchmarks/_fit_glyphs.py FILE.onnx [CELLS]`.

It learns from cells drawn at random (`_glyphs.py`), none of which is of a board that is measured later;
each time one is seen it is moved by up to a pixel, light and dark may be changed, and a little noise is
added. FILE.onnx gets the network with a card: seed, number of cells, how many of 5,000 fresh ones were read
right.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import process_time

import numpy as np
import torch
from _glyphs import Painter
from torch import nn

from hazard.browser.picture.cells import SIDE, measured
from hazard.browser.picture.glyphs import CLASSES
from hazard.core.modelfile import with_card
from hazard.learn.onnx_graph import onnx_of

SEED = 9_001  # tuning: no reporting seed
CELLS, FRESH = 64_000, 5_000
EPOCHS, BATCH, RATE = 10, 256, 6e-3


def network() -> nn.Sequential:
    """Four convolutions and two dense layers."""
    return nn.Sequential(
        nn.Conv2d(2, 24, 5, 2, 2, bias=False),
        nn.BatchNorm2d(24),
        nn.ReLU(),
        nn.Conv2d(24, 40, 3, 1, 1, bias=False),
        nn.BatchNorm2d(40),
        nn.ReLU(),
        nn.Conv2d(40, 48, 3, 2, 1, bias=False),
        nn.BatchNorm2d(48),
        nn.ReLU(),
        nn.Conv2d(48, 48, 3, 1, 1, bias=False),
        nn.BatchNorm2d(48),
        nn.ReLU(),
        nn.Flatten(),
        nn.Linear(48 * (SIDE // 4) ** 2, 48),
        nn.ReLU(),
        nn.Linear(48, CLASSES),
    )


def drawn(count: int, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Ink of cells as the reader measures it, and their classes."""
    patches, kinds = Painter(seed).cells(count)
    parts = [
        measured(part.astype(np.float32)).ink for part in np.array_split(patches, max(1, count // 2_000))
    ]
    return torch.from_numpy(np.concatenate(parts)), torch.from_numpy(kinds)


def varied(ink: torch.Tensor) -> torch.Tensor:
    """A batch as it is seen this time."""
    down, right = (int(step) for step in torch.randint(-1, 2, (2,)))
    ink = torch.roll(ink, (down, right), (2, 3))
    sign = torch.ones(len(ink), 2, 1, 1)
    sign[torch.rand(len(ink)) < 0.5, 1] = -1
    return ink * sign + 0.03 * torch.randn_like(ink)


def fitted(ink: torch.Tensor, kinds: torch.Tensor) -> nn.Sequential:
    """A trained network."""
    torch.manual_seed(SEED)
    net = network()
    optimizer = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, EPOCHS * -(-len(ink) // BATCH))
    for epoch in range(EPOCHS):
        losses: list[float] = []
        for batch in torch.randperm(len(ink)).split(BATCH):
            loss = nn.functional.cross_entropy(net(varied(ink[batch])), kinds[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            losses.append(loss.item())
        print(
            f"epoch {epoch + 1}: loss {np.mean(losses):.4f}, {process_time():.0f} s",
            file=sys.stderr,
            flush=True,
        )
    return net.eval()


def main() -> None:
    """Train, measure, write."""
    torch.set_num_threads(1)
    file, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else CELLS
    begin = process_time()
    net = fitted(*drawn(count, SEED))
    fresh, truth = drawn(FRESH, SEED + 1)
    with torch.no_grad():
        likely = torch.softmax(net(fresh), 1)
    right, sure = likely.argmax(1) == truth, likely.max(1).values > 0.9
    card = {
        "what": "glyphs on cells of pictures",
        "trained_by": "benchmarks/_fit_glyphs.py",
        "seed": SEED,
        "cells": count,
        "seconds": round(process_time() - begin),
        "fresh": FRESH,
        "right": int(right.sum()),
        "sure": int(sure.sum()),
        "sure_and_wrong": int((sure & ~right).sum()),
    }
    model = onnx_of(net, ("n", 2, SIDE, SIDE), ("n", CLASSES), half=True)
    file.write_bytes(with_card(model, json.dumps(card).encode()))
    print(json.dumps(card), file.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
