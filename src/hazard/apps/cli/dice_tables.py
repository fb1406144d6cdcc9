"""Matches of Dicewars as tables: one row an opponent, or one row an agent, with what the dice did below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hazard.apps.cli.columns import bars_of, fitting, table_of
from hazard.apps.cli.leaderboard import fault_lines, share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from hazard.arena.dice.result import DiceResult
    from hazard.arena.dice.standing import Seat, Standing
    from hazard.arena.ratings import Rating
    from hazard.arena.stats import Interval
    from hazard.dice.rules import Rules

_SEATS = "by seat, %"
_LEFT = {"against", "agent", "95 % interval", "rating, 95 %", _SEATS}


def title(result: DiceResult) -> str:
    """One line that says what was measured."""
    deal = result.deal
    kind = {
        "against": f"{result.names[0]} against {deal.rules.players - 1} cop"
        f"{'y' if deal.rules.players == 2 else 'ies'}",
        "table": "one table",
        "tournament": f"{len(result.names)} agents, all against all",
    }[result.kind]
    seats = "every map from every seat" if deal.rotate else "always in the order that was named"
    boards = f"seed {deal.seed}" if deal.starts is None else f"given positions, seed {deal.seed}"
    maps = "one map" if deal.maps == 1 else f"{deal.maps:,} maps"
    return f"{kind}, {rules_in_words(deal.rules)}, {maps}, {seats}, {boards}"


def rules_in_words(rules: Rules) -> str:
    """Players and areas, and what is not as on the course platform."""
    from dataclasses import fields

    from hazard.dice.rules import Rules

    usual = Rules()
    told = [f"{rules.players} players", f"{rules.areas} areas"]
    for field in fields(rules)[2:]:
        value = getattr(rules, field.name)
        if value != getattr(usual, field.name):
            told.append("compatible" if field.name == "strict" else f"{field.name} {value}")
    return ", ".join(told)


def rates(result: DiceResult) -> str:
    """The win rates in half a line."""
    if result.kind == "against":
        first = [lane.standings[0].win_rate for lane in result.lanes]
        told = [
            f"against {name} {share(rate)}"
            for name, rate in zip(result.names[1:], first, strict=True)
            if rate is not None
        ]
        return ", ".join(told)
    rows = [(row.agent, row.win_rate) for row in result.lanes[0].ranking if row.win_rate is not None]
    return ", ".join(f"{agent} {share(rate)}" for agent, rate in rows)


def table(result: DiceResult, width: int, *, fancy: bool = True) -> Table:
    """The match in at most `width` columns."""
    if result.kind == "against":
        return against(result, width, fancy=fancy)
    return agents(result, width, fancy=fancy)


def against(result: DiceResult, width: int, *, fancy: bool) -> Table:
    """One row an opponent, and their mean."""
    lanes = result.lanes
    rows = [lane.standings[0] for lane in lanes]
    bars = [(row.win_rate, row.interval) for row in rows]
    columns: dict[str, list[str]] = {
        "against": list(result.names[1:]),
        "win rate": [rate_of(row.win_rate) for row in rows],
        "95 % interval": [interval_of(row.win_rate, row.interval) for row in rows],
        "games": [f"{lane.games:,}" for lane in lanes],
        **({_SEATS: [seats_of(row.by_seat) for row in rows]} if result.deal.rotate else {}),
        "nobody": [f"{lane.unwon:,}" for lane in lanes],
        "battles": [per_game(lane.battles, lane.games) for lane in lanes],
        "turns": [per_game(lane.turns, lane.games) for lane in lanes],
        "a decision": [time_of(row) for row in rows],
    }
    if result.mean is not None and len(lanes) > 1:
        rate, interval = result.mean
        pooled = result.pooled(0)
        told = {
            "against": "mean",
            "win rate": share(rate),
            "95 % interval": interval_of(rate, interval),
            "games": f"{result.played:,}",
            _SEATS: seats_of(pooled.by_seat),
            "nobody": f"{pooled.no_winner:,}",
            "a decision": time_of(pooled),
        }
        for name, texts in columns.items():
            texts.append(told.get(name, ""))
        bars.append((rate, interval))
    return fitted(columns, bars, width, fancy=fancy)


def agents(result: DiceResult, width: int, *, fancy: bool) -> Table:
    """One row an agent, best first; in a tournament by rating."""
    from hazard.arena.dice.result import rated

    lane = result.lanes[0]
    rows = lane.ranking
    ratings = {row.name: row for row in rated(result)} if result.kind == "tournament" else {}
    rows.sort(key=lambda row: -(ratings[row.agent].points if row.agent in ratings else 0.0))
    columns: dict[str, list[str]] = {
        "agent": [row.agent for row in rows],
        "win rate": [rate_of(row.win_rate) for row in rows],
        "95 % interval": [interval_of(row.win_rate, row.interval) for row in rows],
        **({"rating, 95 %": [rating_of(ratings.get(row.agent)) for row in rows]} if ratings else {}),
        "games": [f"{row.games:,}" for row in rows],
        **({_SEATS: [seats_of(row.by_seat) for row in rows]} if result.deal.rotate else {}),
        "pips a die": [luck_of(row) for row in rows],
        "a decision": [time_of(row) for row in rows],
    }
    bars = [(row.win_rate, row.interval) for row in rows]
    return fitted(columns, bars, width, fancy=fancy)


def fitted(
    columns: dict[str, list[str]],
    bars: Sequence[tuple[float | None, Interval]],
    width: int,
    *,
    fancy: bool,
) -> Table:
    """As many columns as fit; the picture where there is still room."""
    kept = fitting(columns, width)
    all_fit = len(kept) == len(columns)
    return table_of(kept, _LEFT, bars_of(bars, kept, width, fancy=fancy) if all_fit else None)


def seats_of(seats: Sequence[Seat]) -> str:
    """The win rate from each seat, in percent: ` 34.0  20.0   8.0   4.0`."""
    rates = (seat.win_rate for seat in seats)
    return " ".join("    –" if rate is None else f"{100 * rate:5.1f}" for rate in rates)


def lines_below(result: DiceResult) -> list[str]:
    """What stands below the table: how long games were, what the dice did, why there are no ratings."""
    unwon, battles, turns = (
        sum(getattr(lane, name) for lane in result.lanes) for name in ("unwon", "battles", "turns")
    )
    games = "one game" if result.played == 1 else f"{result.played:,} games"
    lasted = f"{per_game(battles, result.played)} battles and {per_game(turns, result.played)} turns"
    lines = [f"{games} of {lasted} (means); {f'{unwon:,}' if unwon else 'none'} without winner"]
    for place in range(1 if result.kind == "against" else len(result.names)):
        if result.kind != "tournament":
            lines += dice_line(result.pooled(place))
    return lines + rating_lines(result)


def remarks_on(result: DiceResult) -> list[str]:
    """What went wrong."""
    lines: list[str] = []
    for place, name in enumerate(result.names):
        row = result.pooled(place)
        if row.faults:
            counts = ", ".join(
                f"{count:,} {status}"
                for status, count in row.statuses.items()
                if status not in ("won", "lost", "unfinished")
            )
            lines.append(f"{name}: did nothing but end its turns from some point on: {counts}")
            lines += fault_lines(row.faults)
    return lines


def dice_line(row: Standing) -> list[str]:
    """What an agent's dice did, against what dice do."""
    deeds = row.deeds
    if not deeds.dice:
        return []
    thrown = f"{row.agent} threw {deeds.dice:,} dice: {deeds.pips / deeds.dice:.3f} pips each (3.5 expected)"
    won = f"of {deeds.attacks:,} attacks it won {deeds.won:,} ({deeds.expected:,.1f} expected)"
    return [f"{thrown}; {won}"]


def rating_lines(result: DiceResult) -> list[str]:
    """Why a tournament has no ratings."""
    from hazard.core.errors import BadInput

    if result.kind != "tournament":
        return []
    try:
        _ = result.ratings
    except BadInput as error:
        return [f"no ratings: {error}"]
    return []


def rate_of(rate: float | None) -> str:
    """`43.21 %`, or nothing before the first game."""
    return "" if rate is None else share(rate)


def interval_of(rate: float | None, interval: Interval) -> str:
    """`[40.10, 46.30]`, in percent."""
    return "" if rate is None else f"[{100 * interval[0]:.2f}, {100 * interval[1]:.2f}]"


def rating_of(rating: Rating | None) -> str:
    """`+120 [+98, +142]`"""
    return "" if rating is None else f"{rating.points:+.0f} [{rating.low:+.0f}, {rating.high:+.0f}]"


def luck_of(row: Standing) -> str:
    """Pips a die, to three digits."""
    return "" if row.luck is None else f"{3.5 + row.luck:.3f}"


def time_of(row: Standing) -> str:
    """Mean time a decision: `0.24 µs`, `1.7 ms`."""
    if row.milliseconds is None:
        return ""
    ms = row.milliseconds
    return f"{1000 * ms:.2g} µs" if ms < 0.1 else f"{ms:.2g} ms" if ms < 1000 else f"{ms / 1000:.2g} s"


def per_game(count: int, games: int) -> str:
    """A mean over games."""
    return f"{count / games:.0f}" if games else "–"
