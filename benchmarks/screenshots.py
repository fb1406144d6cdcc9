"""The reader of pictures: cells that it reads right, boards that it refuses, wrong ones that it takes.

`python benchmarks/screenshots.py [PAINTED [SHOTS]]`: so many boards painted in each theme (noise, blur,
JPEG and cut edges among them), so many screenshots of each page at each scale. Those need Chromium and npm.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import process_time

import numpy as np
from _measure import print_table
from browser import Quiet, for_web, react
from numpy.typing import NDArray
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1]))

from hazard.browser.chromium import started
from hazard.browser.openpage import recognised, visit
from hazard.browser.picture.board import read
from hazard.browser.playing import DEMO
from hazard.core.errors import PictureError
from hazard.mines.level import Level
from tests.browser.boards import HELD_OUT, THEMES, Theme, paint, positions, spoilt
from tests.browser.shots import begun, shot

REPORTING_SEED = 20_261_125  # of painted boards, written down before the run; nothing was tuned on them
LEVELS = ("8x8/10", "9x9/10", "16x16/40", "16x30/99")
SCALES = (1.0, 1.25, 2.0)

Sample = tuple[Image.Image, NDArray[np.int8]]


@dataclass
class Count:
    """What became of the pictures of one source."""

    source: str
    pictures: int = 0
    refused: int = 0
    wrong: int = 0  # taken, with a cell that is not so
    cells: int = 0  # of the boards taken
    wrong_cells: int = 0
    seconds: float = 0.0

    def add(self, picture: Image.Image, truth: NDArray[np.int8]) -> None:
        """One more picture."""
        self.pictures += 1
        begin = process_time()
        try:
            board = read(picture)
        except PictureError as error:
            self.refused += 1
            print(f"{self.source}: refused: {error}", file=sys.stderr)
            return
        finally:
            self.seconds += process_time() - begin
        same = board.cells.shape == truth.shape
        bad = int((board.cells != truth).sum()) if same else truth.size
        if bad:
            print(f"{self.source}: {bad} cells wrong", file=sys.stderr)
        self.cells, self.wrong_cells = self.cells + truth.size, self.wrong_cells + bad
        self.wrong += bad > 0

    def row(self) -> list[str]:
        """As the table says it."""
        right = f"{100 * (1 - self.wrong_cells / self.cells):.3f} %" if self.cells else ""
        return [
            self.source,
            f"{self.pictures}",
            f"{self.refused}",
            f"{self.wrong}",
            f"{self.cells - self.wrong_cells:,} of {self.cells:,}",
            right,
            f"{self.seconds / max(self.pictures, 1):.2f} s",
        ]


def total(counts: list[Count], source: str) -> Count:
    """All of them together."""
    names = ("pictures", "refused", "wrong", "cells", "wrong_cells", "seconds")
    return Count(source, *(sum(getattr(count, name) for count in counts) for name in names))


def painted(theme: Theme, count: int, seed: int) -> Iterator[Sample]:
    """Boards of four sizes, cells of 14 to 44 pixels; three in ten are cut by up to a quarter of a cell."""
    rng = np.random.default_rng(seed)
    for number, text in enumerate(LEVELS):
        for cells in positions(Level.parse(text), -(-(count - number) // len(LEVELS)), seed + number):
            side, margin = int(rng.integers(14, 45)), int(rng.integers(0, 60))
            cut = margin + int(side * rng.uniform(0, 0.25)) if rng.random() < 0.3 else 0
            yield (
                spoilt(paint(cells, theme, side, (margin, margin)), rng, float(rng.uniform(0, 5)), cut),
                cells,
            )


def shots(scale: float, count: int, site: str) -> Iterator[tuple[str, Sample]]:
    """Screenshots of each page."""
    rng = np.random.default_rng(REPORTING_SEED)
    pages = {
        "demo": f"{DEMO.as_uri()}#16x16/40",
        "minesweeper-for-web": f"{site}/for_web/",
        "react-minesweeper": f"{site}/react/",
    }
    with started(scale=scale) as driver:
        for name, url in pages.items():
            visit(driver, url)
            page = recognised(driver)
            assert page is not None
            for _ in range(count):
                cells = begun(page, rng)
                yield f"{name}, scale {scale:g}", (shot(driver), cells)


def in_chromium(count: int) -> list[Count]:
    """All pages at all scales."""
    found: dict[str, Count] = {}
    with TemporaryDirectory() as folder:
        root = Path(folder) / "site"
        root.mkdir()
        for_web(Path(folder) / "web").rename(root / "for_web")
        react(Path(folder) / "react").rename(root / "react")
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(root)))
        Thread(target=server.serve_forever, daemon=True).start()
        for scale in SCALES:
            for source, sample in shots(scale, count, f"http://127.0.0.1:{server.server_port}"):
                found.setdefault(source, Count(source)).add(*sample)
        server.shutdown()
        server.server_close()
    return list(found.values())


def main() -> None:
    """Print one table: each source, all that was tuned on, the theme kept out of it."""
    boards = int(sys.argv[1]) if len(sys.argv) > 1 else 24
    pages = int(sys.argv[2]) if len(sys.argv) > 2 else 8
    counts: list[Count] = []
    for number, theme in enumerate(THEMES):
        count = Count(f"painted, {theme.name}")
        for sample in painted(theme, boards, REPORTING_SEED + 10 * number):
            count.add(*sample)
        counts.append(count)
    if pages:
        counts += in_chromium(pages)
    held = Count("painted, the theme kept out of tuning")
    for sample in painted(HELD_OUT, 2 * boards, REPORTING_SEED + 1_000):
        held.add(*sample)
    sources = (*counts, total(counts, "all of these"), held, total([*counts, held], "all"))
    rows = [count.row() for count in sources if count.pictures]
    title = f"Boards read from pictures, seed {REPORTING_SEED}; processor time"
    columns = [
        "pictures of",
        "pictures",
        "refused",
        "taken and wrong",
        "cells right, of those taken",
        "",
        "a picture",
    ]
    print_table(title, columns, rows)


if __name__ == "__main__":
    main()
