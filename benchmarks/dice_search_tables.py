"""dice/search at tables of 2 to 8, and its faster and stronger settings: `… [MAPS]`, each from every seat."""

from __future__ import annotations

import sys

from _measure import print_table
from dice_search import milliseconds_a_turn, percent

from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import match_dice
from hazard.arena.dice.standing import Standing
from hazard.dice.rules import Rules

REPORTING_SEED = 20_261_124  # written down before the run that counts; nothing is tuned on it
RIVALS = ("kb.stei_adt", "kb.sdc_pre_at", "dt.stei")
SETTINGS = ("dice/search-fast", "dice/search", "dice/search-strong")


def main() -> None:
    """Print a table of numbers of players, and one of settings."""
    maps = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    print_table(
        "dice/search: per cent won against copies of one reference at tables of 2 to 8 (parity is "
        f"100 / players); {maps} maps, every map from every seat, match seed {REPORTING_SEED}, 95 % "
        "intervals by map",
        ["players", *RIVALS, "ms a turn"],
        ([f"{players}", *told("dice/search", players, maps)] for players in range(2, 9)),
    )
    print_table(
        f"Settings of dice/search, four players; {2 * maps} maps, every map from every seat, match seed "
        f"{REPORTING_SEED}, 95 % intervals by map",
        ["agent", *RIVALS, "ms a turn"],
        ([agent, *told(agent, 4, 2 * maps)] for agent in SETTINGS),
    )


def told(agent: str, players: int, maps: int) -> list[str]:
    """How often it won against copies of each rival, and how long a turn took."""
    deal = Deal(Rules(players=players), REPORTING_SEED, maps, rotate=True)
    cells: list[str] = []
    standings: list[Standing] = []
    for rival in RIVALS:
        standings.append(match_dice(agent, [f"dice/{rival}"], deal).run().lanes[0].standings[0])
        rate = standings[-1].win_rate
        assert rate is not None
        cells.append(percent(rate, standings[-1].interval))
    return [*cells, f"{sum(map(milliseconds_a_turn, standings)) / len(standings):.1f}"]


if __name__ == "__main__":
    main()
