"""The result store: every block of games that was played, in one SQLite file under HAZARD_HOME.

A block is committed when it comes in and survives the death of the process. Several processes may read and
write at once. What was played is never deleted.
"""

from __future__ import annotations

import platform
import sqlite3
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import hazard
from hazard.core.errors import StoreError
from hazard.core.home import home, made

FILE = "hazard.sqlite"
SCHEMA = 1
PATIENCE = 60.0  # seconds to wait for another process that writes

TABLES = """
CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,          -- what decides which games are played, as JSON
    game TEXT NOT NULL,
    games INTEGER NOT NULL,     -- asked for
    command TEXT NOT NULL,
    hazard TEXT NOT NULL,       -- versions
    python TEXT NOT NULL,
    platform TEXT NOT NULL,
    begun TEXT NOT NULL,        -- UTC, ISO 8601
    finished TEXT,              -- NULL: it can be resumed
    summary TEXT                -- JSON: what the match printed
) STRICT;
CREATE INDEX matches_by_key ON matches (key);
CREATE TABLE blocks (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    lane TEXT NOT NULL,         -- who played: Identity as text, or those of a table of several
    start INTEGER NOT NULL,     -- the first game
    outcome BLOB NOT NULL,      -- as the game packs it: for mines a byte a game, hazard.Status
    seconds REAL NOT NULL,
    faults TEXT NOT NULL,       -- JSON: {"game": "message"}
    saved TEXT NOT NULL,
    PRIMARY KEY (match_id, lane, start)
) STRICT, WITHOUT ROWID;
CREATE TABLE standings (
    match_id INTEGER NOT NULL REFERENCES matches (id),
    agent TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    low REAL NOT NULL,          -- 95 %
    high REAL NOT NULL,
    seconds REAL NOT NULL,
    statuses TEXT NOT NULL,     -- JSON: {"won": 3, ...}
    PRIMARY KEY (match_id, agent)
) STRICT, WITHOUT ROWID;
"""


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """What decides which games are played: two matches of the same key play the same ones."""

    game: str
    games: int  # asked for


class SavedBlock(NamedTuple):
    """What a lane played in one block."""

    outcome: bytes
    seconds: float
    faults: dict[int, str]  # by number of the game


class StoredBlock(NamedTuple):
    """One block of the store, with the match that it belongs to."""

    key: str  # JSON
    command: str
    hazard: str
    lane: str
    start: int
    outcome: bytes
    seconds: float
    saved: str


class StoredStanding(NamedTuple):
    """What a finished match says of an agent."""

    agent: str
    games: int
    wins: int
    low: float
    high: float
    seconds: float
    statuses: dict[str, int]


class Store:
    """`with Store.open() as store: ...`; see the module's docstring."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path | str | None = None) -> Store:
        """The store in a file (by default HAZARD_HOME/hazard.sqlite), made where it is missing.

        Raises StoreError where the file is something else, or was written by a newer Hazard.
        """
        file = Path(path) if path is not None else made(home()) / FILE
        with told(file):
            connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
            store = cls(file, connection)
            try:
                store._prepare()
            except BaseException:
                connection.close()
                raise
        return store

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the file back; all that was saved is in it."""
        self._connection.close()

    def _prepare(self) -> None:
        """Check the schema, or write it into a new file."""
        version = self._version()
        if version == 0:
            self._connection.execute("PRAGMA journal_mode = WAL")
            with self._writing():
                version = self._version()  # another process may have been faster
                if version == 0:
                    self._make_tables()
                    version = SCHEMA
        if version != SCHEMA:
            raise StoreError(
                f"{self.path} has schema {version}, this Hazard ({hazard.__version__}) reads {SCHEMA}; "
                "update it, or name another place by HAZARD_HOME"
            )
        # A commit is in the file when it returns, so that it survives the process. Only a power cut may take
        # the last ones, never leave a part.
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.execute("PRAGMA foreign_keys = ON")

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    def _make_tables(self) -> None:
        if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise StoreError(f"{self.path} is a database of something else, not a store of Hazard")
        for statement in TABLES.split(";"):
            self._connection.execute(statement)
        self._connection.execute(f"PRAGMA user_version = {SCHEMA}")

    @contextmanager
    def _writing(self) -> Generator[sqlite3.Connection]:
        """One transaction: all of it or nothing, and nobody else writes meanwhile."""
        with told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with told(self.path):
            return self._connection.execute(query, values).fetchall()

    def begin(self, key: Key, *, command: str = "", resume: bool = False) -> int:
        """The number of a new match; with `resume` of the last unfinished one of the same key, if any."""
        text = msgspec.json.encode(key).decode()
        with self._writing() as connection:
            if resume:
                found = connection.execute(
                    "SELECT max(id) FROM matches WHERE key = ? AND finished IS NULL", (text,)
                ).fetchone()[0]
                if found is not None:
                    return int(found)
            versions = hazard.__version__, platform.python_version(), platform.platform()
            cursor = connection.execute(
                "INSERT INTO matches (key, game, games, command, hazard, python, platform, begun)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (text, key.game, key.games, command, *versions, now()),
            )
            assert cursor.lastrowid is not None
            return cursor.lastrowid

    def save_block(
        self,
        match_id: int,
        lane: str,
        start: int,
        outcome: bytes,
        seconds: float,
        faults: Mapping[int, str] | None = None,
    ) -> None:
        """Keep a block, from game `start` on. Committed at once; saved again, replaced."""
        with self._writing() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO blocks VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    match_id,
                    lane,
                    start,
                    outcome,
                    float(seconds),
                    msgspec.json.encode({str(game): text for game, text in (faults or {}).items()}).decode(),
                    now(),
                ),
            )

    def blocks(self, match_id: int, lane: str) -> dict[int, SavedBlock]:
        """The blocks of a lane that are there, by their first game, in order."""
        rows = self._rows(
            "SELECT start, outcome, seconds, faults FROM blocks"
            " WHERE match_id = ? AND lane = ? ORDER BY start",
            (match_id, lane),
        )
        return {
            start: SavedBlock(outcome, seconds, read_faults(faults))
            for start, outcome, seconds, faults in rows
        }

    def finish(self, match_id: int, standings: Iterable[StoredStanding] = (), summary: object = None) -> None:
        """Close a match: counts and intervals, the time, and `summary` (any JSON value)."""
        rows = [
            (match_id, *row[:-1], msgspec.json.encode(row.statuses).decode())
            for row in map(StoredStanding._make, standings)
        ]
        with self._writing() as connection:
            connection.executemany("INSERT OR REPLACE INTO standings VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            connection.execute(
                "UPDATE matches SET finished = ?, summary = ? WHERE id = ?",
                (now(), None if summary is None else msgspec.json.encode(summary).decode(), match_id),
            )

    def played(self, game: str) -> Iterator[StoredBlock]:
        """Every block of a game that was ever played, in the order of time."""
        rows = self._rows(
            "SELECT m.key, m.command, m.hazard, b.lane, b.start, b.outcome, b.seconds, b.saved"
            " FROM blocks b JOIN matches m ON m.id = b.match_id WHERE m.game = ?"
            " ORDER BY b.saved, m.id, b.start",
            (game,),
        )
        return map(StoredBlock._make, rows)


def read_faults(text: str) -> dict[int, str]:
    """Messages by number of the game."""
    return {int(game): message for game, message in msgspec.json.decode(text, type=dict[str, str]).items()}


def now() -> str:
    """UTC to the microsecond; texts sort as times do."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


@contextmanager
def told(path: Path) -> Generator[None]:
    """SQLite's errors as StoreError, with the file's name."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"the store {path}: {error}") from error
