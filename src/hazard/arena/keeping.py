"""What a match keeps while it is played, so that it can go on after Ctrl-C or a kill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import Generic, Protocol, TypeVar

from hazard.arena.spool import Spool, check_target
from hazard.arena.store import Key, SavedBlock, Store, StoredStanding
from hazard.core.errors import BadInput


class Block(Protocol):
    """What came of one block of one lane."""

    @property
    def start(self) -> int:
        """Its first game."""
        ...

    @property
    def seconds(self) -> float:
        """That a worker spent on it."""
        ...

    @property
    def faults(self) -> Mapping[int, str]:
        """What went wrong, by number of the game."""
        ...

    def pack(self) -> bytes:
        """The outcomes, for the store."""
        ...


BlockT = TypeVar("BlockT", bound=Block)


class Keeper(Generic[BlockT]):
    """Blocks go to the store (where there is one), their records to a spool (where they are asked for).

    `lanes` are what the store calls those who play; `unpack` makes a block of its first game and what was
    saved.
    """

    def __init__(
        self,
        key: Key,
        lanes: Sequence[str],
        unpack: Callable[[int, SavedBlock], BlockT],
        *,
        store: Store | None = None,
        resume: bool = False,
        command: str = "",
        records: Path | None = None,
    ) -> None:
        if resume and store is None:
            raise BadInput("a match can be resumed from a result store only")
        if records is not None:
            check_target(records)
        self.store, self.lanes, self.unpack = store, lanes, unpack
        self.match = 0 if store is None else store.begin(key, command=command, resume=resume)
        self.spool = None if records is None else Spool(self.folder(), records)
        if self.spool is not None and not any(self.blocks(lane) for lane in range(len(lanes))):
            self.spool.empty()  # of a match of the same number in a store that was thrown away
        self.unsaved: list[tuple[int, BlockT]] = []

    def folder(self) -> Path:
        """Where the records of this match are while it is played."""
        if self.store is None:
            return Path(mkdtemp(prefix="hazard-records-"))
        return self.store.path.parent / f"match-{self.match}"

    def blocks(self, lane: int) -> dict[int, SavedBlock]:
        """What the store has of a lane's games in this match."""
        return {} if self.store is None else self.store.blocks(self.match, self.lanes[lane])

    def kept(self, lane: int) -> dict[int, BlockT]:
        """The blocks of a lane that need not be played again."""
        return {
            start: self.unpack(start, saved)
            for start, saved in self.blocks(lane).items()
            if self.spool is None or self.spool.has(lane, start)
        }

    def save(self, lane: int, block: BlockT, records: bytes | None) -> None:
        """Keep a block that was played. From now on it survives the end of this process, however it ends."""
        if self.spool is not None and records is not None:
            self.spool.save(lane, block.start, records)
        if self.store is not None:
            self.store.save_block(
                self.match, self.lanes[lane], block.start, block.pack(), block.seconds, block.faults
            )

    def put_off(self, lane: int, block: BlockT) -> None:
        """Keep a block whose worker died, at the end: what killed the worker may have meant the match."""
        self.unsaved.append((lane, block))

    def finish(self, standings: Iterable[StoredStanding], summary: Mapping[str, object]) -> None:
        """Close the match: it cannot be resumed any more."""
        for lane, block in self.unsaved:
            self.save(lane, block, None)
        if self.store is not None:
            self.store.finish(self.match, standings, summary)

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
