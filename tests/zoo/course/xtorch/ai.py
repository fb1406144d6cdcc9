"""Asks a network whose weights lie beside it."""

from __future__ import annotations

import torch
from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand

from .net import Net


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        self.net = Net()
        self.net.load_state_dict(torch.load("dicewars/ai/xtorch/net.pt"))
        self.net.eval()

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        attacks = [(a.get_name(), b.get_name()) for a, b in possible_attacks(board, self.player_name)]
        if not attacks:
            return EndTurnCommand()
        chances = torch.tensor([[probability_of_successful_attack(board, *attack)] for attack in attacks])
        with torch.no_grad():
            values = self.net(chances)[:, 0]
        if values.max() <= 0.5:
            return EndTurnCommand()
        return BattleCommand(*attacks[int(values.argmax())])
