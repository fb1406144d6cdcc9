"""The records of a running match: a file a block, so that they survive a kill; one file at the end."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from hazard.core.errors import BadInput
from hazard.core.home import made
from hazard.core.records import write_whole


class Spool:
    """Blocks of JSON lines in a folder of their own, by (place of the agent, first game)."""

    def __init__(self, folder: Path, target: Path) -> None:
        self.folder = made(folder)
        self.target = target

    def path(self, agent: int, start: int) -> Path:
        """Where the records of a block are."""
        return self.folder / f"{agent}-{start}.jsonl"

    def has(self, agent: int, start: int) -> bool:
        """Whether the records of a block are there, whole."""
        return self.path(agent, start).exists()

    def save(self, agent: int, start: int, lines: bytes) -> None:
        """Keep the records of a block, whole or not at all."""
        write_whole(self.path(agent, start), lines)

    def join(self, blocks: Iterable[tuple[int, int]]) -> None:
        """Write the records of these blocks to the target, in this order, whole or not at all."""
        write_whole(self.target, (self.path(*block).read_bytes() for block in blocks if self.has(*block)))

    def empty(self) -> None:
        """Throw all blocks away."""
        self.remove()
        made(self.folder)

    def remove(self) -> None:
        """Take the folder away."""
        shutil.rmtree(self.folder, ignore_errors=True)


def check_target(target: Path) -> None:
    """Raise BadInput where no file can be written: said before hours of playing, not after them."""
    if target.is_dir():
        raise BadInput(f"cannot write {target}: it is a folder")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        there = "it cannot be written to" if target.parent.is_dir() else "it is not there"
        raise BadInput(f"cannot write {target}: no file can be made in {target.parent}, {there}")
