"""Exact odds: of a battle, of a roll, of holding an area until the next turn."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import prod

from hazard.core.errors import BadInput
from hazard.dice import native
from hazard.dice.rules import MOST_DICE


@cache
def battle(attackers: int, defenders: int) -> Fraction:
    """The chance that so many dice beat so many: a sum strictly greater. Both 1 to 8."""
    check_dice(attackers, defenders)
    return Fraction(native.winning_rolls(attackers, defenders), 6 ** (attackers + defenders))


@cache
def win_chance(attackers: int, defenders: int) -> float:
    """The same as a float."""
    return float(battle(attackers, defenders))


@cache
def sum_chance(dice: int, total: int) -> Fraction:
    """The chance that so many dice sum to that."""
    check_dice(dice)
    return Fraction(native.ways(dice, total), 6**dice) if dice <= total <= 6 * dice else Fraction(0)


def hold(dice: int, enemies: Iterable[int]) -> float:
    """The chance that an area with so many dice withstands one attack by each neighbour, given their dice.

    Neighbours with fewer than two dice cannot attack.
    """
    check_dice(dice)
    return prod(1 - win_chance(enemy, dice) for enemy in enemies if enemy >= 2)


def check_dice(*numbers: int) -> None:
    """Raise BadInput where a number of dice is not 1 to 8."""
    for number in numbers:
        if not 1 <= number <= MOST_DICE:
            raise BadInput(f"{number} dice: want 1 to {MOST_DICE}")
