"""An area of the board that an AI of the course gets: `dicewars.client.game.area`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any, cast

from hazard.dice.map import Hex

PLAIN = frozenset(("name", "owner_name", "dice", "land_names", "land_keys", "land_hexes"))
"""What every area of ours holds; the rest was put there by the AI, or is made when somebody asks for it."""

LAND = frozenset(("land_names", "land_keys", "land_hexes"))


class OnDemand:
    """An attribute that is made when somebody asks for it, and then is one as any other.

    `__getattr__` would do the same, but every attribute of a class that has it is slow.
    """

    def __init__(self, make: Callable[[Any], object]) -> None:
        self._make = make
        self._name = ""

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, area: Any, _owner: type | None = None) -> object:
        if area is None:
            return self
        made = self._make(area)
        setattr(area, self._name, made)
        return made


def made_neighbours(area: Area) -> list[int]:
    """Names in a list of one's own."""
    names = area.land_names
    if names is None:
        raise AttributeError("this area lost its neighbours")
    area.land_names = area.land_keys = None
    return list(names)


def made_hexes(area: Area) -> list[list[int]]:
    """Likewise."""
    return [list(hexagon) for hexagon in area.land_hexes]


class Area:
    """One area. What it holds is its own: an AI may change all of it.

    Lists are made when they are asked for. Until then `land_names` has the neighbours' names and `land_keys`
    the same as strings; afterwards both are None, as the AI may have changed the list.
    """

    __module__ = "dicewars.client.game.area"

    name: int
    owner_name: int
    dice: int
    neighbours = cast("list[int]", OnDemand(made_neighbours))
    hexes = cast("list[list[int]]", OnDemand(made_hexes))
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
        return self.name  # and not where it lies: sets of areas have the same order every time

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
