"""kb.sdc_pre_at: all transfers to the border, then as dt.sdc."""

from .attacks import best_difference
from .player import Player, attack_or_end
from .transfers import transfer_to_border


class AI(Player):
    def decide(self, position):
        to_border = transfer_to_border(position, self.max_transfers)
        return attack_or_end(best_difference(position)) if to_border is None else to_border
