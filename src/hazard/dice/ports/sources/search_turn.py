"""Searches over the commands of a turn, both outcomes of every battle, for the position best to leave behind.

How much is looked at is counted, never timed. Dice in reserve are not told here: the player keeps count of
its own, and takes it that others have none.
"""

from dicewars.client.ai_driver import BattleCommand, EndTurnCommand, TransferCommand

from .odds import MOST_DICE, WIN
from .player import Player
from .search_state import Ground, State, bits

STANDING = 0.02  # what an attack by 8 dice may cost: they can grow no more where they stand
OVERFLOW = 0.10  # likewise where more dice will come than all areas have room for
HOPELESS = 0.18  # attacks that win more rarely are not looked at
UNLIKELY = 0.03  # nor is what follows events this rare
MOST_RESERVE = 24  # less the own areas
ATTACK, TRANSFER = 1, 2


class Searcher(Player):
    """Base class of the AIs: `depth` commands ahead, following `first` of the next, `width` of later ones."""

    depth, first, width = 1, 0, 0

    def __init__(self, player_name, board, players_order, max_transfers):
        super().__init__(player_name, board, players_order, max_transfers)
        self.ground = Ground(self.land, self.order)
        self.reserve = 0
        self.options = []  # of the last decision: (command, value), a value is a chance to win

    def decide(self, position):
        """The best command; a line of commands stays together: each takes up an area of those before it."""
        left = self.max_transfers - position.transfers
        state = State.of(self.ground, position, self.reserve, left)
        self.options = self.valued(state)
        (kind, source, target), _ = max(self.options, key=lambda option: option[1])
        if kind == ATTACK:
            return BattleCommand(source, target)
        if kind == TRANSFER:
            return TransferCommand(source, target)
        self.end(state)
        return EndTurnCommand()

    def valued(self, state):
        """(command, value) of the commands that are followed, the end first: it wins where none is better."""
        options = looked_at(state, -1)
        if self.depth > 1:
            options = [
                (command, self.after(state, command, self.depth - 1, areas_in(command), 1.0))
                for command, _ in narrowed(options, self.first)
            ]
        size, dice = len(state.shapes[self.order[0]].areas), state.holdings[self.order[0]].dice
        crowded = state.income() - (MOST_DICE * size - dice) >= MOST_DICE - 1
        standing = OVERFLOW if crowded else STANDING
        found = [((0, 0, 0), state.value() + 1e-9)]
        for command, value in options:
            full = command[0] == ATTACK and state.dice[command[1]] == MOST_DICE
            found.append((command, value + standing if full else value))
        return found

    def end(self, state):
        """The turn ends: what of the income has no room is kept."""
        me = self.order[0]
        size = len(state.shapes[me].areas)
        room = MOST_DICE * size - state.holdings[me].dice
        self.reserve = min(max(0, state.income() - room), max(0, MOST_RESERVE - size))

    def after(self, state, command, depth, line, likely):
        """What a command leads to, with the best of `depth` further commands of its line."""
        kind, source, target = command
        if kind == TRANSFER:
            return self.best_of(state.after_transfer(source, target), depth, line, likely)
        chance = WIN[state.dice[source]][state.dice[target]]
        won, lost = state.after_attack(source, target)
        return chance * self.best_of(won, depth, line, likely * chance) + (1 - chance) * self.best_of(
            lost, depth, line, likely * (1 - chance)
        )

    def best_of(self, state, depth, line, likely):
        """The value of a state from which up to `depth` commands of a line follow."""
        best = state.value()
        if depth == 0 or likely < UNLIKELY:
            return best
        options = looked_at(state, line)
        if depth == 1:
            return max([best] + [value for _, value in options])
        for command, _ in narrowed(options, self.width):
            best = max(best, self.after(state, command, depth - 1, line | areas_in(command), likely))
        return best


def areas_in(command):
    """The two, as a set."""
    return 1 << command[1] | 1 << command[2]


def narrowed(options, width):
    """The best options, the first of equals before the others."""
    return sorted(options, key=lambda option: -option[1])[:width]


def looked_at(state, line):
    """(command, value one step ahead) of every command of a line but the end, attacks first."""
    ground, dice = state.ground, state.dice
    own, touching = state.own[ground.order[0]], ground.touching
    sources = [area for area in state.shapes[ground.order[0]].areas if dice[area] >= 2]
    options = []
    for source in sources:
        enemies = touching[source] & ~own
        for target in bits(enemies if line >> source & 1 else enemies & line):
            chance = WIN[dice[source]][dice[target]]
            if chance > HOPELESS:
                won, lost = state.after_attack(source, target)
                value = chance * won.value() + (1 - chance) * lost.value()
                options.append(((ATTACK, source, target), value))
    if state.transfers < 1:
        return options
    rings = rings_of(state, own)
    for source in sources:
        friends = touching[source] & own & forward_of(1 << source, rings)
        for target in bits(friends if line >> source & 1 else friends & line):
            if dice[target] < MOST_DICE:
                value = state.after_transfer(source, target).value()
                options.append(((TRANSFER, source, target), value))
    return options


def rings_of(state, own):
    """Own areas at the border, beside those, and beside these."""
    touching = state.ground.touching
    border = seen = sum(1 << area for area in state.shapes[state.ground.order[0]].border)
    rings = [border]
    for _ in range(2):
        reach = 0
        for area in bits(rings[-1]):
            reach |= touching[area]
        rings.append(reach & own & ~seen)
        seen |= rings[-1]
    return rings


def forward_of(source, rings):
    """Where dice may go from an area: from the border anywhere, from within towards the border."""
    border, second, third = rings
    if source & border:
        return -1
    if source & second:
        return border
    if source & third:
        return second
    return ~(border | second)
