"""kb.stei_adt: as kb.stei_at, with two transfers reserved for the evacuation."""

from .attacks import steadiest_by_region
from .player import Player
from .transfers import attack_then_evacuate, transfer_to_border


class AI(Player):
    def decide(self, position):
        to_border = transfer_to_border(position, self.max_transfers - 2)
        if to_border is not None:
            return to_border
        attack = steadiest_by_region(position, len(self.order))
        return attack_then_evacuate(attack, position, self.max_transfers)
