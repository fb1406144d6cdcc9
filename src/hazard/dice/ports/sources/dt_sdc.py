"""dt.sdc: the attack with the greatest dice difference, while it is not negative."""

from .attacks import best_difference
from .player import Player, attack_or_end


class AI(Player):
    def decide(self, position):
        return attack_or_end(best_difference(position))
