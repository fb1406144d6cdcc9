"""An immutable position of Dicewars: the whole open board, and what the rules make of it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import IllegalMove, PositionError
from hazard.dice import native
from hazard.dice.command import Command, Kind
from hazard.dice.map import Map
from hazard.dice.odds import hold, win_chance
from hazard.dice.rules import MOST_DICE, Rules
from hazard.dice.views import NO_AREA, View, Views

if TYPE_CHECKING:
    from hazard.dice.event import Event


class Position:
    """Who owns what with how many dice, and whose turn it is; equality and hash by content.

    Every command gives a new position. Chance is an argument: the sums that were rolled, the areas that got
    new dice. Players are numbered in the order of their turns.
    """

    def __init__(
        self,
        board: Map,
        owners: Sequence[int] | NDArray[np.integer],
        dice: Sequence[int] | NDArray[np.integer],
        *,
        rules: Rules | None = None,
        reserves: Sequence[int] | None = None,
        player: int = 0,
        transfers_used: int = 0,
        commands: int = 0,
        turns: Sequence[int] | None = None,
        battles: int = 0,
        all_turns: int = 0,
        idle_turns: int = 0,
    ) -> None:
        self.rules = Rules(areas=max(len(board), 4)) if rules is None else rules
        nothing = [0] * self.rules.players
        try:
            state = native.State(
                board.native,
                self.rules.native,
                small(owners),
                small(dice),
                list(nothing if reserves is None else reserves),
                player,
                transfers_used,
                commands,
                list(nothing if turns is None else turns),
                battles,
                all_turns,
                idle_turns,
            )
        except ValueError as error:
            raise PositionError(f"not a position: {error}") from None
        self.native, self.map = state, board

    @classmethod
    def of(cls, state: native.State, rules: Rules, board: Map | None = None) -> Position:
        """The position of the native core."""
        position = cls.__new__(cls)
        position.rules, position.native = rules, state
        position.map = Map.of(state.map) if board is None else board
        return position

    @cached_property
    def owners(self) -> NDArray[np.int8]:
        """int8[areas], read-only."""
        return read_only(self.native.owners)

    @cached_property
    def dice(self) -> NDArray[np.int8]:
        """int8[areas], read-only."""
        return read_only(self.native.dice)

    @property
    def reserves(self) -> tuple[int, ...]:
        """Of each player: dice that had no room."""
        return tuple(self.native.reserves)

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return self.native.player

    @property
    def transfers_left(self) -> int:
        """In this turn."""
        return self.rules.transfers - self.native.transfers_used

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.native.over

    @property
    def winner(self) -> int | None:
        """Who has won; None: nobody, or not yet."""
        return None if self.native.winner < 0 else self.native.winner

    @property
    def income(self) -> int:
        """Dice that the player would get who ends the turn now, as far as there is room."""
        return self.native.income

    def _content(self) -> tuple[object, ...]:
        state = self.native
        return (
            self.rules,
            self.map,
            self.owners.tobytes(),
            self.dice.tobytes(),
            self.reserves,
            tuple(state.turns),
            (state.player, state.transfers_used, state.commands),
            (state.battles, state.all_turns, state.idle_turns),
        )

    def __eq__(self, other: object) -> bool:
        return self._content() == other._content() if isinstance(other, Position) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._content())

    def __reduce__(self) -> tuple[object, ...]:
        state = self.native
        course = state.battles, state.all_turns, state.idle_turns
        turn = state.player, state.transfers_used, state.commands, tuple(state.turns)
        return rebuilt, (
            self.map,
            self.rules,
            self.owners.tolist(),
            self.dice.tolist(),
            self.reserves,
            turn,
            course,
        )

    def __repr__(self) -> str:
        shares = "/".join(str(len(self.areas_of(player))) for player in range(self.rules.players))
        return f"<Position of {len(self.map)} areas, {shares}, player {self.player} to command>"

    def areas_of(self, player: int) -> list[int]:
        """The areas that a player owns, ascending."""
        return np.flatnonzero(self.owners == player).tolist()

    def dice_of(self, player: int) -> int:
        """All dice of a player on the board."""
        return int(self.dice[self.owners == player].sum())

    def largest_region(self, player: int) -> list[int]:
        """The first of a player's largest regions, ascending; empty where it owns nothing."""
        return self.native.largest_region(player)

    def commands(self, kind: Kind) -> list[Command]:
        """Every legal attack or transfer: sources ascending, targets in the order of discovery."""
        if self.over:
            return []
        owned = self.areas_of(self.player)
        pairs = ((source, target) for source in owned for target in self.map.neighbours[source])
        return [Command(kind, *pair) for pair in pairs if self.native.legal(kind, *pair)]

    def win_chance(self, command: Command) -> float:
        """The chance that an attack is won."""
        return win_chance(int(self.dice[command.source]), int(self.dice[command.target]))

    def hold_chance(self, area: int, dice: int | None = None) -> float:
        """The chance that an area withstands one attack by each hostile neighbour, with `dice` or its own."""
        owner = self.owners[area]
        foes = [int(self.dice[other]) for other in self.map.neighbours[area] if self.owners[other] != owner]
        return hold(int(self.dice[area]) if dice is None else dice, foes)

    def attacked(self, source: int, target: int, attackers: int, defenders: int) -> Position:
        """After an attack in which both sides rolled these sums; raises IllegalMove."""
        self.refuse_illegal(Command(Kind.ATTACK, source, target))
        for side, area, total in (("attacker", source, attackers), ("defender", target, defenders)):
            dice = int(self.dice[area])
            if not dice <= total <= 6 * dice:
                raise IllegalMove(f"the {side}'s {dice} dice cannot sum to {total}")
        return self._after(self.native.attack(source, target, attackers, defenders))

    def transferred(self, source: int, target: int) -> Position:
        """After a transfer; raises IllegalMove."""
        self.refuse_illegal(Command(Kind.TRANSFER, source, target))
        return self._after(self.native.transfer(source, target))

    def ended(self, dealt: Sequence[int]) -> Position:
        """After the end of the turn, with the area of each die that was dealt; raises IllegalMove."""
        try:
            return self._after(self.native.end_turn(list(dealt)))
        except ValueError as error:
            raise IllegalMove(f"dice dealt to {list(dealt)}: {error}") from None

    def _after(self, state: native.State) -> Position:
        return Position.of(state, self.rules, self.map)

    def refuse_illegal(self, command: Command) -> None:
        """Raise IllegalMove, with the rule that is broken, where the command is not legal."""
        reason = self.why_illegal(command)
        if reason is not None:
            raise IllegalMove(f"{command}: {reason}")

    def why_illegal(self, command: Command) -> str | None:
        """The rule that a command breaks; None where it is legal."""
        kind, source, target = command
        if self.over:
            return "the game is over"
        if kind not in tuple(Kind):
            return f"kind {kind} is none of 0 (end), 1 (attack), 2 (transfer)"
        if kind == Kind.END:
            return None
        for area in (source, target):
            if not 0 <= area < len(self.map):
                return f"there is no area {area}; the areas are 0 to {len(self.map) - 1}"
        if self.owners[source] != self.player:
            return f"area {source} belongs to player {self.owners[source]}, not to player {self.player}"
        if target not in self.map.neighbours[source]:
            return f"the areas {source} and {target} do not touch"
        own = self.owners[target] == self.player
        if kind == Kind.ATTACK:
            return self._why_no_attack(source, target, own)
        return self._why_no_transfer(source, target, own)

    def _why_no_attack(self, source: int, target: int, own: bool) -> str | None:
        if own:
            return f"area {target} is your own"
        return "an attack needs two dice or more" if self.dice[source] < 2 else None

    def _why_no_transfer(self, source: int, target: int, own: bool) -> str | None:
        if not own:
            return f"area {target} is not your own"
        if self.transfers_left < 1:
            return f"all {self.rules.transfers} transfers of this turn are used"
        if self.rules.strict and min(MOST_DICE - self.dice[target], self.dice[source] - 1) < 1:
            return "no die can move: the source has one, or the target eight"
        return None

    def views(self, moves: int = 0, seed: int = 0) -> Views:
        """The position as Views of one row, to ask an agent about it."""
        state, player = self.native, self.player
        neighbours = np.full((len(self.map), max(1, self.map.degree)), NO_AREA, np.int8)
        for area, others in enumerate(self.map.neighbours):
            neighbours[area, : len(others)] = others
        return Views(
            self.rules,
            neighbours[np.newaxis],
            self.owners[np.newaxis],
            self.dice[np.newaxis],
            np.array([self.reserves], np.int16),
            np.array([player], np.int8),
            np.array([self.transfers_left], np.int8),
            np.array([state.commands], np.int32),
            np.array([state.turns[player]], np.int32),
            np.array([moves], np.int32),
            np.array([seed], np.uint64),
        )

    @property
    def view(self) -> View:
        """What the player sees whose turn it is."""
        return self.views()[0]

    def svg(self, event: Event | None = None) -> str:
        """The position as an SVG document, with the command that led to it where one is given."""
        from hazard.dice.drawing import svg

        return svg(self, event)

    def _repr_svg_(self) -> str | None:
        return self.svg() if self.map.hexes else None  # then a notebook shows the text


def small(values: Sequence[int] | NDArray[np.integer]) -> NDArray[np.int8]:
    """int8[n]; numbers that do not fit become -1, which no position has."""
    wide = np.asarray(values)
    if not np.issubdtype(wide.dtype, np.integer) or wide.ndim != 1:
        raise PositionError(f"owners and dice must be lists of whole numbers, not {values!r}")
    return np.where((wide < 0) | (wide > 64), -1, wide).astype(np.int8)


def read_only(array: NDArray[np.int8]) -> NDArray[np.int8]:
    """The same array, not writeable."""
    array.flags.writeable = False
    return array


def rebuilt(
    board: Map,
    rules: Rules,
    owners: list[int],
    dice: list[int],
    reserves: tuple[int, ...],
    turn: tuple[int, int, int, tuple[int, ...]],
    course: tuple[int, int, int],
) -> Position:
    """A position that was pickled."""
    player, transfers_used, commands, turns = turn
    battles, all_turns, idle_turns = course
    return Position(
        board,
        owners,
        dice,
        rules=rules,
        reserves=reserves,
        player=player,
        transfers_used=transfers_used,
        commands=commands,
        turns=turns,
        battles=battles,
        all_turns=all_turns,
        idle_turns=idle_turns,
    )
