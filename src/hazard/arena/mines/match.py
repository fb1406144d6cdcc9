"""A match: agents play the same layouts, and each gets a win rate with its interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from hazard.arena.entrants import check_workers, entrants, refuse_broken
from hazard.arena.faults import Fault
from hazard.arena.identity import identities
from hazard.arena.keeping import Keeper
from hazard.arena.mines.deal import Deal, Part, deal_file, deal_seed
from hazard.arena.mines.foreign import read_foreign
from hazard.arena.mines.pairs import Pair, pairs_of
from hazard.arena.mines.result import MatchResult
from hazard.arena.mines.results import MatchKey
from hazard.arena.mines.standing import Played, Standing, Tally, stored
from hazard.arena.mines.until import Until, Verdict, Watch
from hazard.arena.series import Series
from hazard.arena.store import Store
from hazard.core.errors import BadInput
from hazard.core.hosted import check_time_limit
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.status import Status
from hazard.mines.answers import bare
from hazard.mines.level import Level, Rule
from hazard.mines.nets.agent import refuse_level

__all__ = ["Fault", "MatchResult", "Pair", "Standing", "Verdict", "match_mines"]

EXPERT = Level.parse("expert")


def match_mines(
    agents: Sequence[str],
    level: Level | None = None,
    first: str = "default",
    games: int | None = None,
    seed: int = 1,
    workers: int = 1,
    progress: Callable[[MatchResult], None] | None = None,
    *,
    boards: Path | str | None = None,
    rule: Rule = "any",
    until: str | None = None,
    paired_with: Path | str | None = None,
    records: Path | str | None = None,
    time_limit: float = TIME_LIMIT,
    store: Store | None = None,
    resume: bool = False,
    command: str = "",
) -> MatchResult:
    """Let all agents play the same layouts, in blocks of 256 that take turns between the agents.

    The layouts are `games` (2,000) of `level` (expert) that `seed` names; or those of the file `boards`, of
    which `level` or else `rule` says what agents are told about the first cell. `until` "lo,hi" (points)
    ends a match of two as soon as a sequential test is sure. `paired_with` is a file of a foreign program's
    outcomes on the same layouts. `records` gets a JSON line a game. An agent that takes more than
    `time_limit` seconds for a decision loses the game. What is played goes to `store`, if given; `resume`
    goes on with the last unfinished match of the same games and agents there.

    The outcome depends on none of workers, time and interruptions. `progress` is called with the standings
    after each block. Ctrl-C ends the match early: the result then holds what was played, `interrupted`.
    """
    check_workers(workers)
    check_time_limit(time_limit)
    if not agents:
        raise BadInput("a match needs at least one agent")
    resolved = entrants(agents, "mines")
    refuse_broken(resolved, bare)
    if boards is None:
        deal = deal_seed(level or EXPERT, first, seed, games)
    else:
        deal = deal_file(boards, level, rule, first, seed, games)
    parsed = None if until is None else Until.parse(until)
    rows = _tallies(resolved, deal, paired_with)
    if parsed is not None and len(rows) != 2:
        raise BadInput(f"--until compares two, not {len(rows)}: name two agents, or one and --paired-with")
    for agent in resolved:
        refuse_level(agent, deal.level)
    lanes = identities(resolved)
    key = MatchKey(
        level=str(deal.level),
        rule=deal.level.rule,
        first=deal.first,
        boards=deal.source,
        games=deal.games,
        agents=tuple(lanes),
        until=None if parsed is None else str(parsed),
    )
    keeper = Keeper(
        key,
        lanes,
        Played.unpack,
        store=store,
        resume=resume,
        command=command,
        records=None if records is None else Path(records),
    )
    return _Match(resolved, deal, rows, parsed, keeper, time_limit).run(workers, progress)


def _tallies(agents: Sequence[ResolvedAgent], deal: Deal, paired_with: Path | str | None) -> list[Tally]:
    """One for each agent, then one for the foreign program, whose games are all there."""
    tallies = [Tally(agent.name, deal.games) for agent in agents]
    if paired_with is not None:
        status = read_foreign(paired_with, deal.games, layouts=deal.available)
        tallies.append(Tally(str(paired_with), deal.games, foreign=True))
        for start in deal.starts:
            count = deal.part(start).count
            tallies[-1].add(Played(start, status[start : start + count], 0.0))
    return tallies


@dataclass(frozen=True, slots=True)
class _Block:
    """A task: one agent plays one part of the games."""

    agent: ResolvedAgent
    part: Part
    record: bool
    time_limit: float

    def play(self) -> tuple[Played, bytes | None]:
        """The outcome of the block, and its records as JSON lines where they are asked for."""
        start = self.part.start
        outcomes = self.part.play(self.agent, record=self.record, time_limit=self.time_limit)
        faults = {start + game: text for game, text in enumerate(outcomes.messages) if text}
        played = Played(start, outcomes.status, float(outcomes.seconds.sum()), faults)
        if outcomes.records is None:
            return played, None
        return played, b"".join(msgspec.json.encode(record) + b"\n" for record in outcomes.records)

    def lost(self, fault: str) -> Played:
        """Errors of the agent in all games."""
        start, count = self.part.start, self.part.count
        faults = dict.fromkeys(range(start, start + count), fault)
        return Played(start, np.full(count, Status.ERROR, np.uint8), 0.0, faults)


class _Match:
    """A match under way: `rows` are the tallies of the agents, and then of the foreign program, if any."""

    def __init__(
        self,
        agents: Sequence[ResolvedAgent],
        deal: Deal,
        rows: Sequence[Tally],
        until: Until | None,
        keeper: Keeper[Played],
        time_limit: float,
    ) -> None:
        self.agents, self.deal, self.rows, self.keeper = agents, deal, rows, keeper
        self.time_limit = time_limit
        self.lanes, self.starts = len(agents), deal.starts
        self.watch: Watch | None = None
        self.verdict: Verdict | None = None
        self.series = Series[Played](self, keeper)
        self.kept = sum(int(row.counts.sum()) for row in rows if not row.foreign)
        self.watch = None if until is None else Watch(until, rows[0], rows[1], deal.starts)
        self.verdict = None if self.watch is None else self.watch.look()

    def run(self, workers: int, progress: Callable[[MatchResult], None] | None) -> MatchResult:
        """Play what has not been played, and close the match unless it is interrupted."""
        over = self.series.run(workers, None if progress is None else lambda: progress(self.result()))
        result = self.result(interrupted=not over, final=True)
        self.series.write_records(self.limit, over=over)
        if over:
            lanes = zip(self.keeper.lanes, self.rows, strict=False)
            self.keeper.finish((stored(lane, row) for lane, row in lanes), result.to_json())
        return result

    def has(self, lane: int, start: int) -> bool:
        """Whether a block has been entered."""
        return start in self.rows[lane].blocks

    def task(self, lane: int, start: int, *, record: bool) -> _Block:
        """What plays a block."""
        return _Block(self.agents[lane], self.deal.part(start), record, self.time_limit)

    def enter(self, lane: int, block: Played) -> None:
        """Count a block."""
        self.rows[lane].add(block)
        if self.watch is not None:
            self.verdict = self.watch.look()

    @property
    def decided(self) -> bool:
        """Whether the sequential test is sure."""
        return self.verdict is not None and self.verdict.accepted is not None

    @property
    def limit(self) -> int:
        """Games beyond do not count: which of them were played before the verdict is a matter of luck."""
        return self.verdict.pair.games if self.verdict is not None and self.decided else self.deal.games

    def result(self, *, interrupted: bool = False, final: bool = False) -> MatchResult:
        """All numbers; those of pairs only at the end."""
        rows = [row.until(self.limit) for row in self.rows] if final else self.rows
        return MatchResult(
            level=self.deal.level,
            first=self.deal.first,
            seed=self.deal.seed,
            games=self.deal.games,
            standings=tuple(row.standing() for row in rows),
            statuses={row.agent: row.status for row in rows},
            interrupted=interrupted,
            pairs=pairs_of(rows) if final else (),
            verdict=self.verdict,
            boards=None if self.deal.boards is None else str(self.deal.boards),
            own_first=self.deal.own_first,
            kept=self.kept,
        )
