"""Moves dice to and fro for ever: beyond the limit its turns end."""

from __future__ import annotations

from dicewars.client.ai_driver import EndTurnCommand, TransferCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        for area in board.get_player_areas(self.player_name):
            for name in area.get_adjacent_areas_names():
                if board.get_area(name).get_owner_name() == self.player_name:
                    return TransferCommand(area.get_name(), name)
        return EndTurnCommand()
