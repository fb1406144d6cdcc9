"""Judging by a win probability, the logistic function of weighted features: what three AIs share."""

from math import exp, log, log1p

from .odds import MOST_DICE

LEAST_VALUE = -0.05  # of an attack without eight dice behind it


def sigma(x):
    """The logistic function."""
    return 1 / (1 + exp(-x))


def log_sigma(x):
    """Its logarithm, also where it would vanish."""
    return -log1p(exp(-x)) if x >= 0 else x - log1p(exp(x))


def largest_regions(position):
    """(size, areas) of the player's largest region; of all that are equally large, the areas together."""
    regions = position.regions()
    score = max(map(len, regions))
    return score, set().union(*(region for region in regions if len(region) == score))


def good_enough(position, value, edge):
    """The attack, or None where its value is too low for one without eight dice."""
    return edge if value >= LEAST_VALUE or position.dice[edge[0]] == MOST_DICE else None


def best_by_dice(position, score, order, weights, entry, others):
    """The attack after which the expected win probability is greatest, or None where ending is better.

    The log-odds are a sum over the players in order: weight * entry(dice), and what else of each stands in
    `others`. After every outcome the own dice count as if the turn had ended: more of them by the score.
    """
    me, dice = position.player, position.dice
    total = {player: position.dice_of(player) for player in order}
    weight = dict(zip(order, weights))
    now = {player: entry(total[player]) for player in order}

    def change(player, count):
        """What the log-odds gain if the player had so many dice."""
        return weight[player] * (entry(count) - now[player])

    before = 0.0
    for player, other in zip(order, others):
        before += other + weight[player] * now[player]
    at_before = log_sigma(before)
    ended = before + change(me, total[me] + score)
    ending = log_sigma(ended) - at_before
    best, best_value, full, full_value = None, ending, None, None
    for source, target in position.attacks():
        attackers, defenders, foe = dice[source], dice[target], position.owners[target]
        chance = position.win(source, target)
        won = ended + change(foe, total[foe] - defenders)
        lost = before + change(me, total[me] + score - attackers + 1)
        value = log(chance * sigma(won) + (1 - chance) * sigma(lost)) - at_before
        if value > best_value:
            best, best_value = (source, target), value
        if attackers == MOST_DICE and (full is None or value > full_value):
            full, full_value = (source, target), value
    return full if best is None else good_enough(position, best_value, best)
