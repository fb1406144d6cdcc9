"""Driving real pages: how fast, and whether an agent wins there as often as in the arena.

`python benchmarks/browser.py [GAMES]` needs Chromium and npm, which fetches the page that is driven.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from _measure import print_table

from hazard.arena.mines.match import match_mines
from hazard.browser.playing import PageResult, Wish, play_page
from hazard.mines.level import Level

REPORTING_SEED = 20_261_120  # of the arena's games, written down before the run; the page's cannot be chosen
ARENA_GAMES = 100_000
PAGE = """<!doctype html><meta charset="utf-8"><button id="again">again</button>
<minesweeper-game restart-selector="#again"></minesweeper-game>
<script type="module" src="custom-element.js"></script>"""


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing."""


def for_web(folder: Path) -> Path:
    """A folder with the page of npm minesweeper-for-web."""
    shutil.copytree(fetched("minesweeper-for-web@3.0.4", folder) / "dist", folder / "site")
    (folder / "site" / "index.html").write_text(PAGE)
    return folder / "site"


def react(folder: Path) -> Path:
    """A folder with the page of npm react-minesweeper."""
    shutil.copytree(fetched("react-minesweeper@1.0.2", folder) / "demo" / "dist", folder / "site")
    return folder / "site"


def fetched(package: str, folder: Path) -> Path:
    """A package of npm."""
    fetch = ["npm", "install", "--silent", "--ignore-scripts", "--no-save", "--prefix", str(folder)]
    subprocess.run([*fetch, package], check=True, stdout=subprocess.DEVNULL)
    return folder / "node_modules" / package.split("@")[0]


def driven(games: int) -> PageResult:
    """`mines/exact` on the page."""
    with TemporaryDirectory() as folder:
        site = for_web(Path(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/"
        result = play_page(Wish(url, ("mines/exact",), games, keep=Path(folder) / "kept"))
        server.shutdown()
        server.server_close()
    return result


def main() -> None:
    """Print one table, and how well page and arena agree."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    result = driven(games)
    (row,) = result.rows
    level = Level.parse("beginner", "any")
    arena = match_mines(["mines/exact"], level, games=ARENA_GAMES, seed=REPORTING_SEED, workers=2).standings[
        0
    ]
    assert row.level == str(level)
    there, here = row.wins / row.games, arena.wins / arena.games
    z = (there - here) / sqrt(here * (1 - here) * (1 / row.games + 1 / arena.games))
    rows = [
        [
            "minesweeper-for-web in Chromium",
            f"{100 * there:.2f} [{100 * row.interval.low:.2f}, {100 * row.interval.high:.2f}]",
            f"{row.games:,}",
            f"{row.moves / row.seconds:.0f}",
            f"{row.seconds / row.games:.2f}",
        ],
        [
            "arena",
            f"{100 * here:.2f} [{100 * arena.interval.low:.2f}, {100 * arena.interval.high:.2f}]",
            f"{arena.games:,}",
            "",
            "",
        ],
    ]
    title = f"mines/exact, 9x9/10, rule any, first cell its own, the arena's match seed {REPORTING_SEED}"
    print_table(title, ["where", "win rate, percent", "games", "moves/s", "s a game"], rows)
    print(
        f"\nThe two rates differ by z = {z:+.2f}; games that did not end as games do: {len(result.messages)}."
    )


if __name__ == "__main__":
    main()
