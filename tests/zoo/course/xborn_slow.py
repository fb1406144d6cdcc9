"""Never comes out of its constructor."""

from __future__ import annotations

import time


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        time.sleep(3600)

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        return None
