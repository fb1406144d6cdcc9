"""Draws its attacks from numpy, which it imports only when it is asked."""

from __future__ import annotations

from dicewars.ai.utils import possible_attacks
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        import numpy as np

        attacks = list(possible_attacks(board, self.player_name))
        if not attacks or np.random.random() < 0.1:  # noqa: NPY002
            return EndTurnCommand()
        source, target = attacks[np.random.randint(len(attacks))]  # noqa: NPY002
        return BattleCommand(source.get_name(), target.get_name())
