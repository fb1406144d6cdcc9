"""Positions with everything that is true of them, as Parquet files that any library of data frames reads.

    write_positions(DataSet("16x30/99", "open", positions=100_000), Path("expert"))
    table = pyarrow.parquet.read_table("expert")

Games are played to their end by the cell of least exact risk, now and then by a random covered cell instead.
They stand one after the other, and the last one is cut. The first n positions of a data set are the same
whatever its length and the number of threads.
"""

# pyright: reportUnknownMemberType=false
# pyarrow tells no types.

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.records import write_whole
from hazard.core.seeds import mix, mix_many
from hazard.learn.play import Play, Positions, at_random
from hazard.learn.runs import package_version
from hazard.learn.state import sync_folder
from hazard.learn.teaching import least_of, random_covered
from hazard.mines.around import sum_around
from hazard.mines.inference import FINE, analyse_many
from hazard.mines.level import Level, Rule

FORMAT = 1
ABOUT = "_data.json"  # readers of Parquet folders pass over names that begin so
KEY = b"hazard"  # of the metadata of every file's schema, which says the same as ABOUT
CHUNK = 4096  # positions of a row group
SHARD = 16  # row groups a file
CELLS, FEWEST, MOST = 2**16, 64, 4096  # of games played together: their cells, and bounds of their number
DATA = 0xDA7A  # salt of the seed of the games


Columns = dict[str, NDArray[Any]]  # by name: [n] or [n, rows, cols]


class DataSet(msgspec.Struct, frozen=True, kw_only=True):
    """What is in the files, and all that they follow from."""

    format: int = FORMAT
    level: str  # "16x30/99"
    rule: Rule = "open"
    first: str = "random"  # as `--first` writes it
    explore: float = 0.0  # chance that a decision is a random covered cell
    seed: int = 1
    positions: int
    version: str = ""  # of Hazard

    def __post_init__(self) -> None:
        """Raises BadInput."""
        if self.positions < 1:
            raise BadInput(f"--positions {self.positions}: want a whole number from 1")
        if not 0 <= self.explore <= 1:
            raise BadInput(f"--explore {self.explore}: want a number from 0 to 1")


class Column(NamedTuple):
    """A column of the files; the words are their documentation."""

    name: str
    kind: str  # of Arrow, for each cell of a board where it is a list
    list: bool  # of one number a cell, row by row
    meaning: str


COLUMNS = (
    Column("cells", "int8", True, "what the player sees: -1 covered, 0 to 8 open"),
    Column("mine", "bool", True, "the layout: true where a mine is"),
    Column("risk", "float", True, "exact chance of being a mine, given what is seen; NaN where open"),
    Column("border", "bool", True, "covered cells next to an open number"),
    Column("exact", "bool", False, "false where the position is too wide for exact counting: no risks"),
    Column("opened", "int32", False, "the cell that was opened next: row * columns + column"),
    Column("hit", "bool", False, "whether it was a mine"),
    Column("game", "int64", False, "number of the game; positions of one game belong in one half of a split"),
    Column("move", "int32", False, "decisions since the first cell"),
    Column("seed", "uint64", False, "of the game: with level, rule and first cell it is dealt again"),
)


def write_positions(
    data: DataSet, folder: Path, *, threads: int = 1, watch: Callable[[int], None] = lambda done: None
) -> list[Path]:
    """Make the folder, whole or not at all; its files. Raises BadInput.

    `watch` hears after each chunk how many positions are done.
    """
    files = parquet()
    level = Level.parse(data.level, data.rule)
    data = msgspec.structs.replace(data, level=str(level), version=package_version())
    if folder.exists():
        raise BadInput(f"there is a {folder} already; name a new folder")
    beside = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir()
        written = write_shards(files, data, level, beside, threads, watch)
        write_whole(beside / ABOUT, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
        sync_folder(beside)
        os.rename(beside, folder)
    except OSError as error:
        raise BadInput(f"cannot write {folder}: {error.strerror or error}") from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    return [folder / name for name in written]


def parquet() -> Any:
    """pyarrow.parquet; raises BadInput where it is missing."""
    try:
        return import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise BadInput(
            "data sets are written with pyarrow, which is not installed: pip install 'hazard[learn]'"
        ) from None


def write_shards(
    files: Any, data: DataSet, level: Level, folder: Path, threads: int, watch: Callable[[int], None]
) -> list[str]:
    """One file after the other; their names."""
    schema = schema_of(data, level)
    names: list[str] = []
    writer: Any = None
    done = 0
    try:
        for number, columns in enumerate(chunks(data, level, threads)):
            if number % SHARD == 0:
                if writer is not None:
                    writer.close()
                names.append(f"{number // SHARD:05d}.parquet")
                writer = files.ParquetWriter(folder / names[-1], schema, compression="zstd")
            writer.write_table(table_of(columns, schema), row_group_size=CHUNK)
            done += len(columns["cells"])
            watch(done)
    finally:
        if writer is not None:
            writer.close()
    return names


def schema_of(data: DataSet, level: Level) -> Any:
    """Lists have the length of the board; the metadata says what the data set is."""
    arrow: Any = import_module("pyarrow")
    fields: list[Any] = []
    for column in COLUMNS:
        kind: Any = getattr(arrow, {"bool": "bool_", "float": "float32"}.get(column.kind, column.kind))()
        kind = arrow.list_(kind, level.area) if column.list else kind
        fields.append(arrow.field(column.name, kind, False, {"meaning": column.meaning}))
    return arrow.schema(fields, {KEY: msgspec.json.encode(data)})


def table_of(columns: Columns, schema: Any) -> Any:
    """Arrays as a table: [n, rows, cols] as lists."""
    arrow: Any = import_module("pyarrow")
    arrays: list[Any] = []
    for field in schema:
        array = columns[field.name]
        if array.ndim == 1:
            arrays.append(arrow.array(array, field.type))
            continue
        flat = arrow.array(np.ascontiguousarray(array).reshape(-1), field.type.value_type)
        arrays.append(arrow.FixedSizeListArray.from_arrays(flat, type=field.type))
    return arrow.Table.from_arrays(arrays, schema=schema)


def chunks(data: DataSet, level: Level, threads: int) -> Iterator[Columns]:
    """The columns of CHUNK positions at a time, the last ones fewer."""
    teller = Teller(data, level, threads)
    left = data.positions
    waiting: list[Columns] = []
    while left > 0:
        waiting.append(teller.games())
        joined = {name: np.concatenate([part[name] for part in waiting]) for name in waiting[0]}
        whole = len(joined["game"])
        ends = [*range(CHUNK, min(whole, left) + 1, CHUNK)]
        if whole >= left and left % CHUNK:
            ends.append(left)
        begin = 0
        for end in ends:
            yield {name: array[begin:end] for name, array in joined.items()}
            begin = end
        left -= begin
        waiting = [{name: array[begin:] for name, array in joined.items()}]


class Teller:
    """Plays games and keeps what their analyses say."""

    def __init__(self, data: DataSet, level: Level, threads: int) -> None:
        self.data, self.level, self.threads = data, level, threads
        self.together = min(max(CELLS // level.area, FEWEST), MOST)
        self.play = Play(level, data.first, self.together, mix(data.seed, DATA), threads=threads)
        self._kept: list[Columns] = []

    def games(self) -> Columns:
        """All positions of some more games, one game after the other."""
        self._kept.clear()
        positions = self.play.games(self.together, self.choose)
        self.play.take_tally()
        if not self._kept:
            raise BadInput(f"{self.level}: the first cell ends every game, so there are no positions")
        columns = self.known(positions)
        columns |= {name: np.concatenate([part[name] for part in self._kept]) for name in self._kept[0]}
        order = np.lexsort((columns["move"], columns["game"]))
        return {name: array[order] for name, array in columns.items()}

    def known(self, positions: Positions) -> Columns:
        """The columns that games tell."""
        every = np.arange(len(positions))
        return {
            "cells": positions.cells,
            "mine": positions.layout,
            "border": (positions.cells < 0) & (sum_around(positions.cells >= 0) > 0),
            "opened": positions.opened,
            "hit": positions.layout.reshape(len(every), -1)[every, positions.opened],
            "game": positions.game,
            "seed": mix_many(np.full(len(every), self.play.seed, np.uint64), positions.game),
        }

    def choose(
        self, cells: NDArray[np.int8], games: NDArray[np.int64], moves: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """What is opened; the analyses are kept for the columns."""
        many = analyse_many(np.ascontiguousarray(cells), self.level.mines, threads=self.threads)
        exact = many.verdict == FINE
        risk = np.where(exact[:, np.newaxis, np.newaxis], many.mine_probability, np.nan)
        self._kept.append({"risk": risk.astype(np.float32), "exact": exact, "move": moves - 1})
        chosen = least_of(cells, many)
        if self.data.explore:
            wild, chances = at_random(self.play.seed, games, moves, self.data.explore)
            chosen[wild] = random_covered(cells[wild], chances)
        return chosen
