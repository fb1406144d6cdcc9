"""The record of one game: enough to see it again, every roll with its chance, and to verify it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from hazard.core.errors import BadInput, HazardError, IllegalMove, RecordError
from hazard.core.records import Parts, links, refuse_changed, refuse_no_check
from hazard.core.status import Status
from hazard.dice.event import Event, events_of, parse_event
from hazard.dice.games import OUTSIDE, Games, no_commands
from hazard.dice.map import Hex, Map
from hazard.dice.position import Position
from hazard.dice.rules import Rules
from hazard.dice.seeds import Seeds

PARTS = Parts(
    "rules, seeds or position", "command", "agents, statuses, winner or number of commands taken back"
)


class Start(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position that a game began from, where seeds do not give it."""

    neighbours: tuple[tuple[int, ...], ...]
    owners: tuple[int, ...]
    dice: tuple[int, ...]
    hexes: tuple[tuple[Hex, ...], ...] = ()
    reserves: tuple[int, ...] = ()
    player: int = 0

    @classmethod
    def of(cls, position: Position) -> Start:
        """Of a position at the beginning of a turn."""
        owners, dice = tuple(position.owners.tolist()), tuple(position.dice.tolist())
        board = position.map
        return cls(board.neighbours, owners, dice, board.hexes, position.reserves, position.player)

    def position(self, rules: Rules) -> Position:
        """The position; raises BadInput."""
        return Position(
            Map(self.neighbours, self.hexes),
            self.owners,
            self.dice,
            rules=rules,
            reserves=self.reserves or None,
            player=self.player,
        )


class Record(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="game", tag="dice"
):
    """A game as one JSON line; seats are in the order of turns. Raises RecordError where it states no game.

    The game begins as `seeds` (of board, ownership, dice, rolls) say, or from `start`; then nobody can say
    whether the dice fell as recorded, only that they can. `check` tells a record that was changed afterwards
    from one that was not, and where.
    """

    commands: tuple[str, ...]
    rules: Rules = msgspec.field(default_factory=Rules)
    seeds: Seeds | None = None
    start: Start | None = None
    agents: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    winner: int | None = None
    undone: int = 0  # commands that were taken back
    check: str | None = None  # see `core.records.links`; None in a record that was written by hand

    def __post_init__(self) -> None:
        if (self.seeds is None) == (self.start is None):
            raise RecordError("a record needs seeds or a start, and not both")
        for seed in self.seeds or ():
            if not 0 <= seed < 2**64:
                raise RecordError(f"seed {seed} is not a number of 64 bits")
        for what, names in (("agents", self.agents), ("statuses", self.statuses)):
            if len(names) not in (0, self.rules.players):
                raise RecordError(f"{len(names)} {what} for {self.rules.players} players")
        for status in self.statuses:
            if status not in Status.__members__:
                raise RecordError(f"unknown status {status!r}; it is one of {', '.join(Status.__members__)}")
        if self.winner is not None and not 0 <= self.winner < self.rules.players:
            raise RecordError(f"there is no player {self.winner} to have won")
        for number, text in enumerate(self.commands):
            try:
                parse_event(text)
            except RecordError as error:
                raise RecordError(f"command {number}: {error}") from None
        refuse_no_check(self.check)

    @property
    def _ends(self) -> tuple[object, object]:
        """What the check covers before and after the commands."""
        return (
            ("dice", self.rules, self.seeds, self.start),
            (self.agents, self.statuses, self.winner, self.undone),
        )

    def sealed(self) -> Record:
        """The same with its check."""
        start, end = self._ends
        return msgspec.structs.replace(self, check=links(start, self.commands, end))

    def refuse_changes(self) -> None:
        """Raise RecordError where the record is not as it was written; a record without check passes."""
        start, end = self._ends
        refuse_changed(self.check, start, self.commands, end, PARTS)

    def beginning(self) -> Position:
        """The position that the game began from; raises RecordError."""
        try:
            if self.start is not None:
                return self.start.position(self.rules)
            assert self.seeds is not None
            return begin(self.rules, self.seeds).position(0)
        except BadInput as error:
            raise RecordError(str(error)) from None


class Step(NamedTuple):
    """A command of a record, between two positions."""

    before: Position
    event: Event
    position: Position


def begin(rules: Rules, seeds: Seeds, *, record: bool = False) -> Games:
    """One game, all of whose commands come from outside."""
    games = Games(rules, 1, record=record)
    games.deal(np.array([seeds], np.uint64))
    games.seat(np.full((1, rules.players), OUTSIDE, np.int32))
    games.advance()
    return games


def steps(record: Record) -> Iterator[Step]:
    """The game, command by command; raises RecordError where it was changed or cannot have gone like that."""
    record.refuse_changes()
    position = record.beginning()
    if record.seeds is not None:
        refuse_other_rolls(record, record.seeds, position)
    for number, text in enumerate(record.commands):
        event, before = parse_event(text), position
        try:
            position = event.after(before)
        except IllegalMove as error:
            raise RecordError(f"command {number} of the record does not replay: {error}") from None
        if event.text(before) != text:
            raise RecordError(f"command {number}: {text!r} should be {event.text(before)!r}")
        yield Step(before, event, position)
    if position.winner != record.winner:
        said, won = told(record.winner), told(position.winner)
        raise RecordError(f"the record says that {said} won, but by its commands {won} did")


def refuse_other_rolls(record: Record, seeds: Seeds, position: Position) -> None:
    """Raise RecordError where the dice did not fall as the seeds say."""
    games = begin(record.rules, seeds, record=True)
    for text in record.commands:
        command = no_commands(1)
        command[0] = parse_event(text).command
        games.step(command)
        if games.refused[0]:
            break  # an earlier roll was another; else the walk through positions says why
    for number, event in enumerate(events_of(*games.events(0))):
        text = record.commands[number]
        if event != parse_event(text):
            there = event.text(position)
            raise RecordError(f"command {number}: the record says {text!r}, its seeds say {there!r}")
        position = event.after(position)


def told(winner: int | None) -> str:
    """A winner in words."""
    return "nobody" if winner is None else f"player {winner}"


def make_record(
    rules: Rules,
    origin: Seeds | Position,
    events: Sequence[Event],
    *,
    agents: Sequence[str] = (),
    statuses: Sequence[Status] = (),
    undone: int = 0,
) -> Record:
    """The record of a game that came from seeds or began at a position."""
    position = begin(rules, origin).position(0) if isinstance(origin, tuple) else origin
    texts: list[str] = []
    for event in events:
        texts.append(event.text(position))
        position = event.after(position)
    return Record(
        tuple(texts),
        rules,
        seeds=origin if isinstance(origin, tuple) else None,
        start=None if isinstance(origin, tuple) else Start.of(origin),
        agents=tuple(agents),
        statuses=tuple(status.name for status in statuses),
        winner=position.winner,
        undone=undone,
    ).sealed()


def verify(record: Record) -> Position:
    """Where the game ended; raises RecordError where it does not replay."""
    position = record.beginning()
    try:
        for step in steps(record):
            position = step.position
    except HazardError as error:
        raise RecordError(str(error)) from None
    return position
