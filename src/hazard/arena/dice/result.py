"""What a match of Dicewars tells, finished or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from hazard.arena.dice.block import Deeds
from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.dice.standing import Seat, Standing, Tally
from hazard.arena.faults import Fault
from hazard.arena.ratings import Rating, Results, bradley_terry
from hazard.arena.stats import Interval, clustered
from hazard.core.errors import BadInput

Kind = Literal["against", "table", "tournament"]


@dataclass(frozen=True)
class LaneResult:
    """The tables of one lane."""

    lane: Lane
    standings: dict[int, Standing]
    """By place in the list of agents."""
    games: int
    unwon: int
    """Games that nobody won."""
    battles: int
    turns: int
    seconds: float
    """That workers spent on them."""
    tally: Tally

    @classmethod
    def of(cls, tally: Tally) -> LaneResult:
        """As it stands."""
        standings = {place: tally.standing(place) for place in tally.lane.places}
        return cls(
            tally.lane,
            standings,
            tally.games,
            tally.unwon,
            tally.battles,
            tally.turns,
            tally.seconds,
            tally,
        )

    @property
    def ranking(self) -> list[Standing]:
        """Best win rate first; equals stay in the order they were named."""
        return sorted(self.standings.values(), key=lambda row: -(row.win_rate or 0.0))

    def results_on(self, board: int, names: Sequence[str]) -> Results:
        """Who sat together on a map, and who won how often; without games there, nothing."""
        table = self.lane.tables[board % len(self.lane.tables)]
        won: Counter[str] = Counter()
        for place, wins in self.tally.wins_on_map(board).items():
            won[names[place]] += wins
        played = {name: count for name, count in won.items() if count}
        return {tuple(sorted(names[place] for place in table)): played} if played else {}

    def to_json(self, seats: int, maps: int) -> dict[str, Any]:
        """seats, maps, games, agents, no_winner, battles and turns a game."""
        return {
            "seats": seats,
            "maps": maps,
            "games": self.games,
            "agents": [row.to_json() for row in self.standings.values()],
            "no_winner": self.unwon,
            "battles_per_game": self.battles / self.games if self.games else None,
            "turns_per_game": self.turns / self.games if self.games else None,
        }


@dataclass(frozen=True)
class DiceResult:
    """A match, finished or not."""

    kind: Kind
    deal: Deal
    names: tuple[str, ...]
    lanes: tuple[LaneResult, ...]
    interrupted: bool = False
    kept: int = 0
    """How many of the games were played before, in the part that was interrupted."""

    @property
    def played(self) -> int:
        """Games played in all lanes."""
        return sum(lane.games for lane in self.lanes)

    @property
    def whole(self) -> int:
        """Games that were asked for."""
        return self.deal.games * len(self.lanes)

    def seconds_left(self, workers: int) -> float | None:
        """An estimate by each lane's own pace; None while one has not begun."""
        if not all(lane.games for lane in self.lanes):
            return None
        left = sum((self.deal.games - lane.games) * lane.seconds / lane.games for lane in self.lanes)
        return left / workers

    def pooled(self, place: int) -> Standing:
        """One agent over all lanes that it plays in; maps that lanes share are one cluster."""
        rows = [lane.standings[place] for lane in self.lanes if place in lane.standings]
        deeds = Deeds()
        statuses: Counter[str] = Counter()
        for row in rows:
            deeds.add(row.deeds)
            statuses.update(row.statuses)
        seats = [
            Seat(sum(seat.games for seat in column), sum(seat.wins for seat in column))
            for column in zip(*(row.by_seat for row in rows), strict=True)
        ]
        return Standing(
            agent=self.names[place],
            by_seat=tuple(seats),
            by_map=self._by_map(place),
            no_winner=sum(row.no_winner for row in rows),
            statuses=dict(statuses),
            deeds=deeds,
            faults=tuple(fault for row in rows for fault in row.faults),
        )

    def _by_map(self, place: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Wins and games of an agent on each map that it played on, all lanes together."""
        tallies = [lane.tally for lane in self.lanes if place in lane.standings]
        wins = [float(sum(tally.wins_on[place, m] for tally in tallies)) for m in range(self.deal.maps)]
        games = [float(sum(tally.games_on[place, m] for tally in tallies)) for m in range(self.deal.maps)]
        played = [(won, of) for won, of in zip(wins, games, strict=True) if of]
        return tuple(won for won, _ in played), tuple(of for _, of in played)

    @property
    def mean(self) -> tuple[float, Interval] | None:
        """The first agent's mean win rate over its opponents, and its interval by map; None before it began.

        Every opponent has the same weight, as each is met on the same maps as often.
        """
        rates = [lane.standings[0].win_rate for lane in self.lanes if lane.games]
        if not rates or self.kind != "against":
            return None
        return sum(rate or 0.0 for rate in rates) / len(rates), clustered(*self._by_map(0))

    @property
    def ratings(self) -> list[Rating]:
        """Of a tournament: the Bradley-Terry fit, maps as clusters; raises BadInput where there is none."""
        clusters = [
            found
            for board in range(self.deal.maps)
            for lane in self.lanes
            if (found := lane.results_on(board, self.names))
        ]
        return bradley_terry(joined(clusters), clusters=clusters)

    @property
    def faults(self) -> list[Fault]:
        """What went wrong at the tables, in the order of the lanes."""
        return [fault for lane in self.lanes for row in lane.standings.values() for fault in row.faults]

    def to_json(self) -> dict[str, Any]:
        """seats, maps, games, seed, rotate, agents; an object for each of the opponents, and their mean.

        A tournament has `ratings` instead of opponents.
        """
        seats, maps = self.deal.rules.players, self.deal.maps
        told: dict[str, Any] = {
            "seats": seats,
            "maps": maps,
            "games": self.played,
            "seed": self.deal.seed,
            "rotate": self.deal.rotate,
            "agents": [self.pooled(place).to_json() for place in range(len(self.names))],
        }
        if self.kind == "against":
            told["opponents"] = [
                {"opponent": self.names[number], **lane.to_json(seats, maps)}
                for number, lane in enumerate(self.lanes, start=1)
            ]
            if self.mean is not None:
                rate, (low, high) = self.mean
                told["mean"] = {"win_rate": rate, "low": low, "high": high}
        else:
            told |= self.lanes[0].to_json(seats, maps)
        if self.kind == "tournament":
            told["ratings"] = [rating._asdict() for rating in rated(self)]
        if self.faults:
            told["faults"] = [fault.to_json() for fault in self.faults]
        return told


def rated(result: DiceResult) -> list[Rating]:
    """The ratings, or none where the results allow none."""
    try:
        return result.ratings
    except BadInput:
        return []


def joined(clusters: Sequence[Results]) -> dict[tuple[str, ...], dict[str, int]]:
    """All results together."""
    together: dict[tuple[str, ...], Counter[str]] = {}
    for results in clusters:
        for table, won in results.items():
            together.setdefault(table, Counter()).update(won)
    return {table: dict(won) for table, won in together.items()}
