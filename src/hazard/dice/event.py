"""A command as it happened, and the text that records have for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import IllegalMove, RecordError
from hazard.dice.command import END, Command, Kind, attack, transfer
from hazard.dice.position import Position


@dataclass(frozen=True, slots=True)
class Event:
    """An attack with the sums rolled, a transfer, or the end of a turn with the areas that got dice."""

    command: Command
    rolled: tuple[int, int] | None = None
    dealt: tuple[int, ...] = ()

    @property
    def won(self) -> bool:
        """Whether it is an attack that was won."""
        return self.rolled is not None and self.rolled[0] > self.rolled[1]

    def after(self, position: Position) -> Position:
        """The position that it leads to; raises IllegalMove."""
        kind, source, target = self.command
        if kind == Kind.END:
            return position.ended(self.dealt)
        if kind == Kind.TRANSFER:
            return position.transferred(source, target)
        if self.rolled is None:
            raise IllegalMove(f"{self.command}: no sums were rolled")
        return position.attacked(source, target, *self.rolled)

    def text(self, position: Position) -> str:
        """As records have it, given the position before: `a3,7 18-9 0.8380`, `t2,3`, `e 4,4,9`.

        An attack has both sums and the chance to win.
        """
        kind, source, target = self.command
        if kind == Kind.END:
            return f"e {','.join(map(str, self.dealt))}".rstrip()
        if kind == Kind.TRANSFER:
            return f"t{source},{target}"
        rolled = "-".join(map(str, self.rolled or ()))
        return f"a{source},{target} {rolled} {position.win_chance(self.command):.4f}"


def parse_event(text: str) -> Event:
    """What `text` wrote; raises RecordError."""
    if found := re.fullmatch(r"a(\d{1,2}),(\d{1,2}) (\d{1,2})-(\d{1,2}) [01]\.\d{4}", text, re.ASCII):
        source, target, attackers, defenders = map(int, found.groups())
        return Event(attack(source, target), (attackers, defenders))
    if found := re.fullmatch(r"t(\d{1,2}),(\d{1,2})", text, re.ASCII):
        return Event(transfer(int(found[1]), int(found[2])))
    if found := re.fullmatch(r"e(?: (\d{1,2}(?:,\d{1,2})*))?", text, re.ASCII):
        return Event(END, dealt=tuple(map(int, found[1].split(","))) if found[1] else ())
    raise RecordError(f"{text!r} is no command: want a3,7 18-9 0.8380 or t2,3 or e 4,4,9")


def events_of(rows: NDArray[np.int16], dealt: NDArray[np.uint8]) -> Iterator[Event]:
    """The events of a native game, as `Games.events` gives them."""
    given: list[int] = dealt.tolist()
    at = 0
    rows_listed: list[list[int]] = rows.tolist()
    for kind, source, target, first, second in rows_listed:
        if kind == Kind.END:
            yield Event(END, dealt=tuple(given[at : at + first]))
            at += first
        elif kind == Kind.TRANSFER:
            yield Event(transfer(source, target))
        else:
            yield Event(attack(source, target), (first, second))


def last_event(rows: NDArray[np.int16], dealt: NDArray[np.uint8]) -> Event:
    """The event that came last, without going through all before it."""
    given = int(rows[-1, 3]) if rows[-1, 0] == Kind.END else 0
    return next(events_of(rows[-1:], dealt[len(dealt) - given :]))
