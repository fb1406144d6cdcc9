"""A match as a picture: the leaderboard with intervals on one scale, its pairs, its faults, its verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from hazard.arena.mines.match import Fault, MatchResult, Pair, Standing, Verdict

_GAP = 2
_FAULTS_SHOWN = 5  # different messages of one agent
_PAIR_HEADER = ("pair a, b", "a less b", "95 % interval", "only a won", "only b won", "McNemar p")


def share(rate: float) -> str:
    """A rate as percent: `50.90 %`."""
    return f"{100 * rate:.2f} %"


def title(result: MatchResult) -> str:
    """One line that says what was measured, so that the numbers mean something."""
    level = result.level
    name = f"{level.name} {level}" if level.name else str(level)
    first = f"({', '.join(map(str, level.default_first))})" if result.first == "default" else result.first
    first = "as the file says" if result.own_first else first
    if result.boards is not None:
        layouts = f"the layouts of {result.boards}"
        layouts += "" if result.games == 1 else f", {result.games:,} of them"
        return f"{name}, rule {level.rule}, first cell {first}, {layouts}"
    layouts = "one layout" if result.games == 1 else f"the same {result.games:,} layouts"
    return f"{name}, rule {level.rule}, first cell {first}, seed {result.seed}, {layouts}"


def rates(result: MatchResult) -> str:
    """The win rates in half a line."""
    return ", ".join(
        f"{row.agent} {share(row.win_rate)}" for row in result.ranking if row.win_rate is not None
    )


def leaderboard(result: MatchResult, width: int, *, fancy: bool = True) -> Table:
    """All agents, best first, in at most `width` columns; `fancy` draws with more than ASCII."""
    from hazard.apps.cli.columns import bars_of, table_of

    rows = result.ranking
    columns = {
        "agent": [row.agent for row in rows],
        "win rate": ["" if row.win_rate is None else share(row.win_rate) for row in rows],
        "95 % interval": [_interval(row) for row in rows],
        "games": [f"{row.games:,}" for row in rows],
        "games/s": [_speed(row) for row in rows],
    }
    bars = bars_of([(row.win_rate, row.interval) for row in rows], columns, width, fancy=fancy)
    return table_of(columns, left={"agent", "95 % interval"}, bars=bars)


def _interval(row: Standing) -> str:
    return f"[{100 * row.interval.low:.2f}, {100 * row.interval.high:.2f}]" if row.games else ""


def _speed(row: Standing) -> str:
    return "" if row.games_per_second is None else readable(row.games_per_second)


def pair_lines(result: MatchResult, width: int, *, fancy: bool = True) -> list[str]:
    """Each pair, the better one first: difference and interval in points, who alone won how often, p.

    A table where `width` columns hold it, else two lines a pair.
    """
    place = {row.agent: number for number, row in enumerate(result.ranking)}
    pairs = [pair if place[pair.a] < place[pair.b] else pair.turned() for pair in result.pairs if pair.games]
    if not pairs:
        return []
    pairs.sort(key=lambda pair: (place[pair.a], place[pair.b]))
    fields = [_pair_fields(pair, "−" if fancy else "-") for pair in pairs]
    wide = [max(map(len, column)) for column in zip(_PAIR_HEADER, *fields, strict=True)]
    if sum(wide) + _GAP * (len(wide) - 1) <= width:
        return ["  ".join(map(_aligned, row, wide, "<><>>>")).rstrip() for row in (_PAIR_HEADER, *fields)]
    lines: list[str] = []
    for pair, (names, difference, interval, a_only, b_only, p) in zip(pairs, fields, strict=True):
        p = p if p.startswith("<") else f"= {p}"
        lines.append(f"{names}: {difference} {interval} points")
        lines.append(f"    only {pair.a} won {a_only}, only {pair.b} won {b_only}, McNemar p {p}")
    return lines


def _pair_fields(pair: Pair, minus: str) -> tuple[str, ...]:
    low, high = (f"{100 * end:.2f}".replace("-0.00", "0.00") for end in pair.interval)
    names = f"{pair.a} {minus} {pair.b}"
    difference = f"{100 * (pair.difference or 0.0):+.2f}"
    return names, difference, f"[{low}, {high}]", f"{pair.a_only:,}", f"{pair.b_only:,}", chance(pair.p)


def _aligned(text: str, width: int, side: str) -> str:
    return f"{text:{side}{width}}"


def chance(p: float) -> str:
    """A p-value: `0.031`, `4e-11`, `< 1e-99`."""
    if p < 1e-99:
        return "< 1e-99"
    return f"{p:.3f}" if p >= 0.001 else f"{p:.0e}".replace("e-0", "e-")


def verdict_line(verdict: Verdict, games: int) -> str:
    """What the sequential test accepted after how many games, or that it was not sure."""
    test, pair = verdict.until, verdict.pair
    weaker, stronger = (
        f"{pair.a} is {bound} {value:g} point{'' if value == 1 else 's'} better than {pair.b}"
        for bound, value in (("at most", test.low), ("at least", test.high))
    )
    after = f"after {pair.games:,} games"
    ratio = f"log likelihood ratio {verdict.ratio:+.2f}"
    if verdict.accepted is None:
        ran_out = f"the {games:,} games ran out" if pair.games == games else after
        return f"not decided, {ran_out}: {weaker}, or {stronger}? ({ratio})"
    accepted = stronger if verdict.accepted == "H1" else weaker
    return f"{verdict.accepted} accepted {after}: {accepted} ({ratio})"


def remarks_on(result: MatchResult) -> list[str]:
    """What a reader has to know beside the table: games that ended by the agent's fault."""
    lines: list[str] = []
    for row in result.ranking:
        odd = {name: count for name, count in row.statuses.items() if name not in ("won", "lost")}
        if odd:
            counts = ", ".join(f"{count:,} {name}" for name, count in odd.items())
            lines.append(f"{row.agent}: not won or lost but {counts}")
            lines += fault_lines(row.faults)
    return lines


def fault_lines(faults: Sequence[Fault]) -> list[str]:
    """What went wrong, a line a message."""
    lines = [f"    {_fault(fault)}" for fault in faults[:_FAULTS_SHOWN]]
    if len(faults) > _FAULTS_SHOWN:
        lines.append("    other messages: --json tells more")
    return lines


def _fault(fault: Fault) -> str:
    more = f" (and {fault.count - 1:,} more)" if fault.count > 1 else ""
    return f"game {fault.game}, {fault.status}: {fault.message}{more}"


def clock(seconds: float) -> str:
    """`0:07`, `12:30`, `3:05:00`."""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    return f"{hours}:{minutes:02d}:{whole % 60:02d}" if hours else f"{minutes}:{whole % 60:02d}"


def readable(number: float) -> str:
    """Three digits of a positive number, or all before the point: `0.35`, `12.0`, `7,412`."""
    digits = 0 if number >= 100 else 1 if number >= 10 else 2
    return f"{number:,.{digits}f}"
