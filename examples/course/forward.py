"""Dice go to the border, then the greatest advantage attacks; plays as kb.sdc_pre_at of the course does."""

from __future__ import annotations

from dicewars.ai.utils import possible_attacks
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand, TransferCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        self.max_transfers = max_transfers

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        if nb_transfers_this_turn < self.max_transfers:
            transfer = self.to_border(board)
            if transfer is not None:
                return TransferCommand(*transfer)
        best, most = None, -1
        for source, target in possible_attacks(board, self.player_name):
            advantage = source.get_dice() - target.get_dice()
            if advantage > most:
                best, most = (source.get_name(), target.get_name()), advantage
        return EndTurnCommand() if best is None else BattleCommand(*best)

    def to_border(self, board):
        """From the first inner area with dice to spare to its first neighbour at the border with room."""
        border = {area.get_name() for area in board.get_player_border(self.player_name)}
        for area in board.get_player_areas(self.player_name):
            if area.get_name() in border or not area.can_attack():
                continue
            for name in area.get_adjacent_areas_names():
                if name in border and board.get_area(name).get_dice() < 8:
                    return area.get_name(), name
        return None
