"""A position amid a turn of the player who searches: where commands lead, and how good it is to leave behind.

Sets of areas are whole numbers: bit `name` is set where the area of that name is in it.
"""

from .odds import MOST_DICE, WIN
from .search_network import chance_of_first

MOST_INCOME = 64
# STAND[e][d]: the chance that d dice are still there after one attack of e dice; one die does not attack.
STAND = [[1.0 if e < 2 else 1 - win for win in row] for e, row in enumerate(WIN)]


def bits(areas):
    """The names in a set, ascending."""
    found = []
    while areas:
        low = areas & -areas
        found.append(low.bit_length() - 1)
        areas ^= low
    return found


class Ground:
    """What does not change while a turn is searched: the map, and who plays in which order."""

    def __init__(self, land, order):
        self.around = land.ascending
        self.touching = [sum(1 << other for other in others) for others in land.around]
        self.order = order  # of turns, the player who searches first
        self.areas = len(land.names)


class Shape:
    """What of a player's holding depends on who owns what, and not on dice."""

    def __init__(self, ground, own):
        touching = ground.touching
        self.areas = bits(own)
        self.regions, self.largest, in_largest = 0, 0, 0
        left = own
        while left:
            region = fresh = left & -left
            while fresh:
                reach = 0
                for area in bits(fresh):
                    reach |= touching[area]
                fresh = reach & own & ~region
                region |= fresh
            left &= ~region
            self.regions += 1
            size = bin(region).count("1")
            if size >= self.largest:
                in_largest = in_largest | region if size == self.largest else region
                self.largest = size
        self.border = [area for area in self.areas if touching[area] & ~own]
        self.in_largest = [area for area in self.border if in_largest >> area & 1]
        edge = sum(1 << area for area in self.border)
        self.near = [area for area in self.areas if not edge >> area & 1 and touching[area] & edge]


class Holding:
    """Sums over a player's areas."""

    def __init__(self, shape, dice, guards):
        self.shape = shape
        self.dice = sum([dice[area] for area in shape.areas])
        self.near_dice = sum([dice[area] for area in shape.near])
        self.border_dice = self.full = self.bare = self.pressure = 0
        self.endangered = self.endangered_dice = self.endangered_region = self.sting = self.worst = 0.0
        for area in shape.border:
            count = dice[area]
            facing, danger, sting = guards[area]
            self.border_dice += count
            self.full += count == MOST_DICE
            self.bare += count == 1
            self.pressure += facing
            self.endangered += danger
            self.endangered_dice += danger * count
            self.sting += sting
        for area in shape.in_largest:
            danger = guards[area][1]
            self.endangered_region += danger
            self.worst = max(self.worst, danger)


class State:
    """The owners, the dice and all that is told from them; commands make others of it, and change nothing."""

    def __init__(self, ground, owner, dice, own, reserve, transfers):
        self.ground, self.owner, self.dice, self.own = ground, owner, dice, own
        self.reserve = reserve  # dice of the player who searches that had no room; nobody knows the others'
        self.transfers = transfers  # left in this turn
        self.guards = self.shapes = self.holdings = None
        self.chance = None
        self.reached = {}

    @classmethod
    def of(cls, ground, position, reserve, transfers):
        """The position of a decision."""
        own = dict.fromkeys(ground.order, 0)
        for name, player in enumerate(position.owners):
            if player is not None:
                own[player] |= 1 << name
        state = cls(ground, position.owners, position.dice, own, reserve, transfers)
        state.guards = [None] * len(position.dice)
        for areas in own.values():
            for area in bits(areas):
                state.guards[area] = state.guard(area)
        state.shapes = {player: Shape(ground, areas) for player, areas in own.items() if areas}
        state.holdings = {
            player: Holding(shape, state.dice, state.guards) for player, shape in state.shapes.items()
        }
        return state

    def guard(self, area):
        """Of an area: the dice of the enemies beside it, its danger, and its own best chance to win."""
        owner, dice = self.owner, self.dice
        mine, count = owner[area], dice[area]
        facing, stands, best = 0, 1.0, 0.0
        win = WIN[count] if count > 1 else WIN[0]
        for other in self.ground.around[area]:
            if owner[other] != mine:
                foe = dice[other]
                facing += foe
                stands *= STAND[foe][count]
                if win[foe] > best:
                    best = win[foe]
        return facing, 1 - stands, best

    def after_attack(self, source, target):
        """The states after a battle that is won, and after one that is lost."""
        key = source, target
        if key not in self.reached:
            me, count = self.ground.order[0], self.dice[source]
            won = self.changed(source, 1, target, count - 1, me)
            left = max(1, self.dice[target] - count // 4)
            self.reached[key] = won, self.changed(source, 1, target, left, self.owner[target])
        return self.reached[key]

    def after_transfer(self, source, target):
        """The state after it."""
        key = source, target
        if key not in self.reached:
            here, there = self.dice[source], self.dice[target]
            moved = min(MOST_DICE - there, here - 1)
            state = self.changed(source, here - moved, target, there + moved, self.owner[target])
            state.transfers -= 1
            self.reached[key] = state
        return self.reached[key]

    def changed(self, source, left, target, count, owner):
        """The state with other dice on two areas, and the second perhaps another player's."""
        ground, before = self.ground, self.owner[target]
        dice, owners, own, shapes = self.dice[:], self.owner, self.own, self.shapes
        dice[source], dice[target] = left, count
        if owner != before:
            owners, own, shapes = owners[:], dict(own), dict(shapes)
            owners[target] = owner
            for player in (owner, before):
                own[player] ^= 1 << target
                shapes.pop(player, None)
                if own[player]:
                    shapes[player] = Shape(ground, own[player])
        state = State(ground, owners, dice, own, self.reserve, self.transfers)
        state.shapes = shapes
        state.guards, state.holdings = self.guards[:], {}
        touched = {source, target}
        touched.update(ground.around[source], ground.around[target])
        for area in touched:
            state.guards[area] = state.guard(area)
        concerned = {owners[area] for area in touched}
        concerned.add(before)
        for player, shape in shapes.items():
            state.holdings[player] = (
                Holding(shape, dice, state.guards) if player in concerned else self.holdings[player]
            )
        return state

    def value(self):
        """The chance to win of the player who searches, were its turn to end here."""
        if self.chance is None:
            self.chance = chance_of_first(self.traits())
        return self.chance

    def income(self):
        """The dice that the end of this turn brings."""
        return min(MOST_INCOME, self.reserve + self.shapes[self.ground.order[0]].largest)

    def traits(self):
        """What each player holds who is alive, in the order of turns: lists of 28 numbers."""
        alive = [player for player in self.ground.order if player in self.shapes]
        holdings = [self.holdings[player] for player in alive]
        areas, count = self.ground.areas, len(alive)
        dice = sum([holding.dice for holding in holdings])
        largest = sum([holding.shape.largest for holding in holdings])
        found = []
        for place, holding in enumerate(holdings):
            others = holdings[:place] + holdings[place + 1 :]
            reserve = 0 if place else self.reserve
            waiting = place - 1 if place else count - 1
            found.append(traits_of(holding, others, areas, dice, largest, reserve, waiting, place == 0))
        return found


def traits_of(holding, others, areas, dice, largest, reserve, waiting, own_turn):
    """Of one player, as the network was fitted to them; `waiting` turns of others come before its next."""
    shape, alive = holding.shape, len(others) + 1
    size, border = len(shape.areas), len(shape.border)
    income = min(MOST_INCOME, reserve + shape.largest)
    room = MOST_DICE * size - holding.dice
    rival_dice = max([other.dice for other in others], default=0)
    rival_largest = max([other.shape.largest for other in others], default=0)
    return [
        size / areas,
        shape.largest / areas,
        holding.dice / dice,
        shape.largest / largest,
        border / areas,
        holding.border_dice / dice,
        holding.near_dice / dice,
        reserve / 32,
        min(income, room) / dice,
        max(0, income - room) / 32,
        holding.dice / (MOST_DICE * size),
        holding.border_dice / (MOST_DICE * max(1, border)),
        holding.full / areas,
        holding.bare / areas,
        holding.pressure / (4 * dice),
        holding.endangered / areas * 2,
        holding.endangered_dice / dice * 2,
        holding.endangered_region / areas * 2,
        holding.worst,
        holding.sting / areas * 2,
        shape.regions / areas,
        (holding.dice - rival_dice) / dice,
        (shape.largest - rival_largest) / areas,
        dice / (MOST_DICE * areas),
        1 / alive,
        1.0 if own_turn else 0.0,
        1.0 if waiting == 0 else 0.0,
        waiting / alive,
    ]
