"""Plays as dt.rand would, and cannot cope with an area of eight dice beside its own."""

from __future__ import annotations

import random

from dicewars.ai.utils import possible_attacks
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand

NAMES = ("none", "one", "two", "three", "four", "five", "six", "seven")


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        attacks = [(a, b, NAMES[b.get_dice()]) for a, b in possible_attacks(board, self.player_name)]
        if not attacks:
            return EndTurnCommand()
        source, target, _ = random.choice(attacks)
        return BattleCommand(source.get_name(), target.get_name())
