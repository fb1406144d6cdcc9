"""Names areas by numpy's integers, which JSON does not know."""

from __future__ import annotations

import numpy as np
from dicewars.ai.utils import possible_attacks
from dicewars.client.ai_driver import BattleCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        for source, target in possible_attacks(board, self.player_name):
            return BattleCommand(np.int64(source.get_name()), target.get_name())
