"""Bot, network and logic of the study page-trio on its small board, in a real page and in the arena.

`python benchmarks/page_trio_page.py [GAMES [ARENA_GAMES [AGENT…]]]` needs Chromium; the page is Hazard's own.
The study's bot is `mines/equations`, its network `mines/windows`, its logic `mines/datalog`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from _measure import print_table

from hazard.arena.mines.match import match_mines
from hazard.arena.stats import wilson
from hazard.browser.playing import Wish, play_page
from hazard.mines.level import Level

REPORTING_SEED = 20_261_121  # written down before the run; the page's boards cannot be chosen
PUBLISHED = {"mines/equations": "85-90", "mines/windows": "90-95", "mines/datalog": "60-70"}  # few games


def told(wins: int, games: int) -> str:
    """A win rate with its interval, in percent."""
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def main() -> None:
    """Print one table."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    arena_games = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000
    agents = sys.argv[3:] or list(PUBLISHED)
    rows: list[list[str]] = []
    for rule in ("open", "safe"):
        level = Level.parse("small", rule)
        with TemporaryDirectory() as folder:
            demo = Path(__file__).parents[1] / "src" / "hazard" / "browser" / "demo" / "index.html"
            url = f"{demo.as_uri()}#{level}/{rule}"
            page = play_page(Wish(url, agents, games, keep=Path(folder)))
        arena = match_mines(agents, level, games=arena_games, seed=REPORTING_SEED, workers=2)
        reached = {row.agent: row for row in arena.standings}
        for there in page.rows:
            here, published = reached[there.agent], PUBLISHED[there.agent]
            rows.append(
                [there.agent, rule, published, told(there.wins, there.games), told(here.wins, here.games)]
            )
    columns = [
        "agent",
        "rule",
        "published",
        f"in the page, {games} games",
        f"in the arena, {arena_games:,} games",
    ]
    title = f"10x10/10, win rates in percent, the arena's match seed {REPORTING_SEED}"
    print_table(title, columns, rows)


if __name__ == "__main__":
    main()
