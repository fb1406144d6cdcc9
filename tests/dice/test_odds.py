"""Odds are exact: compared with every roll counted, and with sums of dice added one die at a time."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from hazard.core.errors import BadInput
from hazard.dice.odds import battle, hold, sum_chance, win_chance

DICE = range(1, 9)


def added(dice: int) -> dict[int, Fraction]:
    """The distribution of a sum, one die after the other."""
    chances = {0: Fraction(1)}
    for _ in range(dice):
        more: dict[int, Fraction] = {}
        for (total, chance), face in product(chances.items(), range(1, 7)):
            more[total + face] = more.get(total + face, Fraction(0)) + chance / 6
        chances = more
    return chances


@pytest.mark.parametrize(("attackers", "defenders"), [(a, d) for a in DICE for d in DICE if a + d <= 6])
def test_a_battle_is_won_as_often_as_counting_every_roll_says(attackers: int, defenders: int) -> None:
    rolls = product(range(1, 7), repeat=attackers + defenders)
    won = sum(sum(roll[:attackers]) > sum(roll[attackers:]) for roll in rolls)
    assert battle(attackers, defenders) == Fraction(won, 6 ** (attackers + defenders))


@pytest.mark.parametrize("attackers", DICE)
def test_a_battle_is_won_as_often_as_added_dice_say(attackers: int) -> None:
    mine = added(attackers)
    for defenders in DICE:
        theirs = added(defenders)
        chance = sum(p * q for (a, p), (d, q) in product(mine.items(), theirs.items()) if a > d)
        assert battle(attackers, defenders) == chance
        assert win_chance(attackers, defenders) == float(chance)


@pytest.mark.parametrize(
    ("attackers", "defenders", "chance"),
    [(1, 1, Fraction(15, 36)), (2, 1, Fraction(181, 216)), (1, 2, Fraction(20, 216)), (1, 6, Fraction(0))],
)
def test_known_odds(attackers: int, defenders: int, chance: Fraction) -> None:
    assert battle(attackers, defenders) == chance


def test_one_side_wins_or_the_sums_are_equal() -> None:
    for a, d in product(DICE, DICE):
        equal = sum(sum_chance(a, total) * sum_chance(d, total) for total in range(49))
        assert battle(a, d) + battle(d, a) + equal == 1


@pytest.mark.parametrize("dice", DICE)
def test_sums_come_as_often_as_added_dice_say(dice: int) -> None:
    expected = added(dice)
    for total in range(-1, 60):
        assert sum_chance(dice, total) == expected.get(total, 0)


def test_an_area_holds_if_no_neighbour_that_can_attack_takes_it() -> None:
    assert hold(3, []) == 1
    assert hold(3, [1, 1]) == 1
    expected = (1 - battle(4, 3)) * (1 - battle(8, 3))
    assert hold(3, [4, 1, 8]) == pytest.approx(float(expected), rel=1e-15)
    assert hold(1, [8, 8]) == pytest.approx(float((1 - battle(8, 1)) ** 2))


@pytest.mark.parametrize(("attackers", "defenders"), [(0, 1), (1, 0), (9, 1), (1, 9), (-1, 3)])
def test_other_numbers_of_dice_are_refused_in_one_line(attackers: int, defenders: int) -> None:
    with pytest.raises(BadInput, match=r"^-?\d+ dice: want 1 to 8$"):
        battle(attackers, defenders)


def test_hold_and_sums_refuse_them_too() -> None:
    with pytest.raises(BadInput, match="9 dice: want 1 to 8"):
        hold(9, [2])
    with pytest.raises(BadInput, match="9 dice: want 1 to 8"):
        hold(2, [9])
    with pytest.raises(BadInput, match="0 dice: want 1 to 8"):
        sum_chance(0, 0)
