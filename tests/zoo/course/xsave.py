"""Saves what it sees, as some do for debugging, and reads it again."""

from __future__ import annotations

import pickle

from dicewars.ai.utils import possible_attacks, probability_of_successful_attack, save_state
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        self.players_order = players_order

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        with open("debug.save", "wb") as file:
            save_state(file, board, self.player_name, self.players_order)
        with open("debug.save", "rb") as file:
            state = pickle.load(file)
        assert state["order"] == self.players_order
        board = state["board"]  # decides by what it has read
        best, chance = None, 0.5
        for source, target in possible_attacks(board, self.player_name):
            p = probability_of_successful_attack(board, source.get_name(), target.get_name())
            if p > chance:
                best, chance = (source, target), p
        if best is None:
            return EndTurnCommand()
        return BattleCommand(best[0].get_name(), best[1].get_name())
