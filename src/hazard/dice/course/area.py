"""An area of the board that an AI of the course gets: `dicewars.client.game.area`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, cast

from hazard.dice.map import Hex

PLAIN = frozenset(("name", "owner_name", "dice", "neighbours", "_land"))
"""What every area holds; anything else was put there by the AI, or is made when somebody asks for it."""


class Area:
    """One area. What it holds is its own: an AI may change all of it."""

    __module__ = "dicewars.client.game.area"

    name: int
    owner_name: int
    dice: int
    neighbours: list[int]
    hexes: list[list[int]]

    def __init__(
        self, name: int, owner: int, dice: int, neighbours: Iterable[int], hexes: Iterable[Iterable[int]]
    ) -> None:
        self.name = int(name)
        self.owner_name = int(owner)
        self.dice = int(dice)
        self.neighbours = [int(other) for other in neighbours]
        self.hexes = [[int(number) for number in hexagon] for hexagon in hexes]

    def __getattr__(self, name: str) -> Any:
        land = self.__dict__.get("_land")
        if name != "hexes" or land is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.hexes = [list(hexagon) for hexagon in cast("tuple[Hex, ...]", land)]  # few AIs look at them
        return self.hexes

    def __deepcopy__(self, memo: dict[int, Any]) -> Area:
        made = memo[id(self)] = new_area(type(self))
        mine = self.__dict__
        made.__dict__ = copied = mine.copy()
        copied["neighbours"] = mine["neighbours"].copy()
        if len(mine) > len(PLAIN):
            for name in mine.keys() - PLAIN:
                copied[name] = deepcopy(mine[name], memo)
        return made

    def __getstate__(self) -> dict[str, Any]:
        self.hexes  # noqa: B018  # made now, as whoever loads it does not know our land
        return {name: value for name, value in self.__dict__.items() if name != "_land"}

    def __hash__(self) -> int:
        return self.__dict__["name"]  # and not where it lies: sets of areas have the same order every time

    def __eq__(self, other: object) -> bool:
        return self is other

    def get_adjacent_areas_names(self) -> list[int]:
        """Names of the areas that it touches, in the order of discovery."""
        return self.neighbours

    def get_adjacent_areas(self) -> list[int]:
        """The same, as it was called until 2020."""
        return self.neighbours

    def get_dice(self) -> int:
        """1 to 8."""
        return self.dice

    def get_name(self) -> int:
        """1 and up."""
        return self.name

    def get_owner_name(self) -> int:
        """A player's name, 1 and up."""
        return self.owner_name

    def get_hexes(self) -> list[list[int]]:
        """Where it lies on the grid; nothing where nobody knows."""
        return self.hexes

    def can_attack(self) -> bool:
        """Whether it has two dice or more."""
        return self.dice >= 2

    def set_dice(self, dice: int) -> None:
        """Of this copy."""
        if dice < 1:
            raise ValueError(f"area {self.name} cannot have {dice} dice")
        self.dice = dice

    def set_owner(self, name: int) -> None:
        """Of this copy."""
        self.owner_name = int(name)


new_area = cast("Any", Area.__new__)
