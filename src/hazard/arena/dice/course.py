"""An AI of the course measured: does it run, how does it fare against every reference, and how do they?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hazard.arena.dice.course_check import CourseCheck, check_course
from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.dice.match import Playing, match_dice
from hazard.arena.dice.result import DiceResult
from hazard.arena.dice.standing import Standing, in_ms
from hazard.arena.stats import Interval, clustered, mean_difference
from hazard.arena.store import Store
from hazard.core.registry import resolve
from hazard.dice.rules import Rules

MAPS = 20
RULES = Rules(strict=False)  # as the platform has them
REFERENCES = (
    "kb.stei_adt",
    "kb.stei_at",
    "kb.sdc_pre_at",
    "kb.stei_dt",
    "dt.stei",
    "dt.ste",
    "kb.sdc_post_dt",
    "dt.sdc",
    "kb.sdc_post_at",
    "dt.wpm_s",
    "dt.wpm_d",
    "dt.wpm_c",
    "dt.rand",
)
Progress = Callable[[DiceResult], None]


@dataclass(frozen=True)
class Yardstick:
    """How a reference fares against the same opponents, on the same maps."""

    agent: str
    rates: tuple[float, ...]
    """One an opponent; against copies of itself, what chance gives."""
    mean: float
    interval: Interval
    ahead: float
    """The AI's mean less this one."""
    ahead_interval: Interval

    def to_json(self) -> dict[str, Any]:
        """agent, win_rate, low, high, ahead, ahead_low, ahead_high, rates."""
        return {
            "agent": self.agent,
            "win_rate": self.mean,
            "low": self.interval.low,
            "high": self.interval.high,
            "ahead": self.ahead,
            "ahead_low": self.ahead_interval.low,
            "ahead_high": self.ahead_interval.high,
            "rates": list(self.rates),
        }


@dataclass(frozen=True)
class CourseReport:
    """All that `hazard course` tells."""

    check: CourseCheck
    result: DiceResult | None = None
    """None where it came through no game of the check."""
    yardsticks: tuple[Yardstick, ...] = ()
    """Best first; none of a match that was interrupted."""

    @property
    def pooled(self) -> Standing | None:
        """The AI over all opponents."""
        return None if self.result is None else self.result.pooled(0)

    @property
    def rank(self) -> int | None:
        """Its place among the references, 1 for the best; None without them."""
        if not self.yardsticks:
            return None
        return 1 + sum(one.ahead < 0 for one in self.yardsticks)

    @property
    def time(self) -> dict[str, Any] | None:
        """Milliseconds a decision: decisions, median_ms, p99_ms, worst_ms, overruns."""
        if self.pooled is None or not self.pooled.deeds.times:
            return None
        deeds = self.pooled.deeds
        return {
            "decisions": sum(deeds.times.values()),
            "median_ms": in_ms(deeds.quantile(0.5)),
            "p99_ms": in_ms(deeds.quantile(0.99)),
            "worst_ms": 1000 * deeds.slowest,
            "overruns": deeds.overruns,
        }

    def to_json(self) -> dict[str, Any]:
        """agent, check, match (as `hazard match dice`), time, references, rank."""
        return {
            "agent": self.check.agent,
            "check": self.check.to_json(),
            "match": None if self.result is None else self.result.to_json(),
            "time": self.time,
            "references": [one.to_json() for one in self.yardsticks],
            "rank": self.rank,
        }


def course(
    agent: str,
    against: Sequence[str] = REFERENCES,
    *,
    maps: int = MAPS,
    seed: int = 1,
    workers: int = 1,
    progress: Progress | None = None,
    store: Store | None = None,
    resume: bool = False,
) -> CourseReport:
    """Check `course:PATH`, let it play the references, and these each other on the same maps."""
    check = check_course(agent)
    if not check.playable:
        return CourseReport(check)
    play = against_references(agent, against, maps, seed)
    result = play.run(workers=workers, progress=progress, store=store, resume=resume)
    return compared(check, result, workers)


def against_references(agent: str, against: Sequence[str], maps: int, seed: int) -> Playing:
    """The match of an AI that has passed the check."""
    return match_dice(agent, against, Deal(RULES, seed, maps, rotate=True))


def compared(check: CourseCheck, result: DiceResult, workers: int) -> CourseReport:
    """The report; the references are measured now, unless the match was interrupted."""
    if result.interrupted:
        return CourseReport(check, result)
    return CourseReport(check, result, yardsticks(result, workers))


def yardsticks(result: DiceResult, workers: int) -> tuple[Yardstick, ...]:
    """Every opponent of the match in the AI's place: against the same opponents, on the same maps."""
    agents = [resolve(name, "dice") for name in result.names[1:]]
    numbers, copies = range(len(agents)), result.deal.rules.players - 1
    lanes = [
        Lane(f"{agents[one].name} against {agents[other].name}", ((one, *[other] * copies),))
        for one in numbers
        for other in numbers
    ]
    found = Playing("table", agents, lanes, result.deal, time_limit=60.0).run(workers=workers)
    mine = by_map(result, [(lane, 0) for lane in range(len(result.lanes))])
    sticks: list[Yardstick] = []
    for one in numbers:
        own = [(len(agents) * one + other, one) for other in numbers]
        theirs = by_map(found, own)
        rates = tuple(found.lanes[lane].standings[one].win_rate or 0.0 for lane, _ in own)
        ahead = mean_difference([a - b for a, b in zip(mine, theirs, strict=True)])
        trials = [float(len(rates))] * len(theirs)
        interval = clustered([len(rates) * rate for rate in theirs], trials)
        sticks.append(Yardstick(agents[one].name, rates, sum(rates) / len(rates), interval, *ahead))
    return tuple(sorted(sticks, key=lambda stick: -stick.mean))


def by_map(result: DiceResult, rows: Sequence[tuple[int, int]]) -> list[float]:
    """The mean win rate on each map over (lane, place in the list of agents)."""
    tallies = [(result.lanes[lane].tally, place) for lane, place in rows]
    return [
        sum(float(tally.wins_on[place, board] / tally.games_on[place, board]) for tally, place in tallies)
        / len(tallies)
        for board in range(result.deal.maps)
    ]


def named(path: str, clock: str | None = None) -> str:
    """`course:PATH` of what somebody typed, with another clock than the platform's."""
    text = path if path.startswith("course:") else f"course:{path}"
    return text if clock is None else f"{text},clock={clock}"
