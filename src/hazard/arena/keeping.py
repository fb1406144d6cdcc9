"""What a match keeps while it is played, so that it can go on after Ctrl-C or a kill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import mkdtemp

from hazard.arena.deal import Deal
from hazard.arena.identity import identity
from hazard.arena.spool import Spool, check_target
from hazard.arena.standing import Played
from hazard.arena.store import MatchKey, SavedBlock, Store
from hazard.core.registry import ResolvedAgent


class Keeper:
    """Blocks go to the store (where there is one), their records to a spool (where they are asked for)."""

    def __init__(
        self,
        agents: Sequence[ResolvedAgent],
        deal: Deal,
        *,
        until: str | None = None,
        store: Store | None = None,
        resume: bool = False,
        command: str = "",
        records: Path | None = None,
    ) -> None:
        if records is not None:
            check_target(records)
        self.store = store
        self.identities = [str(identity(agent)) for agent in agents] if store is not None else []
        self.match = 0
        if store is not None:
            key = MatchKey(
                level=str(deal.level),
                rule=deal.level.rule,
                first=deal.first,
                boards=deal.source,
                games=deal.games,
                agents=tuple(self.identities),
                until=until,
            )
            self.match = store.begin(key, command=command, resume=resume)
        self.spool = None if records is None else Spool(self.folder(), records)
        if self.spool is not None and not any(self.blocks(agent) for agent in range(len(agents))):
            self.spool.empty()  # of a match of the same number in a store that was thrown away
        self.unsaved: list[tuple[int, Played]] = []

    def folder(self) -> Path:
        """Where the records of this match are while it is played."""
        if self.store is None:
            return Path(mkdtemp(prefix="hazard-records-"))
        return self.store.path.parent / f"match-{self.match}"

    def blocks(self, agent: int) -> dict[int, SavedBlock]:
        """What the store has of an agent's games in this match."""
        return {} if self.store is None else self.store.blocks(self.match, self.identities[agent])

    def kept(self, agent: int) -> dict[int, Played]:
        """The blocks of an agent that need not be played again."""
        return {
            start: Played(start, saved.statuses, saved.seconds, saved.faults)
            for start, saved in self.blocks(agent).items()
            if self.spool is None or self.spool.has(agent, start)
        }

    def save(self, agent: int, played: Played, records: bytes | None) -> None:
        """Keep a block that was played. From now on it survives the end of this process, however it ends."""
        if self.spool is not None and records is not None:
            self.spool.save(agent, played.start, records)
        if self.store is not None:
            self.store.save_block(
                self.match,
                self.identities[agent],
                played.start,
                played.status,
                played.seconds,
                played.faults,
            )

    def put_off(self, agent: int, played: Played) -> None:
        """Keep a block whose worker died, at the end: what killed the worker may have meant the match."""
        self.unsaved.append((agent, played))

    def finish(self, summary: Mapping[str, object]) -> None:
        """Close the match: it cannot be resumed any more."""
        for agent, played in self.unsaved:
            self.save(agent, played, None)
        if self.store is not None:
            self.store.finish(self.match, summary)

    def write_records(self, blocks: Sequence[tuple[int, int]], *, over: bool) -> None:
        """Write the file of records of these blocks; what is still needed to go on stays if not `over`."""
        if self.spool is not None:
            self.spool.join(blocks)
            if over:
                self.spool.remove()
        self.abandon()

    def abandon(self) -> None:
        """Leave nothing behind that cannot be resumed."""
        if self.spool is not None and self.store is None:
            self.spool.remove()
