"""dt.stei: as dt.ste from 40 % on, attacks out of the largest region counted double."""

from .attacks import steadiest_by_region
from .player import Player, attack_or_end


class AI(Player):
    def decide(self, position):
        return attack_or_end(steadiest_by_region(position, len(self.order)))
