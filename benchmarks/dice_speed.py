"""Speed of Dicewars: whole games, maps, and what a Python agent's decision costs beside its thinking."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from time import perf_counter, process_time

import numpy as np
from _measure import best_time, print_table, use_one_core

from hazard.core.registry import agents, resolve
from hazard.dice import native
from hazard.dice.games import POLICIES, Games
from hazard.dice.map import Map
from hazard.dice.playing import Block, Player, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

GAMES = 256
RULES = Rules()
NUMBERS = count()

ENDS_AT_ONCE = """
import numpy as np
from hazard.dice.agent import PositionAgent
from hazard.dice.command import END
from hazard.dice.views import Decisions

class Together:
    def choose(self, views):
        return Decisions(np.zeros((len(views), 3), np.int16))

class OneByOne(PositionAgent):
    def choose_one(self, view):
        return END
"""


def games_a_second(policy: str, maps: Sequence[Map] | None) -> tuple[float, float]:
    """Games and battles a second of four copies, the best of several blocks; without maps each grows one."""
    policies = np.full((GAMES, 4), POLICIES[policy])
    games = Games(RULES, GAMES)

    def play() -> None:
        seeds = np.random.default_rng(next(NUMBERS)).integers(0, 2**63, (2 * GAMES, 4)).astype(np.uint64)
        if maps is None:
            games.deal(seeds[:GAMES])
        else:
            for game in range(GAMES):
                games.deal_on(game, maps[game % len(maps)], *seeds[game, 1:].tolist())
        games.seat(policies, seeds[GAMES:])
        games.advance()

    seconds = best_time(play, 7, process_time)
    return GAMES / seconds, float(games.deeds().battles.sum()) / seconds


def milliseconds_a_decision(players: Sequence[Player], seats: Sequence[int]) -> float:
    """Time of whole games for each decision of the agent at place 0."""
    best = float("inf")
    for _ in range(5):
        seeds = np.array([table_seeds(1, next(NUMBERS), 0, 4) for _ in range(GAMES)])
        block = Block(RULES, seeds, np.tile(np.array(seats, np.intp), (GAMES, 1)))
        begin = perf_counter()
        outcomes = play_block(players, block)
        taken = perf_counter() - begin
        best = min(best, taken / int(outcomes.deeds.decisions[:, [s == 0 for s in seats]].sum()))
    return 1e3 * best


def main() -> None:
    """Print three tables."""
    use_one_core()
    maps = [Map.grow(seed=seed) for seed in range(64)]
    rows: list[list[str]] = []
    for row in agents("dice"):
        fresh, battles = games_a_second(str(row.native), None)
        cached, _ = games_a_second(str(row.native), maps)
        rows.append([str(row.native), f"{fresh:,.0f}", f"{cached:,.0f}", f"{battles:,.0f}"])
    columns = ["four", "games/s, fresh maps", "games/s, 64 cached maps", "battles/s, fresh maps"]
    print_table(
        f"Whole games of four players, blocks of {GAMES}, processor seconds of one core", columns, rows
    )

    def grow(kind: type[Map] | type[native.Map]) -> float:
        return 1000 / best_time(lambda: [kind.grow(34, next(NUMBERS)) for _ in range(1000)], 7, process_time)

    rows = [["in the core", f"{grow(native.Map):,.0f}"], ["as a Python Map, checked", f"{grow(Map):,.0f}"]]
    print_table("Maps of 34 areas, processor seconds of one core", ["", "maps/s"], rows)

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ends.py"
        path.write_text(ENDS_AT_ONCE)
        rival = resolve("dice/kb.sdc_pre_at", "dice")
        for told, name in (
            ("asked about all games at once", "Together"),
            ("about one at a time", "OneByOne"),
        ):
            agent = resolve(f"{path}:{name}", "dice")
            for where, player in (("its own process", agent), ("this process", agent.make())):
                alone = milliseconds_a_decision([player], [0, 0, 0, 0])
                among = milliseconds_a_decision([player, rival], [0, 1, 1, 1])
                rows.append([told, where, f"{alone:.4f}", f"{among:.4f}"])
    print_table(
        "Milliseconds a decision of a Python agent that ends its turn at once, views and all; "
        f"blocks of {GAMES} games, one core",
        ["the agent is", "in", "at all four seats", "against three kb.sdc_pre_at, their turns included"],
        rows,
    )


if __name__ == "__main__":
    main()
