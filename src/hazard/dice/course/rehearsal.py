"""Our part of a decision, played through before any AI is asked.

Python fits code to what it works on when it has run some times, and a copied process pays for every page that
it writes. So this is done once, in the process that is copied.
"""

from __future__ import annotations

from hazard.dice.course.board import Land, board_of
from hazard.dice.course.commands import BattleCommand, EndTurnCommand, TransferCommand
from hazard.dice.course.judging import State, judged
from hazard.dice.course.moves import get_sdc_attack, get_transfer_from_endangered, get_transfer_to_border
from hazard.dice.course.odds import (
    possible_attacks,
    probability_of_holding_area,
    probability_of_successful_attack,
)

TIMES = 20
SIDE = 6  # of the map, a square


def rehearse() -> None:
    """A few boards, and what AIs usually ask of them."""
    places = range(SIDE * SIDE)
    land = Land.of([[other for other in places if touch(place, other)] for place in places])
    owners = bytes(1 + (place % SIDE) // 3 for place in places)
    for number in range(TIMES):
        dice = bytes(1 + (place * 5 + number) % 8 for place in places)
        board = board_of(land.rows, owners, dice)
        board.get_players_regions(1)
        for source, target in possible_attacks(board, 1):
            probability_of_successful_attack(board, source.get_name(), target.get_name())
            probability_of_holding_area(board, target.get_name(), source.get_dice(), 1)
        get_transfer_to_border(board, 1)
        get_transfer_from_endangered(board, 1)
        state = State(land, 1, owners, dice, 6)
        judged(EndTurnCommand(), state)
        judged(TransferCommand(1, 2), state)
        attack = get_sdc_attack(board, 1)
        if attack is not None:
            judged(BattleCommand(attack[0], attack[1]), state)


def touch(one: int, other: int) -> bool:
    """Whether two places of the square are neighbours."""
    (row, column), (row_, column_) = divmod(one, SIDE), divmod(other, SIDE)
    return abs(row - row_) + abs(column - column_) == 1
