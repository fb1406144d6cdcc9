"""A series of games: lanes of blocks, played by an executor, kept as they come, gone on with after a stop."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from typing import Generic, Protocol, TypeVar, cast

from hazard.arena.keeping import Block, Keeper
from hazard.core.executors import Done, executor

BlockT = TypeVar("BlockT", bound=Block)
BlockT_co = TypeVar("BlockT_co", bound=Block, covariant=True)


class Task(Protocol[BlockT_co]):
    """One lane's games of one block; it pickles, and what it gives depends on nothing else."""

    def play(self) -> tuple[BlockT_co, bytes | None]:
        """The outcome, and the records as JSON lines where they are asked for."""
        ...

    def lost(self, fault: str) -> BlockT_co:
        """What the block counts as when its worker could not play it."""
        ...


class Plan(Protocol[BlockT]):
    """What is to be played, and what has been."""

    @property
    def lanes(self) -> int:
        """How many take part: agents, or tables of agents."""
        ...

    @property
    def starts(self) -> Sequence[int]:
        """The first game of each block, the same for all lanes."""
        ...

    def has(self, lane: int, start: int) -> bool:
        """Whether a block has been entered."""
        ...

    def task(self, lane: int, start: int, *, record: bool) -> Task[BlockT]:
        """What plays a block."""
        ...

    def enter(self, lane: int, block: BlockT) -> None:
        """Count a block."""
        ...

    @property
    def decided(self) -> bool:
        """Whether nothing more need be played."""
        ...


class Series(Generic[BlockT]):
    """A plan under way; what the keeper has is entered at once."""

    def __init__(self, plan: Plan[BlockT], keeper: Keeper[BlockT]) -> None:
        self.plan, self.keeper = plan, keeper
        self.kept = 0
        for lane in range(plan.lanes):
            for block in keeper.kept(lane).values():
                plan.enter(lane, block)
                self.kept += 1

    def run(self, workers: int, progress: Callable[[], None] | None) -> bool:
        """Play until all blocks are there or the plan is decided; False where Ctrl-C ended it before."""
        try:
            self._play(workers, progress)
        except KeyboardInterrupt:
            return False
        except BaseException:
            self.keeper.abandon()
            raise
        return True

    def _play(self, workers: int, progress: Callable[[], None] | None) -> None:
        todo = list(self.todo())
        record = self.keeper.spool is not None
        tasks = (self.plan.task(lane, start, record=record) for lane, start in todo)
        playing = executor(workers).run(play_task, tasks)
        running = cast("Generator[Done[tuple[BlockT, bytes | None]]]", playing)
        with closing(running):
            while not self.plan.decided and (done := next(running, None)) is not None:
                self._enter(*todo[done.index], done)
                if progress:
                    progress()

    def todo(self) -> Iterator[tuple[int, int]]:
        """(lane, first game) of what has not been played, in the order of play."""
        for start in self.plan.starts:
            for lane in range(self.plan.lanes):
                if not self.plan.has(lane, start):
                    yield lane, start

    def _enter(self, lane: int, start: int, done: Done[tuple[BlockT, bytes | None]]) -> None:
        """Count and keep a block; one that its worker could not play is a fault of those who played."""
        if done.value is None:
            block = self.plan.task(lane, start, record=False).lost(done.fault or "")
            self.keeper.put_off(lane, block)
        else:
            block, records = done.value
            self.keeper.save(lane, block, records)
        self.plan.enter(lane, block)

    def write_records(self, limit: int, *, over: bool) -> None:
        """Write the file of records of what was played before game `limit`."""
        blocks = [
            (lane, start)
            for lane in range(self.plan.lanes)
            for start in self.plan.starts
            if start < limit and self.plan.has(lane, start)
        ]
        self.keeper.write_records(blocks, over=over)


def play_task(task: Task[BlockT]) -> tuple[BlockT, bytes | None]:
    """What a worker does."""
    return task.play()
