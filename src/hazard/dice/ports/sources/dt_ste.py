"""dt.ste: the attack most likely to win and to hold what it won, from 20 % on."""

from .attacks import steadiest
from .player import Player, attack_or_end


class AI(Player):
    def decide(self, position):
        return attack_or_end(steadiest(position, 0.2))
