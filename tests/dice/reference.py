"""A slow Dicewars in plain Python, written from the rules: what the native engine is compared with.

Chance is told to it: the sums that both sides rolled, the areas that got new dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

MOST = 8  # dice on an area


@dataclass
class SlowGame:
    """One game; players are numbered in the order of their turns."""

    neighbours: Sequence[Sequence[int]]
    owners: list[int]
    dice: list[int]
    players: int
    reserve_limit: int | None = None  # None: 24 less the own areas
    most_transfers: int = 6
    idle_rounds: int = 8
    most_battles: int = 10_000
    strict: bool = True
    player: int = 0
    reserves: list[int] = field(default_factory=list[int])
    turns: list[int] = field(default_factory=list[int])  # that each player has ended
    told: list[str] = field(default_factory=list[str])  # the commands of this turn
    passed: int = 0  # turns in a row that were nothing but ended
    battles: int = 0
    over: bool = False
    winner: int | None = None

    def __post_init__(self) -> None:
        self.reserves = self.reserves or [0] * self.players
        self.turns = self.turns or [0] * self.players
        self.check_the_end()

    def areas_of(self, player: int) -> list[int]:
        return [area for area, owner in enumerate(self.owners) if owner == player]

    def regions(self, player: int) -> list[list[int]]:
        """The player's regions, each ascending, in the order of their first areas."""
        found: list[list[int]] = []
        seen: set[int] = set()
        for start in self.areas_of(player):
            if start in seen:
                continue
            region, waiting = {start}, [start]
            while waiting:
                for other in self.neighbours[waiting.pop()]:
                    if self.owners[other] == player and other not in region:
                        region.add(other)
                        waiting.append(other)
            seen |= region
            found.append(sorted(region))
        return found

    def score(self, player: int) -> int:
        return max((len(region) for region in self.regions(player)), default=0)

    def may_attack(self, source: int, target: int) -> bool:
        return (
            self.are_areas(source, target)
            and self.owners[source] == self.player
            and self.owners[target] != self.player
            and target in self.neighbours[source]
            and self.dice[source] >= 2
        )

    def may_transfer(self, source: int, target: int) -> bool:
        return (
            self.are_areas(source, target)
            and self.owners[source] == self.owners[target] == self.player
            and target in self.neighbours[source]
            and self.told.count("transfer") < self.most_transfers
            and (not self.strict or self.moved(source, target) > 0)
        )

    def are_areas(self, *areas: int) -> bool:
        return not self.over and all(0 <= area < len(self.owners) for area in areas)

    def moved(self, source: int, target: int) -> int:
        return min(MOST - self.dice[target], self.dice[source] - 1)

    def attack(self, source: int, target: int, attackers: int, defenders: int) -> None:
        assert self.may_attack(source, target)
        for area, total in ((source, attackers), (target, defenders)):
            assert self.dice[area] <= total <= 6 * self.dice[area]
        thrown = self.dice[source]
        if attackers > defenders:
            self.owners[target] = self.player
            self.dice[target] = thrown - 1
        else:
            self.dice[target] = max(self.dice[target] - thrown // 4, 1)
        self.dice[source] = 1
        self.battles += 1
        self.passed = 0
        self.told.append("attack")
        self.check_the_end()

    def transfer(self, source: int, target: int) -> None:
        assert self.may_transfer(source, target)
        moved = self.moved(source, target)
        self.dice[source] -= moved
        self.dice[target] += moved
        self.told.append("transfer")
        self.check_the_end()

    def end(self, dealt: Sequence[int]) -> None:
        assert not self.over
        free = min(64, self.reserves[self.player] + self.score(self.player))
        own = self.areas_of(self.player)
        room = sum(MOST - self.dice[area] for area in own)
        assert len(dealt) == min(free, room)
        for area in dealt:
            assert self.owners[area] == self.player
            assert self.dice[area] < MOST
            self.dice[area] += 1
        limit = max(0, 24 - len(own)) if self.reserve_limit is None else self.reserve_limit
        self.reserves[self.player] = min(free - len(dealt), limit)
        self.turns[self.player] += 1
        self.passed = 0 if self.told else self.passed + 1
        self.told = []
        order = [*range(self.player + 1, self.players), *range(self.player + 1)]
        self.player = next(player for player in order if player in self.owners)
        self.check_the_end()

    def check_the_end(self) -> None:
        alive = set(self.owners)
        if self.passed >= self.idle_rounds * len(alive) or self.battles >= self.most_battles:
            self.over = True
        elif len(alive) == 1:
            self.over, self.winner = True, self.owners[0]
