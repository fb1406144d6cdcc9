"""Matches of Dicewars: one agent against copies of others, a fixed table, a tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random

from hazard.arena.dice.block import Tables, TablesTask
from hazard.arena.dice.deal import Deal, Lane, Table
from hazard.arena.dice.result import DiceResult, Kind, LaneResult
from hazard.arena.dice.standing import Tally
from hazard.arena.entrants import check_workers, entrants, refuse_broken
from hazard.arena.identity import identities
from hazard.arena.keeping import Keeper
from hazard.arena.series import Series
from hazard.arena.store import Key, Store, StoredStanding
from hazard.core.errors import BadInput
from hazard.core.hosted import check_time_limit
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent, resolve
from hazard.dice.answers import bare
from hazard.dice.rules import Rules

MOST_TABLES = 5000  # of a tournament; where there are more, so many are drawn
Progress = Callable[[DiceResult], None]


class DiceKey(Key, frozen=True, kw_only=True):
    """What decides which Dicewars games are played."""

    game: str = "dice"
    rules: Rules
    boards: str  # "seed 1", or "file sha256:…" of a file of positions
    maps: int
    rotate: bool
    agents: tuple[str, ...]  # see arena.identity.identities
    lanes: dict[str, tuple[Table, ...]]  # who sits at the tables of each, by place in `agents`


def match_dice(agent: str, against: Sequence[str], deal: Deal, time_limit: float = TIME_LIMIT) -> Playing:
    """An agent sits with copies of each opponent in turn, all on the same maps; `.run()` plays.

    With `deal.rotate` it has every seat once on each map, else always the first.
    """
    if not against:
        raise BadInput("a match needs at least one opponent: --against B")
    agents = [resolve(agent, "dice"), *entrants(against, "dice")]
    copies = deal.rules.players - 1
    lanes = [
        Lane(f"{agents[0].name} against {agents[place].name}", ((0, *[place] * copies),))
        for place in range(1, len(agents))
    ]
    return Playing("against", agents, lanes, deal, time_limit)


def table_dice(players: Sequence[str], deal: Deal, time_limit: float = TIME_LIMIT) -> Playing:
    """These agents play at one table, in this order of turns; an agent may sit there several times.

    With `deal.rotate` everybody moves on by a seat until each map was played from every seat.
    """
    if len(players) != deal.rules.players:
        raise BadInput(f"{len(players)} agents are named for a table of {deal.rules.players}")
    resolved = [resolve(name, "dice") for name in players]
    agents = list({agent.name: agent for agent in resolved}.values())
    table = tuple(agents.index(agent) for agent in resolved)
    return Playing("table", agents, [Lane("one table", (table,))], deal, time_limit)


def tournament_dice(agents: Sequence[str], deal: Deal, time_limit: float = TIME_LIMIT) -> Playing:
    """All agents play against all: every set of as many as there are seats takes its turn on the maps.

    With fewer agents than seats, agents sit there several times. The order of the sets is a function of the
    seed, so a tournament of few maps meets a fair sample of them.
    """
    if len(agents) < 2:
        raise BadInput("a tournament needs at least two agents")
    resolved = entrants(agents, "dice")
    tables = all_tables(len(resolved), deal.rules.players, deal.seed)
    return Playing("tournament", resolved, [Lane("all against all", tables)], deal, time_limit)


def all_tables(agents: int, players: int, seed: int) -> tuple[Table, ...]:
    """Every set of agents that can sit together, in a random order, each in a random order of turns.

    With fewer agents than seats: every mixture in which all sit, or at least two where there are many.
    """
    draws = Random(f"hazard/{seed}/tables")
    if agents >= players:
        sets = list(combinations(range(agents), players))
    else:
        mixtures = combinations_with_replacement(range(agents), players)
        sets = [table for table in mixtures if len(set(table)) > 1]
    chosen = draws.sample(sets, min(len(sets), MOST_TABLES))
    return tuple(tuple(draws.sample(table, players)) for table in chosen)


class Playing:
    """A match that can be played, under way, or over."""

    def __init__(
        self,
        kind: Kind,
        agents: Sequence[ResolvedAgent],
        lanes: Sequence[Lane],
        deal: Deal,
        time_limit: float,
    ) -> None:
        check_time_limit(time_limit)
        refuse_broken(agents, bare)
        self.kind: Kind = kind
        self.agents, self.deal, self.time_limit = tuple(agents), deal, time_limit
        self.tallies = [Tally(deal, lane, [agent.name for agent in agents]) for lane in lanes]
        self.lanes, self.starts = len(lanes), deal.block_starts
        self.kept = 0

    def run(
        self,
        *,
        workers: int = 1,
        progress: Progress | None = None,
        records: Path | str | None = None,
        store: Store | None = None,
        resume: bool = False,
        command: str = "",
    ) -> DiceResult:
        """Play what has not been played.

        What is played goes to `store`, if given; `resume` goes on with the last unfinished match of the same
        games and agents there. The outcome depends on none of workers, time and interruptions. `progress` is
        called after each block. `records` gets a JSON line a game. Ctrl-C ends the match early: the result
        then holds what was played, `interrupted`.
        """
        check_workers(workers)
        key = self.key()
        keeper = Keeper[Tables](
            key,
            list(key.lanes),
            Tables.unpack,
            store=store,
            resume=resume,
            command=command,
            records=None if records is None else Path(records),
        )
        series = Series[Tables](self, keeper)
        self.kept = sum(tally.games for tally in self.tallies)
        over = series.run(workers, None if progress is None else lambda: progress(self.result()))
        result = self.result(interrupted=not over)
        series.write_records(self.deal.games, over=over)
        if over:
            keeper.finish(self.stored(result, key), result.to_json())
        return result

    def key(self) -> DiceKey:
        """What decides which games these are."""
        names = tuple(identities(self.agents))
        return DiceKey(
            games=self.deal.games * self.lanes,
            rules=self.deal.rules,
            boards=self.deal.source,
            maps=self.deal.maps,
            rotate=self.deal.rotate,
            agents=names,
            lanes={
                f"{number}: {tally.lane.name}": tally.lane.tables for number, tally in enumerate(self.tallies)
            },
        )

    def stored(self, result: DiceResult, key: DiceKey) -> list[StoredStanding]:
        """What the store keeps of each agent, all lanes together."""
        rows: list[StoredStanding] = []
        for place, name in enumerate(key.agents):
            row = result.pooled(place)
            rows.append(
                StoredStanding(name, row.games, row.wins, *row.interval, row.deeds.seconds, row.statuses)
            )
        return rows

    def has(self, lane: int, start: int) -> bool:
        """Whether a block has been entered."""
        return start in self.tallies[lane].blocks

    def task(self, lane: int, start: int, *, record: bool) -> TablesTask:
        """What plays a block."""
        return TablesTask(self.agents, self.deal, self.tallies[lane].lane, start, record, self.time_limit)

    def enter(self, lane: int, block: Tables) -> None:
        """Count a block."""
        self.tallies[lane].add(block)

    @property
    def decided(self) -> bool:
        """Dicewars matches are played to their end."""
        return False

    def result(self, *, interrupted: bool = False) -> DiceResult:
        """All numbers so far."""
        return DiceResult(
            kind=self.kind,
            deal=self.deal,
            names=tuple(agent.name for agent in self.agents),
            lanes=tuple(LaneResult.of(tally) for tally in self.tallies),
            interrupted=interrupted,
            kept=self.kept,
        )
