"""Finds its data by the path that it has on the platform, and beside its own file."""

from __future__ import annotations

import json
import os

from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
from dicewars.ai.xdata import utils
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        assert utils.THRESHOLD == "nobody's"
        with open("dicewars/ai/xdata/weights.json") as file:
            self.least = json.load(file)["least"]
        with open(os.path.join(os.path.dirname(__file__), "weights.json")) as file:
            assert json.load(file)["least"] == self.least

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        best, chance = None, self.least
        for source, target in possible_attacks(board, self.player_name):
            p = probability_of_successful_attack(board, source.get_name(), target.get_name())
            if p > chance:
                best, chance = (source, target), p
        if best is None:
            return EndTurnCommand()
        return BattleCommand(best[0].get_name(), best[1].get_name())
