"""What an agent sees and answers: Views (many positions of one table), View (one of them), Decisions.

The board is open: a view holds everything but chance. Players are numbered in the order of their turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import DecisionError
from hazard.dice import native
from hazard.dice.account import Account
from hazard.dice.command import Command, Kind
from hazard.dice.rules import MOST_DICE, Rules

NOBODY = -1
NO_AREA = -1  # the padding of neighbours


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One position as the player sees it whose turn it is."""

    rules: Rules
    neighbours: NDArray[np.int8]  # [areas, degree] in the order of discovery, -1 padded
    owners: NDArray[np.int8]  # [areas] a player; -1 where the map has no such area
    dice: NDArray[np.int8]  # [areas] 1..8; 0 where the map has no such area
    reserves: NDArray[np.int16]  # [players] dice that had no room
    player: int  # who is asked
    transfers: int  # left in this turn
    commands: int  # of this turn so far
    turns: int  # that this player has ended
    moves: int  # decisions that this player has taken
    seed: int  # for the agent's own randomness; unrelated to the rolls

    def around(self, area: int) -> list[int]:
        """The neighbours of an area, in the order of discovery."""
        return [other for other in self.neighbours[area].tolist() if other != NO_AREA]

    def areas_of(self, player: int) -> list[int]:
        """The areas that a player owns, ascending."""
        return np.flatnonzero(self.owners == player).tolist()

    def attacks(self) -> list[Command]:
        """Every legal attack: sources ascending, targets in the order of discovery."""
        return self._commands(Kind.ATTACK)

    def transfers_possible(self) -> list[Command]:
        """Every legal transfer that moves dice."""
        return self._commands(Kind.TRANSFER)

    def _commands(self, kind: Kind) -> list[Command]:
        if kind is Kind.TRANSFER and self.transfers < 1:
            return []
        owners, dice, found = self.owners.tolist(), self.dice.tolist(), list[Command]()
        for source in self.areas_of(self.player):
            if dice[source] < 2:
                continue
            for target in self.around(source):
                own = owners[target] == self.player
                if own == (kind is Kind.TRANSFER) and not (own and dice[target] >= MOST_DICE):
                    found.append(Command(kind, source, target))
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """Many positions of one table. views[i] is a View, views[array or slice] are Views."""

    rules: Rules
    neighbours: NDArray[np.int8]  # [n, areas, degree] in the order of discovery, -1 padded
    owners: NDArray[np.int8]  # [n, areas] a player; -1 where the map has no such area
    dice: NDArray[np.int8]  # [n, areas] 1..8; 0 where the map has no such area
    reserves: NDArray[np.int16]  # [n, players] dice that had no room
    player: NDArray[np.int8]  # [n] who is asked
    transfers: NDArray[np.int8]  # [n] left in this turn
    commands: NDArray[np.int32]  # [n] of this turn so far
    turns: NDArray[np.int32]  # [n] that this player has ended
    moves: NDArray[np.int32]  # [n] decisions that this player has taken
    seeds: NDArray[np.uint64]  # [n] for the agent's own randomness; unrelated to the rolls

    def __len__(self) -> int:
        return len(self.owners)

    @property
    def arrays(self) -> tuple[Any, ...]:
        """All arrays, in the order of the fields."""
        return _arrays_of(self)

    @overload
    def __getitem__(self, index: int | np.integer) -> View: ...
    @overload
    def __getitem__(self, index: slice | NDArray[np.integer] | NDArray[np.bool_]) -> Views: ...
    def __getitem__(
        self, index: int | np.integer | slice | NDArray[np.integer] | NDArray[np.bool_]
    ) -> View | Views:
        parts: list[Any] = [array[index] for array in self.arrays]
        if isinstance(index, int | np.integer):
            return View(self.rules, *parts[:4], *map(int, parts[4:]))
        return Views(self.rules, *parts)

    def __iter__(self) -> Iterator[View]:
        return (self[i] for i in range(len(self)))

    def frozen(self) -> Views:
        """The same views, made read-only."""
        for array in self.arrays:
            array.flags.writeable = False
        return self

    @property
    def native(self) -> native.Views:
        """The same, as the native core takes them."""
        arrays: list[Any] = [np.ascontiguousarray(array) for array in self.arrays]
        return native.Views(self.rules.native, *arrays)

    def masks(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which neighbours may be attacked, and to which dice may be moved: two bool[n, areas, degree].

        Entry [i, a, k] is about the k-th neighbour of area a.
        """
        n, areas, degree = self.neighbours.shape
        at = np.maximum(self.neighbours, 0).reshape(n, areas * degree)
        there = self.neighbours != NO_AREA
        own = self.owners == self.player[:, np.newaxis]
        sources = (own & (self.dice >= 2))[:, :, np.newaxis] & there
        own_target = np.take_along_axis(own, at, axis=1).reshape(n, areas, degree)
        room = np.take_along_axis(self.dice < MOST_DICE, at, axis=1).reshape(n, areas, degree)
        some_left = (self.transfers > 0)[:, np.newaxis, np.newaxis]
        return sources & ~own_target, sources & own_target & room & some_left


_arrays_of: Callable[[Views], tuple[Any, ...]] = attrgetter(*(field.name for field in fields(Views)[1:]))


@dataclass(frozen=True, slots=True, eq=False)
class Decisions:
    """An agent's answer for every view, one command each; raises DecisionError on wrong shapes."""

    commands: NDArray[np.int16]  # [n, 3] kind (0 end, 1 attack, 2 transfer), source, target
    values: NDArray[np.float32] | None = None  # [n, areas, degree] what the agent thinks of each edge
    meaning: str | None = None  # what values are: "gain", "score", ...
    reasons: Sequence[str | None] | None = None
    account: Account | None = None  # of agents whose games live in processes of their own

    def __post_init__(self) -> None:
        commands = np.asarray(self.commands)
        if not np.issubdtype(commands.dtype, np.integer):
            raise DecisionError(
                f"Decisions.commands holds {commands.dtype}; it must hold whole numbers (int16)"
            )
        if commands.ndim != 2 or commands.shape[1] != 3:
            raise DecisionError(
                f"Decisions.commands has shape {commands.shape}; it must be [n, 3]: kind, source, target"
            )
        object.__setattr__(self, "commands", np.clip(commands, -1, 999).astype(np.int16))
        if self.values is not None:
            values = np.asarray(self.values)
            if (
                not np.issubdtype(values.dtype, np.floating)
                or values.ndim != 3
                or len(values) != len(commands)
            ):
                raise DecisionError(
                    f"Decisions.values is {values.dtype}{list(values.shape)}; "
                    f"it must be float32[{len(commands)}, areas, degree]"
                )
            object.__setattr__(self, "values", values.astype(np.float32, copy=False))
        if self.reasons is not None and len(self.reasons) != len(commands):
            raise DecisionError(
                f"Decisions.reasons has {len(self.reasons)} entries for {len(commands)} views"
            )

    def __len__(self) -> int:
        return len(self.commands)

    @classmethod
    def of(cls, commands: Iterable[Sequence[int]], **rest: Any) -> Decisions:
        """Decisions of one command a view."""
        rows = list(commands)
        told: NDArray[Any] = np.array(rows) if rows else np.empty((0, 3), np.int64)  # 2.5 stays no area
        return cls(told.reshape(-1, 3), **rest)
