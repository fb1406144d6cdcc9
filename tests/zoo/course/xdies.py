"""Ends its process without a word."""

from __future__ import annotations

import os


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        os._exit(3)
