"""Which attack."""

from __future__ import annotations

from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
from dicewars.client.ai_driver import BattleCommand


def best_attack(board, player_name, chance):
    best = None
    for source, target in possible_attacks(board, player_name):
        p = probability_of_successful_attack(board, source.get_name(), target.get_name())
        if p > chance:
            best, chance = BattleCommand(source.get_name(), target.get_name()), p
    return best
