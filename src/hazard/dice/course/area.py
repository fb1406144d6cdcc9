"""An area of the board that an AI of the course gets: `dicewars.client.game.area`."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any, cast

from hazard.dice.map import Hex

PLAIN = frozenset(("name", "owner_name", "dice", "land_names", "land_keys", "land_hexes"))
"""What every area of ours holds; the rest was put there by the AI, or is made when somebody asks for it."""

LAND = frozenset(("land_names", "land_keys", "land_hexes"))


class Area:
    """One area. What it holds is its own: an AI may change all of it.

    Lists are made when they are asked for. Until then `land_names` has the neighbours' names and `land_keys`
    the same as strings; afterwards both are None, as the AI may have changed the list.
    """

    __module__ = "dicewars.client.game.area"

    name: int
    owner_name: int
    dice: int
    neighbours: list[int]
    hexes: list[list[int]]
    land_names: tuple[int, ...] | None = None
    land_keys: tuple[str, ...] | None = None
    land_hexes: tuple[Hex, ...] = ()

    def __init__(
        self, name: int, owner: int, dice: int, neighbours: Iterable[int], hexes: Iterable[Iterable[int]]
    ) -> None:
        self.name = int(name)
        self.owner_name = int(owner)
        self.dice = int(dice)
        self.neighbours = [int(other) for other in neighbours]
        self.hexes = [[int(number) for number in hexagon] for hexagon in hexes]

    def __getattr__(self, name: str) -> Any:
        mine = self.__dict__
        if name == "neighbours" and mine.get("land_names") is not None:
            self.neighbours = list(mine["land_names"])
            self.land_names = self.land_keys = None
            return self.neighbours
        if name == "hexes" and "land_hexes" in mine:
            self.hexes = [list(hexagon) for hexagon in mine["land_hexes"]]
            return self.hexes
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __deepcopy__(self, memo: dict[int, Any]) -> Area:
        made = memo[id(self)] = new_area(type(self))
        mine = self.__dict__
        made.__dict__ = copied = mine.copy()
        if len(mine) > len(PLAIN):
            for name in mine.keys() - PLAIN:
                copied[name] = deepcopy(mine[name], memo)
        return made

    def __getstate__(self) -> dict[str, Any]:
        _ = self.neighbours, self.hexes  # made now, as whoever loads it does not know our land
        return {name: value for name, value in self.__dict__.items() if name not in LAND}

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
