"""How strong the Dicewars references are: one against three copies, all against all: `… [MAPS]`."""

from __future__ import annotations

import sys
from typing import Any

from _measure import print_table

from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import match_dice, tournament_dice
from hazard.core.registry import agents
from hazard.dice.rules import Rules

REPORTING_SEED = 20_261_120  # written down before the run that counts; nothing is tuned on it
RIVALS = ("dice/kb.stei_adt", "dice/kb.sdc_pre_at", "dice/dt.stei")


def percent(told: dict[str, Any]) -> str:
    """A win rate and its interval by map, in percent."""
    rate, low, high = (f"{100 * told[field]:.1f}" for field in ("win_rate", "low", "high"))
    return f"{rate} [{low}, {high}]"


def main() -> None:
    """Print one table, the references by rating."""
    maps = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    deal = Deal(Rules(), REPORTING_SEED, maps, rotate=True)
    names = [row.name for row in agents("dice") if row.path.startswith("hazard.dice.agents.references:")]
    rows: list[list[str]] = []
    ratings = tournament_dice(names, deal).run(workers=2).ratings
    for rating in sorted(ratings, key=lambda rating: -rating.points):
        told = match_dice(rating.name, RIVALS, deal).run(workers=2).to_json()
        cells = [percent(lane["agents"][0]) for lane in told["opponents"]]
        points = f"{rating.points:+.0f} [{rating.low:+.0f}, {rating.high:+.0f}]"
        rows.append([rating.name, points, *cells])
    print_table(
        "Elo points in a tournament of all, and per cent won against three copies (parity is 25); "
        f"{maps:,} maps, every map from every seat, match seed {REPORTING_SEED}, 95 % intervals by map",
        ["", "rating", *(f"against {name}" for name in RIVALS)],
        rows,
    )


if __name__ == "__main__":
    main()
