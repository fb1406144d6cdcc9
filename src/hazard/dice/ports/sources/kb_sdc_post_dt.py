"""kb.sdc_post_dt: as dt.sdc, then evacuation of endangered dice."""

from .attacks import best_difference
from .player import Player
from .transfers import attack_then_evacuate


class AI(Player):
    def decide(self, position):
        return attack_then_evacuate(best_difference(position), position, self.max_transfers)
