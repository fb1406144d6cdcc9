"""One game of Dicewars: commands, undo, record."""

from __future__ import annotations

import numpy as np

from hazard.core.errors import BadInput
from hazard.dice.command import END, Command, attack, transfer
from hazard.dice.event import Event, events_of, last_event, parse_event
from hazard.dice.games import OUTSIDE, Games, no_commands
from hazard.dice.position import Position
from hazard.dice.record import Record, begin, make_record, verify
from hazard.dice.rules import Rules
from hazard.dice.seeds import Seeds


class Game:
    """A game between players who command from outside, `Game(Rules(players=4), seed=7)`.

    Board, ownership, first dice and all rolls are a function of rules and seed. Every command returns what
    happened, and raises IllegalMove.
    """

    def __init__(self, rules: Rules | None = None, seed: int | Seeds = 0) -> None:
        seeds = (seed, seed, seed, seed) if isinstance(seed, int) else seed
        for number in seeds:
            if not 0 <= number < 2**64:
                raise BadInput(f"seed {number} is not a number of 64 bits")
        self._start(Rules() if rules is None else rules, seeds, seeds[3])

    @classmethod
    def from_position(cls, position: Position, seed: int = 0) -> Game:
        """A game that goes on from a position; the seed is that of the rolls."""
        game = cls.__new__(cls)
        game._start(position.rules, position, seed)
        return game

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """Play a record from seeds again; raises RecordError where it does not replay."""
        verify(record)
        if record.seeds is None:
            raise BadInput("a record without seeds can be watched, not played on: its next rolls are unknown")
        game = cls(record.rules, record.seeds)
        for text in record.commands:
            game.play(parse_event(text).command)
        game._undone = record.undone
        return game

    def _start(self, rules: Rules, origin: Seeds | Position, rolls: int) -> None:
        self.rules, self._origin, self._rolls = rules, origin, rolls
        self._commands: list[Command] = []
        self._undone = 0
        self._deal()

    def _deal(self) -> None:
        """Back to the start."""
        if isinstance(self._origin, tuple):
            self._games = begin(self.rules, self._origin, record=True)
        else:
            self._games = Games(self.rules, 1, record=True, degree=max(1, self._origin.map.degree))
            self._games.deal_position(0, self._origin, self._rolls)
            self._games.seat(np.full((1, self.rules.players), OUTSIDE, np.int32))
        self._position: Position | None = None

    @property
    def position(self) -> Position:
        """Where the game stands."""
        if self._position is None:
            self._position = self._games.position(0)
        return self._position

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._games.over[0])

    @property
    def winner(self) -> int | None:
        """Who has won; None: nobody, or not yet."""
        return None if self._games.winner[0] < 0 else int(self._games.winner[0])

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(events_of(*self._games.events(0)))

    @property
    def commands(self) -> tuple[Command, ...]:
        """All commands so far."""
        return tuple(self._commands)

    def attack(self, source: int, target: int) -> Event:
        """Attack; the event has the sums that were rolled."""
        return self.play(attack(source, target))

    def transfer(self, source: int, target: int) -> Event:
        """Move dice between own areas."""
        return self.play(transfer(source, target))

    def end(self) -> Event:
        """End the turn; the event has the areas that got new dice."""
        return self.play(END)

    def play(self, command: Command) -> Event:
        """Carry out any command; raises IllegalMove."""
        told = no_commands(1)
        if self.position.why_illegal(command) is None:
            told[0] = command
        self._games.step(told)
        if told[0, 0] < 0 or self._games.refused[0]:
            self.position.refuse_illegal(command)
        self._commands.append(command)
        self._position = None
        return last_event(*self._games.events(0))

    def undo(self) -> bool:
        """Take back the last command, whatever it rolled; False when there is none."""
        if not self._commands:
            return False
        kept = self._commands[:-1]
        self._commands = []
        self._undone += 1
        self._deal()
        told = no_commands(1)
        for command in kept:
            told[0] = command
            self._games.step(told)
        self._commands = kept
        return True

    def record(self, agents: tuple[str, ...] = ()) -> Record:
        """Everything that shows this game again; `agents` says who sat where."""
        return make_record(self.rules, self._origin, self.events, agents=agents, undone=self._undone)
