"""kb.stei_at: all transfers to the border, then as dt.stei, then evacuation with what is left."""

from .attacks import steadiest_by_region
from .player import Player
from .transfers import attack_then_evacuate, transfer_to_border


class AI(Player):
    def decide(self, position):
        to_border = transfer_to_border(position, self.max_transfers)
        if to_border is not None:
            return to_border
        attack = steadiest_by_region(position, len(self.order))
        return attack_then_evacuate(attack, position, self.max_transfers)
