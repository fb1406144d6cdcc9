"""Ruins every board that it gets; the next one has to be whole again."""

from __future__ import annotations

from copy import deepcopy

from dicewars.ai.utils import possible_attacks, probability_of_successful_attack
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.player_name = player_name
        self.land = {name: list(area.get_adjacent_areas_names()) for name, area in board.areas.items()}
        self.ruin(board)

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        assert {name: area.get_adjacent_areas_names() for name, area in board.areas.items()} == self.land
        assert all(1 <= area.get_dice() <= 8 for area in board.areas.values())
        whole = deepcopy(board)
        self.ruin(board)
        board = whole
        best, chance = None, 0.5
        for source, target in possible_attacks(board, self.player_name):
            p = probability_of_successful_attack(board, source.get_name(), target.get_name())
            if p > chance:
                best, chance = (source, target), p
        if best is None:
            return EndTurnCommand()
        return BattleCommand(best[0].get_name(), best[1].get_name())

    def ruin(self, board):
        for area in board.areas.values():
            area.set_dice(99)
            area.set_owner(self.player_name)
            area.get_adjacent_areas_names().clear()
            area.note = "mine"
        board.areas.clear()
