"""The AI; its modules are imported both ways."""

from __future__ import annotations

from dicewars.ai.xpackage.utils import THRESHOLD
from dicewars.client.ai_driver import EndTurnCommand

from .choice import best_attack


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        return best_attack(board, self.player_name, THRESHOLD) or EndTurnCommand()
