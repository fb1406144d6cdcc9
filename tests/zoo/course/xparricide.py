"""Ends the process that its own was copied from."""

from __future__ import annotations

import os
import signal

from dicewars.client.ai_driver import EndTurnCommand


class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        pass

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        os.kill(os.getppid(), signal.SIGKILL)
        return EndTurnCommand()
