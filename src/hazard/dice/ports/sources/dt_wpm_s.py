"""dt.wpm_s: raises a win probability made of the sizes of largest regions.

A fault of the original is kept: the score of every player is taken for that of the AI itself.
"""

from math import log

from .odds import MOST_DICE
from .player import Player, attack_or_end
from .win_probability import good_enough, largest_regions, log_sigma
from .win_weights import SCORE

LEAST_CANDIDATE = -1


class AI(Player):
    def decide(self, position):
        return attack_or_end(self.attack(position))

    def attack(self, position):
        """(source, target) of the attack that raises it most, or None."""
        score, largest = largest_regions(position)
        weights = SCORE[len(self.order)]
        log_odds = 0.0
        for weight in weights:
            log_odds += weight * score
        before, with_touch = log_sigma(log_odds), log_sigma(log_odds + weights[0])
        best, best_value = None, None
        for source, target in position.attacks():
            touches = source in largest or not largest.isdisjoint(position.around[target])
            if not touches and position.dice[source] < MOST_DICE:
                continue
            value = (with_touch if touches else before) + log(position.win(source, target)) - before
            if value >= LEAST_CANDIDATE and (best is None or value > best_value):
                best, best_value = (source, target), value
        return None if best is None else good_enough(position, best_value, best)
