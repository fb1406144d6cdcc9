"""Looks its odds up in an array."""

from __future__ import annotations

import numpy as np
from dicewars.ai.utils import attack_succcess_probability, possible_attacks
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand

CHANCES = np.zeros((9, 9))
for attackers in range(2, 9):
    for defenders in range(1, 9):
        CHANCES[attackers, defenders] = attack_succcess_probability(attackers, defenders)


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        attacks = [
            (a.get_name(), b.get_name(), a.get_dice(), b.get_dice())
            for a, b in possible_attacks(board, self.player_name)
        ]
        if not attacks:
            return EndTurnCommand()
        table = np.array(attacks)
        chances = CHANCES[table[:, 2], table[:, 3]]
        if chances.max() <= 0.5:
            return EndTurnCommand()
        return BattleCommand(*table[chances.argmax(), :2].tolist())
