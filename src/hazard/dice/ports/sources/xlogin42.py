"""xlogin42: random in its first three turns, then the best difference out of its largest region."""

from .attacks import best_difference
from .chance import random_attack
from .player import Player, attack_or_end


class AI(Player):
    def decide(self, position):
        if position.turns <= 2:
            return attack_or_end(random_attack(position))
        return attack_or_end(best_difference(position, 1, position.largest_region()))
