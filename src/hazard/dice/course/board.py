"""The board that an AI of the course gets: `dicewars.client.game.board`.

On the platform every decision costs a deep copy of the board, some milliseconds. Here the copies share what
never changes, the land, and even so each can be mangled without harm to any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from hazard.dice.course.area import Area, new_area
from hazard.dice.map import Hex
from hazard.dice.rules import MOST_AREAS

Row = tuple[str, int, tuple[int, ...], tuple[str, ...], tuple[Hex, ...]]
"""Key and name of an area, its neighbours' names and keys, its hexes."""


class Keys(dict[int, str]):
    """What `str` makes of names, most of it made before."""

    def __missing__(self, name: int) -> str:
        return str(name)


KEYS = Keys((name, str(name)) for name in range(MOST_AREAS + 1))


@dataclass(frozen=True)
class Land:
    """What all boards of one map share; areas are named from 1 in their order."""

    neighbours: tuple[tuple[int, ...], ...]
    """Names."""
    hexes: tuple[tuple[Hex, ...], ...]
    """Of each area; empty where they are not known."""

    @classmethod
    def of(cls, neighbours: Sequence[Sequence[int]], hexes: Sequence[tuple[Hex, ...]] = ()) -> Land:
        """From areas that are numbered from 0."""
        around = tuple(tuple(other + 1 for other in others) for others in neighbours)
        return cls(around, tuple(hexes) or ((),) * len(around))

    def __len__(self) -> int:
        return len(self.neighbours)

    @cached_property
    def rows(self) -> list[Row]:
        """For `board_of`."""
        return [
            (str(name), name, around, tuple(map(str, around)), hexes)
            for name, (around, hexes) in enumerate(zip(self.neighbours, self.hexes, strict=True), start=1)
        ]


class Board:
    """All areas, by their names as strings."""

    __module__ = "dicewars.client.game.board"

    areas: dict[str, Area]

    def __init__(self, areas: Mapping[Any, Any], board: Mapping[Any, Any]) -> None:
        self.areas = {
            name: Area(
                name, area["owner"], area["dice"], board[name]["neighbours"], board[name].get("hexes", ())
            )
            for name, area in areas.items()
        }

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        made = memo[id(self)] = cast("Board", Board.__new__(type(self)))
        made.areas = {
            name: area.__deepcopy__(memo) if type(area) is Area else deepcopy(area, memo)
            for name, area in self.areas.items()
        }
        if len(self.__dict__) > 1:
            for name, value in self.__dict__.items():
                if name != "areas":
                    made.__dict__[name] = deepcopy(value, memo)
        return made

    def get_area(self, idx: int | str) -> Area:
        """The area of that name; raises KeyError where there is none."""
        return self.areas[str(idx)]

    def get_player_areas(self, player_name: int) -> list[Area]:
        """All areas of a player, ascending."""
        return [area for area in self.areas.values() if area.owner_name == player_name]

    def get_player_border(self, player_name: int) -> list[Area]:
        """Those of its areas that touch another player's."""
        areas, border = self.areas, list[Area]()
        for area in areas.values():
            if area.owner_name == player_name:
                for key in area.land_keys or map(str, area.neighbours):
                    if areas[key].owner_name != player_name:
                        border.append(area)
                        break
        return border

    def get_player_dice(self, player_name: int) -> int:
        """All dice of a player on the board."""
        return sum(area.dice for area in self.areas.values() if area.owner_name == player_name)

    def get_players_regions(self, player_name: int, skip_area: int | None = None) -> list[list[int]]:
        """The names of the areas of each of its regions; `[[]]` where it has none.

        `skip_area` counts as not its own.
        """
        areas = self.areas.values()
        left = [area.name for area in areas if area.owner_name == player_name and area.name != skip_area]
        if not left:
            return [[]]
        regions: list[list[int]] = []
        while left:
            region = self.get_areas_region(left[0], left)
            regions.append(region)
            found = set(region)
            left = [name for name in left if name not in found]
        return regions

    def get_areas_region(self, area_name: int, available_areas: Iterable[int]) -> list[int]:
        """The names of those available areas that hang together with this one."""
        left, areas = set(available_areas), self.areas
        waiting, region = {area_name}, list[int]()
        while waiting:
            name = waiting.pop()
            left.discard(name)
            region.append(name)
            area = areas[KEYS[name]]
            for other in area.land_names or area.neighbours:
                if other in left:
                    waiting.add(other)
        return region

    def is_at_border(self, area: Area) -> bool:
        """Whether it touches an area of somebody else."""
        owner, areas = area.owner_name, self.areas
        for key in area.land_keys or map(str, area.neighbours):  # noqa: SIM110  # a generator costs thrice as much
            if areas[key].owner_name != owner:
                return True
        return False

    def nb_players_alive(self) -> int:
        """How many own something."""
        return len({area.owner_name for area in self.areas.values()})


def board_of(rows: Sequence[Row], owners: bytes, dice: bytes) -> Board:
    """A board of one's own: `rows` of the land, and the owner's name and the dice of each area."""
    board, make, kind = cast("Any", Board.__new__(Board)), new_area, Area
    areas: dict[str, Area] = {}
    for (key, name, around, keys, hexes), owner, count in zip(rows, owners, dice):  # noqa: B905  # checking costs
        areas[key] = area = make(kind)
        area.name = name  # one by one, as that is twice as fast as a dictionary
        area.owner_name = owner
        area.dice = count
        area.land_names = around
        area.land_keys = keys
        area.land_hexes = hexes
    board.areas = areas
    return board
