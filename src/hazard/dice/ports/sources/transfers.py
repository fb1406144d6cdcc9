"""Moving dice between own areas: to the border before attacks, away from it after them."""

from dicewars.client.ai_driver import TransferCommand

from .odds import MOST_DICE
from .player import attack_or_end


def to_border(position):
    """(source, target): the first inner area with dice to spare, its first border neighbour that has room."""
    dice = position.dice
    for source in position.own:
        if dice[source] < 2 or position.at_border(source):
            continue
        for target in position.around[source]:
            if dice[target] < MOST_DICE and position.at_border(target):
                return source, target
    return None


def evacuation(position):
    """(source, target): from the border, what most lowers the dice that the two areas may expect to lose."""
    dice, owners = position.dice, position.owners

    def loss(area, held):
        return (1 - position.hold(area, held)) * held

    best, greatest = None, 0
    for source in position.own:
        if dice[source] < 2 or not position.at_border(source):
            continue
        for target in position.around[source]:
            here, there = dice[source], dice[target]
            if owners[target] != position.player or there == MOST_DICE:
                continue
            moved = min(MOST_DICE - there, here - 1)
            gain = loss(source, here) + loss(target, there)
            gain = gain - loss(source, here - moved) - loss(target, there + moved)
            if gain > greatest:
                best, greatest = (source, target), gain
    return best


def transfer_to_border(position, most):
    """The command, while fewer than `most` transfers are used; None where there is nothing to bring up."""
    edge = to_border(position) if position.transfers < most else None
    return None if edge is None else TransferCommand(*edge)


def attack_then_evacuate(attack, position, most):
    """The command to attack; where there is no attack, to evacuate while transfers are left; else the end."""
    away = evacuation(position) if attack is None and position.transfers < most else None
    return attack_or_end(attack) if away is None else TransferCommand(*away)
