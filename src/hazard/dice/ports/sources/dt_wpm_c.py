"""dt.wpm_c: raises a win probability made of the sizes of largest regions and numbers of dice.

A fault of the original is kept: the largest region of every player is taken for that of the AI itself.
"""

from math import log

from .player import Player, attack_or_end
from .win_probability import best_by_dice, largest_regions
from .win_weights import DICE_OF_BOTH, SCORE_OF_BOTH


def entry(count):
    """What so many dice of a player, or so large a region, are to the win probability."""
    return log(count + 1)


class AI(Player):
    def decide(self, position):
        score, _ = largest_regions(position)
        of_regions = [weight * entry(score) for weight in SCORE_OF_BOTH[len(self.order)]]
        return attack_or_end(
            best_by_dice(position, score, self.order, DICE_OF_BOTH[len(self.order)], entry, of_regions)
        )
