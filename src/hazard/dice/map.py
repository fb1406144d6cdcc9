"""A map: areas of hexes, and which of them touch."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hazard.core.errors import BadInput
from hazard.dice import native
from hazard.dice.rules import MOST_AREAS, MOST_GROWN

Hex = tuple[int, int]
"""(x, y) in doubled coordinates: neighbours are (±2, 0) and (±1, ±1)."""


class MapError(BadInput):
    """A map that cannot be: neighbours that are not mutual, areas that nothing connects."""


@dataclass(frozen=True)
class Map:
    """Areas are numbered from 0. The order of an area's neighbours is that of discovery: it breaks ties."""

    neighbours: tuple[tuple[int, ...], ...]
    hexes: tuple[tuple[Hex, ...], ...] = ()
    """Of each area; empty where nobody knows them: then the map cannot be drawn."""

    def __post_init__(self) -> None:
        if not 1 <= len(self.neighbours) <= MOST_AREAS:
            raise MapError(f"a map of {len(self.neighbours)} areas: want 1 to {MOST_AREAS}")
        for area, others in enumerate(self.neighbours):
            for other in others:
                if not 0 <= other < len(self.neighbours) or other == area:
                    raise MapError(f"area {area} cannot touch {other}: the areas are 0 to {len(self) - 1}")
                if area not in self.neighbours[other]:
                    raise MapError(
                        f"area {area} lists {other} as its neighbour, {other} does not list {area}"
                    )
            if len(set(others)) < len(others):
                raise MapError(f"area {area} lists a neighbour twice: {others}")
        missing = set(range(len(self))) - self._reached()
        if missing:
            raise MapError(f"area {min(missing)} cannot be reached from area 0")

    def _reached(self) -> set[int]:
        reached: set[int] = {0}
        fresh: list[int] = [0]
        while fresh:
            new = {other for area in fresh for other in self.neighbours[area]} - reached
            reached |= new
            fresh = list(new)
        return reached

    def __len__(self) -> int:
        return len(self.neighbours)

    @classmethod
    def grow(cls, areas: int = 34, seed: int = 0) -> Map:
        """A new map as the course platform makes them; the same seed gives the same one anywhere."""
        check_grows(areas)
        return cls.of(native.Map.grow(areas, seed))

    @classmethod
    def of(cls, grown: native.Map) -> Map:
        """The map that the native core made."""
        return cls(
            tuple(map(tuple, grown.neighbours)), tuple(map(tuple, grown.hexes)) if any(grown.hexes) else ()
        )

    @cached_property
    def native(self) -> native.Map:
        """The same for the native core."""
        try:
            return native.Map(self.neighbours, self.hexes)
        except ValueError as error:
            raise MapError(f"not a map: {error}") from None

    @property
    def degree(self) -> int:
        """The most neighbours that an area has."""
        return max(map(len, self.neighbours))

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "native"}  # it does not pickle


def check_grows(areas: int) -> None:
    """Raise MapError where the grid has no room to grow so many areas."""
    if not 1 <= areas <= MOST_GROWN:
        raise MapError(f"a map of {areas} areas cannot be grown: want 1 to {MOST_GROWN}")
