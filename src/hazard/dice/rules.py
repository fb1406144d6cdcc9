"""The rules of a table: how many play, how land and dice are shared out, when a game ends."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from hazard.core.errors import BadInput
from hazard.dice import native

Ownership = Literal["continuous", "scattered"]

MOST_PLAYERS = 8
MOST_AREAS = 64
MOST_GROWN = 50  # areas of a map that is grown: the grid has no room for more
MOST_DICE = 8  # on an area
MOST_RESERVE = 64


class RulesError(BadInput):
    """Rules under which no game can be played."""


@dataclass(frozen=True)
class Rules:
    """`Rules(players=4)` are those of the course platform. Raises RulesError where they make no game.

    `ownership`: each player starts as one region ("continuous"), or gets random areas in turn ("scattered").
    `reserve`: how many dice without room a player may keep; None: 24 less its areas ("complement").
    `transfers` a turn. A game without winner ends after `idle_rounds` rounds of nothing but ended turns, or
    after `most_battles`, or (no rule of the platform, where transfers alone could go on for ever) after
    `most_turns`. `strict` refuses a transfer of no dice; else it is accepted and counts, as there.
    """

    players: int = 4
    areas: int = 34
    ownership: Ownership = "continuous"
    reserve: int | None = None
    transfers: int = 6
    idle_rounds: int = 8
    most_battles: int = 10_000
    most_turns: int = 100_000
    strict: bool = True

    def __post_init__(self) -> None:
        within("players", self.players, 2, MOST_PLAYERS)
        within("areas", self.areas, self.players, MOST_AREAS)
        within("transfers", self.transfers, 0, 127)
        within("idle_rounds", self.idle_rounds, 1, 1_000_000)
        within("most_battles", self.most_battles, 1, 1_000_000_000)
        within("most_turns", self.most_turns, 1, 1_000_000_000)
        if self.reserve is not None:
            within("reserve", self.reserve, 0, MOST_RESERVE)
        if self.ownership not in get_args(Ownership):
            raise RulesError(
                f"unknown ownership {self.ownership!r}; it is {' or '.join(get_args(Ownership))}"
            )

    @cached_property
    def native(self) -> native.Settings:
        """The same for the native core."""
        return native.Settings(
            players=self.players,
            areas=self.areas,
            continuous=self.ownership == "continuous",
            complement=self.reserve is None,
            reserve_limit=MOST_RESERVE if self.reserve is None else self.reserve,
            transfers=self.transfers,
            idle_rounds=self.idle_rounds,
            most_battles=self.most_battles,
            most_turns=self.most_turns,
            strict=self.strict,
        )

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "native"}  # it does not pickle


def within(what: str, value: int, least: int, most: int) -> None:
    """Raise RulesError where a number is not between its bounds."""
    if not least <= value <= most:
        raise RulesError(f"{what} {value}: want {least} to {most:,}")
