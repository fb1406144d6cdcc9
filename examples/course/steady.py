"""The attack most likely to win and then to hold what it won; plays as dt.stei of the course does."""

from __future__ import annotations

from dicewars.ai.utils import (
    possible_attacks,
    probability_of_holding_area,
    probability_of_successful_attack,
)
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        two = len(players_order) == 2
        self.least = 0.2 if two else 0.4
        self.preference = 3 if two else 2  # for attacks out of the largest region

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        region = set(max(board.get_players_regions(self.player_name), key=len))
        best, best_value = None, -1.0
        for source, target in possible_attacks(board, self.player_name):
            value = self.value(board, source, target)
            if source.get_name() in region:
                value *= self.preference
            if value > best_value and (value >= self.least or source.get_dice() == 8):
                best, best_value = (source.get_name(), target.get_name()), value
        return EndTurnCommand() if best is None else BattleCommand(*best)

    def value(self, board, source, target):
        """The chance to win the battle, and then to withstand one attack by every neighbour."""
        name = target.get_name()
        win = probability_of_successful_attack(board, source.get_name(), name)
        return win * probability_of_holding_area(board, name, source.get_dice() - 1, self.player_name)
