"""dt.wpm_d: raises a win probability made of numbers of dice."""

from math import log

from .player import Player, attack_or_end
from .win_probability import best_by_dice, largest_regions
from .win_weights import DICE


def entry(dice):
    """What so many dice of a player are to the win probability."""
    return log(dice) if dice > 0 else 0.0


class AI(Player):
    def decide(self, position):
        score, _ = largest_regions(position)
        nothing = [0.0] * len(self.order)
        return attack_or_end(best_by_dice(position, score, self.order, DICE[len(self.order)], entry, nothing))
