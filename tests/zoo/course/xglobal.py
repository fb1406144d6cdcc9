"""Keeps state in its module, which has to be fresh for every game and every seat."""

from __future__ import annotations

from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand

CONSTRUCTED = []
MOVES = {"so far": 0}


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        CONSTRUCTED.append(player_name)
        assert CONSTRUCTED == [player_name], CONSTRUCTED

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        if nb_turns_this_game == 0 and nb_moves_this_turn == 0:
            assert MOVES["so far"] == 0, MOVES
        MOVES["so far"] += 1
        best, chance = None, 0.5
        for source, target in possible_attacks(board, self.player_name):
            p = probability_of_successful_attack(board, source.get_name(), target.get_name())
            if p > chance:
                best, chance = (source, target), p
        if best is None:
            return EndTurnCommand()
        return BattleCommand(best[0].get_name(), best[1].get_name())
