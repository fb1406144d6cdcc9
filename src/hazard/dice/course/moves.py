"""What AIs of the course import from the reference AIs' own modules: `dicewars.ai.kb.move_selection`, …"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hazard.dice.course.area import Area
from hazard.dice.course.board import Board
from hazard.dice.course.odds import possible_attacks, probability_of_holding_area
from hazard.dice.rules import MOST_DICE


def get_sdc_attack(board: Board, player_name: int) -> list[int] | None:
    """The attack with the greatest difference of dice, while that is not negative, and the difference."""
    best: list[int] | None = None
    for source, target in possible_attacks(board, player_name):
        difference = source.dice - target.dice
        if difference >= 0 and (best is None or difference > best[2]):
            best = [source.name, target.name, difference]
    return best


def get_transfer_to_border(board: Board, player_name: int) -> tuple[int, int] | None:
    """From the first inner area with two dice or more to its first neighbour on the border that has room."""
    border = {area.name for area in board.get_player_border(player_name)}
    for area in board.get_player_areas(player_name):
        if area.name not in border and area.dice >= 2:
            for other in area.neighbours:
                if other in border and board.get_area(other).dice < MOST_DICE:
                    return area.name, other
    return None


def areas_expected_loss(board: Board, player_name: int, areas: Iterable[Area]) -> float:
    """The dice that attacks on these areas can be expected to cost."""
    return sum(
        (1 - probability_of_holding_area(board, area.name, area.dice, player_name)) * area.dice
        for area in areas
    )


def get_transfer_from_endangered(board: Board, player_name: int) -> tuple[int, int] | None:
    """The transfer off the border that lowers the expected loss of its two areas most, if any lowers it."""
    best: tuple[int, int] | None = None
    most = 0.0
    for area in board.get_player_border(player_name):
        if area.dice < 2:
            continue
        for name in area.neighbours:
            other = board.get_area(name)
            if other.owner_name != player_name:
                continue
            gain = evacuation(board, player_name, area, other)
            if gain > most:
                best, most = (area.name, name), gain
    return best


def evacuation(board: Board, player_name: int, source: Area, target: Area) -> float:
    """By how much a transfer lowers the expected loss; the board stays as it is."""
    before = areas_expected_loss(board, player_name, (source, target))
    moved = min(MOST_DICE - target.dice, source.dice - 1)
    source.dice -= moved
    target.dice += moved
    after = areas_expected_loss(board, player_name, (source, target))
    source.dice += moved
    target.dice -= moved
    return before - after


def attacker_advantage(attacker: Area, defender: Area) -> int:
    """Difference of dice."""
    return attacker.dice - defender.dice


def best_sdc_attack(attacks: Iterable[tuple[Area, Area]]) -> tuple[Area, Area, int]:
    """The first of the attacks with the greatest difference; raises ValueError where there are none."""
    found = [(source, target, attacker_advantage(source, target)) for source, target in attacks]
    return max(found, key=lambda attack: attack[2])


def is_acceptable_sdc_attack(attack: Sequence[object]) -> bool:
    """Whether the attacker has more dice, or all that an area can have."""
    source, _, advantage = attack
    assert isinstance(source, Area)
    assert isinstance(advantage, int)
    return advantage > 0 or source.dice == MOST_DICE
