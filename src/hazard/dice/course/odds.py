"""What an AI of the course imports from `dicewars.ai.utils`."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import lru_cache
from math import exp
from typing import IO, Any

from hazard.dice.course.area import Area
from hazard.dice.course.board import Board
from hazard.dice.odds import win_chance
from hazard.dice.rules import MOST_DICE

CHANCES: dict[int, dict[int, float]] = {
    attackers: {defenders: win_chance(attackers, defenders) for defenders in range(1, MOST_DICE + 1)}
    for attackers in range(2, MOST_DICE + 1)
}
WITHSTOOD: dict[int, dict[int, float]] = {
    defenders: {attackers: 1.0 - CHANCES[attackers][defenders] for attackers in CHANCES}
    for defenders in range(1, MOST_DICE + 1)
}
NEVER: dict[int, float] = {}


def possible_attacks(board: Board, player_name: int) -> Iterator[tuple[Area, Area]]:
    """Every (source, target): sources ascending, targets in the order of discovery."""
    areas = board.areas
    for area in board.get_player_border(player_name):
        if area.dice >= 2:
            for key in area.land_keys or tuple(map(str, area.neighbours)):
                target = areas[key]
                if target.owner_name != player_name:
                    yield area, target


def attack_succcess_probability(atk: int, df: int) -> float:
    """The chance that so many dice beat so many; raises KeyError where no such battle is fought."""
    return CHANCES[atk][df]


def probability_of_successful_attack(board: Board, atk_area: int, target_area: int) -> float:
    """The chance that an attack is won, by the names of its areas."""
    areas = board.areas
    return CHANCES[areas[str(atk_area)].dice][areas[str(target_area)].dice]


def probability_of_holding_area(board: Board, area_name: int, area_dice: int, player_name: int) -> float:
    """The chance that an area with so many dice withstands one attack by each hostile neighbour.

    Multiplied in ascending order, as our own players do: rounded otherwise, equal attacks would not be equal.
    """
    areas, chance, held = board.areas, 1.0, WITHSTOOD.get(area_dice, NEVER)
    area = areas[str(area_name)]
    for key in ascending(area.land_keys or tuple(map(str, area.neighbours))):
        foe = areas[key]
        if foe.owner_name != player_name and foe.dice != 1:
            chance *= held[foe.dice]
    return chance


@lru_cache(maxsize=4096)
def ascending(keys: tuple[str, ...]) -> tuple[str, ...]:
    """Names of areas, in the order of their numbers."""
    return tuple(sorted(keys, key=int))


def sigmoid(a: Any) -> Any:
    """The logistic function, of a number or of an array."""
    if isinstance(a, int | float):
        return 1.0 / (1.0 + exp(-a))
    import numpy as np

    return 1.0 / (1.0 + np.exp(-a))


def save_state(f: IO[bytes], board: Board, player_name: int, players_order: list[int]) -> None:
    """Write what an AI sees to an open file, as the platform does: a pickle of four entries."""
    state = {
        "player_name": player_name,
        "board": board,
        "current_player_name": player_name,
        "order": players_order,
    }
    pickle.dump(state, f)
