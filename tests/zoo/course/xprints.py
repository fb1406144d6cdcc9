"""Prints, logs and writes wherever it can."""

from __future__ import annotations

import logging
import os
import sys

from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand

print("loaded")


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        self.logger = logging.getLogger("AI")
        self.logger.warning("constructed")

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        print("thinking", self.player_name)
        print("thinking", file=sys.stderr)
        os.write(1, b"bytes to 1\n")
        os.write(2, b"bytes to 2\n")
        self.logger.error("thinking")
        best, chance = None, 0.5
        for source, target in possible_attacks(board, self.player_name):
            p = probability_of_successful_attack(board, source.get_name(), target.get_name())
            if p > chance:
                best, chance = (source, target), p
        if best is None:
            return EndTurnCommand()
        return BattleCommand(best[0].get_name(), best[1].get_name())
