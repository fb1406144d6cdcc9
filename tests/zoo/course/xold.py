"""As in 2019: neither constructor nor turn know of transfers."""

from __future__ import annotations

from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_turns_this_game, time_left):
        assert time_left > 0
        best, chance = None, 0.5
        for source, target in possible_attacks(board, self.player_name):
            p = probability_of_successful_attack(board, source.get_name(), target.get_name())
            if p > chance:
                best, chance = (source, target), p
        if best is None:
            return EndTurnCommand()
        return BattleCommand(best[0].get_name(), best[1].get_name())
