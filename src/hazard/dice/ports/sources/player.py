"""What the AIs share: each reads the board into a Position and decides on that."""

from dicewars.client.ai_driver import BattleCommand, EndTurnCommand

from .position import Land, Position


class Player:
    """Base class of an AI that writes `decide(position)`, a command of the platform."""

    def __init__(self, player_name, board, players_order, max_transfers):
        own = players_order.index(player_name)
        self.player_name = player_name
        self.order = players_order[own:] + players_order[:own]  # of turns, this player first
        self.max_transfers = max_transfers
        self.land = Land(board)

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        """One command; the platform asks again until the turn is ended."""
        position = Position(self.land, board, self.player_name)
        position.moves = nb_moves_this_turn
        position.transfers = nb_transfers_this_turn
        position.turns = nb_turns_this_game
        return self.decide(position)

    def decide(self, position):
        """A BattleCommand, a TransferCommand or an EndTurnCommand."""
        raise NotImplementedError


def attack_or_end(edge):
    """The command to attack along (source, target), or where there is none the end of the turn."""
    return EndTurnCommand() if edge is None else BattleCommand(*edge)
