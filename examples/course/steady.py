"""The attack most likely to win and then to hold what it won; plays as dt.stei of the course does."""

from __future__ import annotations

from dicewars.ai.utils import (
    attack_succcess_probability,
    possible_attacks,
    probability_of_holding_area,
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
            dice, name = source.get_dice(), target.get_name()
            times = self.preference if source.get_name() in region else 1
            least = 0.0 if dice == 8 else self.least
            win = attack_succcess_probability(dice, target.get_dice())
            if win * times <= best_value or win * times < least:
                continue  # holding what it won is no more than certain
            value = win * probability_of_holding_area(board, name, dice - 1, self.player_name) * times
            if value > best_value and value >= least:
                best, best_value = (source.get_name(), name), value
        return EndTurnCommand() if best is None else BattleCommand(*best)
