"""dt.rand: a random legal attack until none is left."""

from .chance import random_attack
from .player import Player, attack_or_end


class AI(Player):
    def decide(self, position):
        return attack_or_end(random_attack(position))
