"""How strong dice/search is: one against three copies of each of the 13 references: `… [AGENT] [MAPS]`.

Every map from every seat. All references meet it on the same maps: the mean's interval is by map, too.
"""

from __future__ import annotations

import sys

from _measure import print_table

from hazard.arena.dice.course import REFERENCES
from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import match_dice
from hazard.arena.dice.standing import Standing
from hazard.arena.stats import Interval, clustered
from hazard.dice.rules import Rules

REPORTING_SEED = 20_261_121  # written down before the run that counts; nothing is tuned on it


def percent(rate: float, interval: Interval) -> str:
    """A win rate and its 95 % interval, in percent."""
    low, high = interval
    return f"{100 * rate:.1f} [{100 * low:.1f}, {100 * high:.1f}]"


def milliseconds_a_turn(standing: Standing) -> float:
    """Wall time that the agent took, over the turns that it ended."""
    deeds = standing.deeds
    ended = deeds.decisions - deeds.attacks - deeds.transfers
    return 1e3 * deeds.seconds / ended


def main() -> None:
    """Print one row a reference, and the mean."""
    agent = sys.argv[1] if len(sys.argv) > 1 else "dice/search"
    maps = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    deal = Deal(Rules(), REPORTING_SEED, maps, rotate=True)
    rows: list[list[str]] = []
    wins, games = [0.0] * maps, [0.0] * maps
    for name in REFERENCES:
        standing = match_dice(agent, [f"dice/{name}"], deal).run(workers=2).lanes[0].standings[0]
        rate, interval = standing.win_rate, standing.interval
        assert rate is not None
        rows.append(
            [
                name,
                percent(rate, interval),
                f"{standing.games:,}",
                f"{standing.no_winner}",
                f"{milliseconds_a_turn(standing):.1f}",
            ]
        )
        print(*rows[-1], file=sys.stderr, flush=True)
        for total, more in zip((wins, games), standing.by_map, strict=True):
            total[:] = [a + b for a, b in zip(total, more, strict=True)]
    rows.append(
        ["mean", percent(sum(wins) / sum(games), clustered(wins, games)), f"{sum(games):,.0f}", "", ""]
    )
    print_table(
        f"{agent}: per cent won against three copies (parity is 25); {maps:,} maps, every map from every "
        f"seat, match seed {REPORTING_SEED}, 95 % intervals by map",
        ["against", "won", "games", "without winner", "ms a turn"],
        rows,
    )


if __name__ == "__main__":
    main()
