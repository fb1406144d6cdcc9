"""Which attack to play: each function gives (source, target), or None where no attack is good enough."""

from .odds import MOST_DICE, WIN


def best_difference(position, least=0, region=None):
    """The greatest dice difference from `least` on, the first of equal ones.

    With a region: only attacks out of it; those with eight dice are good enough whatever the difference.
    """
    dice = position.dice
    best, greatest = None, -MOST_DICE
    for source, target in position.attacks():
        if region is not None and source not in region:
            continue
        difference = dice[source] - dice[target]
        good = difference >= least or (region is not None and dice[source] == MOST_DICE)
        if good and difference > greatest:
            best, greatest = (source, target), difference
    return best


def steadiest(position, threshold, region=(), weight=1):
    """The attack most likely to win and then to hold what it won, from a threshold on; the first of equals.

    Attacks out of the region count `weight` times. Those with eight dice are always good enough.
    """
    dice = position.dice
    best, best_value = None, -1
    for source, target in position.attacks():
        throws = dice[source]
        times = weight if source in region else 1
        win = WIN[throws][dice[target]]
        if win * times <= best_value or (win * times < threshold and throws < MOST_DICE):
            continue  # holding is no more than certain
        value = win * position.hold(target, throws - 1) * times
        if value > best_value and (value >= threshold or throws == MOST_DICE):
            best, best_value = (source, target), value
    return best


def steadiest_by_region(position, players):
    """`steadiest` with preference for the largest region; bolder where two play."""
    threshold, weight = (0.2, 3) if players == 2 else (0.4, 2)
    return steadiest(position, threshold, position.largest_region(), weight)
