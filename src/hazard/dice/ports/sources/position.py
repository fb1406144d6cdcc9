"""The board as plain lists: an AI reads it once a command, and asks it many times."""

from .odds import WIN


class Land:
    """What never changes in a game: the names of the areas, and which of them touch."""

    def __init__(self, board):
        self.names = sorted(area.get_name() for area in board.areas.values())
        self.size = self.names[-1] + 1  # of lists that have an entry for each name
        self.around = [()] * self.size  # in the platform's order, which breaks ties
        for name in self.names:
            self.around[name] = list(board.get_area(name).get_adjacent_areas_names())
        self.ascending = [sorted(others) for others in self.around]


class Position:
    """What the player sees whose turn it is; `owners`, `dice` and `around` go by the names of areas."""

    def __init__(self, land, board, player):
        self.player = player
        self.around, self.ascending = land.around, land.ascending
        self.owners = owners = [None] * land.size
        self.dice = dice = [0] * land.size
        self.own = own = []  # names of the player's areas, ascending
        get_area = board.get_area
        for name in land.names:
            area = get_area(name)
            owners[name] = owner = area.get_owner_name()
            dice[name] = area.get_dice()
            if owner == player:
                own.append(name)
        self.mine = set(own)

    def attacks(self):
        """Every attack (source, target): sources ascending, targets in the platform's order."""
        owners, dice, around, player = self.owners, self.dice, self.around, self.player
        return [
            (source, target)
            for source in self.own
            if dice[source] >= 2
            for target in around[source]
            if owners[target] != player
        ]

    def at_border(self, area):
        """Whether an enemy touches one of the player's areas."""
        return not self.mine.issuperset(self.around[area])

    def win(self, source, target):
        """The chance to win an attack."""
        return WIN[self.dice[source]][self.dice[target]]

    def hold(self, area, held):
        """The chance that no enemy takes an area with `held` dice in one attack each."""
        owners, dice, player, chance = self.owners, self.dice, self.player, 1.0
        for other in self.ascending[area]:
            if dice[other] >= 2 and owners[other] != player:
                chance *= 1 - WIN[dice[other]][held]
        return chance

    def regions(self):
        """The player's areas that hang together, as sets, that with the lowest area first."""
        owners, around, player = self.owners, self.around, self.player
        found, seen = [], set()
        for start in self.own:
            if start in seen:
                continue
            region, waiting = {start}, [start]
            while waiting:
                for other in around[waiting.pop()]:
                    if owners[other] == player and other not in region:
                        region.add(other)
                        waiting.append(other)
            seen |= region
            found.append(region)
        return found

    def largest_region(self):
        """The first of the largest regions."""
        return max(self.regions(), key=len)

    def dice_of(self, player):
        """All dice of any player."""
        return sum(dice for dice, owner in zip(self.dice, self.owners) if owner == player)
