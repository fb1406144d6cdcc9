"""Records of both games played again: whether they replay as they were written, and a game step by step."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from hazard.core.errors import RecordError
from hazard.core.records import parse_lines
from hazard.core.status import Status
from hazard.dice.record import Record as DiceRecord
from hazard.dice.record import verify
from hazard.mines.game import Game
from hazard.mines.record import Record


class Kind(msgspec.Struct, frozen=True):
    """Which game a record is of; those of Minesweeper need not say so."""

    game: str = "mines"


@dataclass(frozen=True)
class Replayed:
    """One line of a file: its record, and why it does not replay as it says."""

    line: int
    """Counted from 1."""
    record: Record | DiceRecord | None
    """None where the line is no record."""
    fault: str | None


def replay(path: Path | str) -> list[Replayed]:
    """Every record of a file (`-`: standard input), played again and compared with what it says.

    Raises RecordError where the file cannot be read or holds none.
    """
    source = source_of(path)
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {source}: {error.strerror}") from None
    lines = enumerate(data.split(b"\n"), start=1)
    replayed = [replay_line(number, line) for number, line in lines if line.strip()]
    if not replayed:
        raise RecordError(f"{source}: no records in this file")
    return replayed


def source_of(path: Path | str) -> str:
    """Where records come from, in words."""
    return "standard input" if str(path) == "-" else str(path)


def replay_line(number: int, line: bytes) -> Replayed:
    """One line, read and played again."""
    try:
        (kind,) = parse_lines(line, Kind, "")
        (record,) = parse_lines(line, DiceRecord if kind.game == "dice" else Record, "")
    except RecordError as error:
        return Replayed(number, None, str(error).removeprefix(", line 1: "))
    try:
        if isinstance(record, DiceRecord):
            verify(record)
        else:
            Game.from_record(record)
    except RecordError as error:
        return Replayed(number, record, str(error))
    return Replayed(number, record, None)


def games_of(replayed: Sequence[Replayed]) -> list[dict[str, Any]]:
    """agent, games, wins, statuses of the games that replay, by agent in the order of the file.

    At a table every seat is a game of its agent.
    """
    counts: dict[str | None, Counter[str]] = {}
    for game in replayed:
        if game.record is not None and game.fault is None:
            for agent, status in seats_of(game.record):
                counts.setdefault(agent, Counter())[status.lower()] += 1
    return [
        {"agent": agent, "games": found.total(), "wins": found["won"], "statuses": dict(found)}
        for agent, found in counts.items()
    ]


def seats_of(record: Record | DiceRecord) -> list[tuple[str | None, str]]:
    """Who played, and how it ended for them."""
    if isinstance(record, Record):
        return [(record.agent, record.status)]
    players = range(record.rules.players)
    agents = record.agents or [None for _ in players]
    ends = [
        Status.WON if record.winner == player else Status.UNFINISHED if record.winner is None else Status.LOST
        for player in players
    ]
    return list(zip(agents, record.statuses or [end.name for end in ends], strict=True))


def after(record: Record, decisions: int) -> Game:
    """The game as it stood after its first decisions; the record must replay."""
    if decisions >= len(record.decisions):
        return Game.from_record(record)
    part = record.decisions[:decisions]
    status = Status.UNFINISHED.name
    return Game.from_record(
        msgspec.structs.replace(record, decisions=part, status=status, undone=0, check=None)
    )


def steps(record: Record) -> Iterator[tuple[str | None, Game]]:
    """The start (without decision), then each decision with the game as it left it."""
    yield None, after(record, 0)
    for number, decision in enumerate(record.decisions, start=1):
        yield decision, after(record, number)
