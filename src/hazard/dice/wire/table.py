"""One game as a server plays it: every command checked, carried out and told to all, whatever clients do."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np

from hazard.core.status import Status
from hazard.dice.command import END, Command
from hazard.dice.event import last_event
from hazard.dice.games import OUTSIDE, no_commands
from hazard.dice.playing import Block, Outcomes, deal, records_of, statuses_of
from hazard.dice.position import Position
from hazard.dice.wire import messages
from hazard.dice.wire.client import SeatFault
from hazard.dice.wire.sitters import Sitter


class Table:
    """The game of a block of one, between `sitters`; the same games as in a match of the same seeds."""

    def __init__(self, block: Block, sitters: Sequence[Sitter]) -> None:
        self.block, self.sitters = block, tuple(sitters)
        self._games = deal(block, True, 1)
        self._games.seat(np.full(block.seats.shape, OUTSIDE, np.int32), block.seeds[:, 4:])
        self._games.advance()
        self.position = self._games.position(0)
        self._teller = messages.Teller(self.position)
        self._retired = [False] * len(self.sitters)
        self._faults = np.zeros(block.seats.shape, np.uint8)
        self._messages: dict[tuple[int, int], str] = {}
        self._seconds = np.zeros(block.seats.shape, np.float64)
        self._slowest: dict[int, float] = {}

    async def play(self) -> None:
        """Play to the end."""
        for seat, sitter in enumerate(self.sitters):
            await sitter.begin(self._games, seat, len(self.sitters))
        for seat, sitter in enumerate(self.sitters):
            sitter.hear(messages.game_start(self.position, seat))
        while not self.position.over:
            seat = self.position.player
            command = END if self._retired[seat] else await self._ask(seat)
            self._carry_out(command)
            if command == END:
                self.sitters[seat].pass_on()
        for sitter in self.sitters:
            sitter.hear(messages.game_end(self.position.winner))
        for sitter in self.sitters:
            await sitter.end()

    async def _ask(self, seat: int) -> Command:
        """The command of a seat; where it fails or is too late, the end of its turn."""
        begin = perf_counter()
        try:
            command = await self.sitters[seat].command(self._games.views[:1], self.position)
        except SeatFault as fault:
            self._retired[seat] = True
            self._note(seat, fault.status, str(fault))
            return END
        seconds = perf_counter() - begin
        place = int(self.block.seats[0, seat])
        self._seconds[0, seat] += seconds
        self._slowest[place] = max(self._slowest.get(place, 0.0), seconds)
        if command is None:
            self._note(seat, Status.TIMEOUT, "the clock ended a turn")
            return END
        return command

    def _note(self, seat: int, status: Status, message: str) -> None:
        self._faults[0, seat] = status
        self._messages[0, seat] = message

    def _carry_out(self, command: Command) -> None:
        told = no_commands(1)
        told[0] = command
        self._games.step(told)
        assert not self._games.refused[0]
        event = last_event(*self._games.events(0))
        self.position = self._games.position(0, self.position.map)
        data = self._teller.tell(event, self.position)
        for sitter in self.sitters:
            sitter.hear(data)

    def outcomes(self, names: Sequence[str]) -> Outcomes:
        """How it ended; `names` are those of the places in `block.seats`, for the record."""
        return Outcomes(
            self._games.winner,
            statuses_of(self._games, self._faults),
            self._seconds,
            self._slowest,
            self._games.deeds(),
            self._messages,
            records_of(self.block, self._games, names, self._faults),
        )

    @property
    def ending(self) -> str:
        """Why the game is over, in words."""
        return ending(self.position)


def ending(position: Position) -> str:
    """Why a game is over."""
    state, rules = position.native, position.rules
    if position.winner is not None:
        return "one player owns everything"
    if not position.over:
        return "not over"
    alive = len(set(position.owners.tolist()))
    if state.idle_turns >= rules.idle_rounds * alive:
        return f"{rules.idle_rounds} rounds of nothing but ended turns"
    if state.battles >= rules.most_battles:
        return f"{rules.most_battles:,} battles"
    return f"{rules.most_turns:,} turns"
