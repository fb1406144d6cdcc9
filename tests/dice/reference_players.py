"""The reference AIs of the course in plain Python, written from the description of what they do.

Slow, and one position at a time: the native policies are compared with them, command for command.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import exp, log, log1p
from pathlib import Path

import numpy as np

from hazard.core.seeds import pick
from hazard.dice.command import END, Command, attack, transfer
from hazard.dice.views import View

Edge = tuple[int, int]


@cache
def sums(dice: int) -> dict[int, int]:
    """How many ways lead to each sum."""
    if dice == 0:
        return {0: 1}
    ways: dict[int, int] = {}
    for (total, count), face in product(sums(dice - 1).items(), range(1, 7)):
        ways[total + face] = ways.get(total + face, 0) + count
    return ways


@cache
def wins(attackers: int, defenders: int) -> float:
    """P: the chance to win a battle."""
    good = sum(
        a * d
        for (left, a), (right, d) in product(sums(attackers).items(), sums(defenders).items())
        if left > right
    )
    return float(Fraction(good, 6 ** (attackers + defenders)))


class Board:
    """A position as the player sees it whose turn it is."""

    def __init__(self, view: View) -> None:
        self.me, self.players = view.player, view.rules.players
        self.owners: list[int] = view.owners.tolist()
        self.dice: list[int] = view.dice.tolist()
        self.beside = [view.around(area) for area in range(len(self.owners))]
        self.most_transfers, self.used = view.rules.transfers, view.rules.transfers - view.transfers
        self.moves_this_turn, self.turns = view.commands, view.turns
        self.seed, self.decision = view.seed, view.moves

    def mine(self) -> list[int]:
        return [area for area, owner in enumerate(self.owners) if owner == self.me]

    def foes(self, area: int) -> list[int]:
        """Enemy areas that touch an area, ascending: in that order their chances are multiplied."""
        return sorted(other for other in self.beside[area] if self.owners[other] != self.me)

    def friends(self, area: int) -> list[int]:
        return [other for other in self.beside[area] if self.owners[other] == self.me]

    def attacks(self) -> list[Edge]:
        return [
            (source, target)
            for source in self.mine()
            if self.dice[source] >= 2
            for target in self.beside[source]
            if self.owners[target] != self.me
        ]

    def chance(self, edge: Edge) -> float:
        return wins(self.dice[edge[0]], self.dice[edge[1]])

    def hold(self, area: int, dice: int) -> float:
        chance = 1.0
        for foe in self.foes(area):
            if self.dice[foe] >= 2:
                chance *= 1 - wins(self.dice[foe], dice)
        return chance

    def largest_regions(self) -> list[set[int]]:
        """All own regions of the greatest size, that with the lowest area first."""
        found: list[set[int]] = []
        for start in self.mine():
            if any(start in region for region in found):
                continue
            region, waiting = {start}, [start]
            while waiting:
                fresh = [other for other in self.friends(waiting.pop()) if other not in region]
                region.update(fresh)
                waiting += fresh
            found.append(region)
        greatest = max(map(len, found))
        return [region for region in found if len(region) == greatest]

    def full(self, edge: Edge) -> bool:
        return self.dice[edge[0]] == 8

    def dice_of(self, player: int) -> int:
        return sum(dice for dice, owner in zip(self.dice, self.owners, strict=True) if owner == player)

    def in_order(self) -> list[int]:
        """The players in the order of turns, this one first."""
        return [(self.me + place) % self.players for place in range(self.players)]

    def draw(self, edges: list[Edge]) -> Command:
        if not edges:
            return END
        index = pick(np.array([self.seed], np.uint64), np.array([self.decision]), np.array([len(edges)]))
        return attack(*edges[int(index[0])])


Scored = list[tuple[float, Edge]]
Player = Callable[[Board], Command]


def sorted_best_first(scored: Scored) -> Scored:
    return sorted(scored, key=lambda entry: -entry[0])


def first_of(scored: Scored) -> Command:
    return attack(*sorted_best_first(scored)[0][1]) if scored else END


def rand(board: Board) -> Command:
    return board.draw(board.attacks())


def sdc(board: Board) -> Command:
    scored = [(float(board.dice[s] - board.dice[t]), (s, t)) for s, t in board.attacks()]
    return first_of([entry for entry in scored if entry[0] >= 0])


def steady(board: Board, edge: Edge) -> float:
    return board.chance(edge) * board.hold(edge[1], board.dice[edge[0]] - 1)


def ste(board: Board) -> Command:
    scored = [(steady(board, edge), edge) for edge in board.attacks()]
    return first_of([(v, edge) for v, edge in scored if v >= 0.2 or board.full(edge)])


def stei(board: Board) -> Command:
    threshold, weight = (0.2, 3) if board.players == 2 else (0.4, 2)
    largest = board.largest_regions()[0]
    scored = [(steady(board, edge) * (weight if edge[0] in largest else 1), edge) for edge in board.attacks()]
    return first_of([(v, edge) for v, edge in scored if v >= threshold or board.full(edge)])


def to_border(board: Board) -> Command | None:
    for source in board.mine():
        if board.foes(source) or board.dice[source] < 2:
            continue
        for target in board.friends(source):
            if board.foes(target) and board.dice[target] < 8:
                return transfer(source, target)
    return None


def evacuation(board: Board) -> Command | None:
    def lost(area: int, dice: int) -> float:
        return (1 - board.hold(area, dice)) * dice

    scored: Scored = []
    for source in board.mine():
        if not board.foes(source) or board.dice[source] < 2:
            continue
        for target in board.friends(source):
            here, there = board.dice[source], board.dice[target]
            moved = min(8 - there, here - 1)
            before = lost(source, here) + lost(target, there)
            gain = before - lost(source, here - moved) - lost(target, there + moved)
            if moved and gain > 0:
                scored.append((gain, (source, target)))
    return transfer(*sorted_best_first(scored)[0][1]) if scored else None


def with_transfers(attacks: Player, reserved: int, *, evacuates: bool) -> Player:
    def play(board: Board) -> Command:
        if board.used + reserved < board.most_transfers and (command := to_border(board)):
            return command
        command = attacks(board)
        if command == END and evacuates and board.used < board.most_transfers:
            return evacuation(board) or END
        return command

    return play


def sigma(x: float) -> float:
    return 1 / (1 + exp(-x))


def log_sigma(x: float) -> float:
    return -log1p(exp(-x)) if x >= 0 else x - log1p(exp(x))


def dot(weights: Sequence[float], x: Sequence[float]) -> float:
    total = 0.0
    for w, value in zip(weights, x, strict=True):
        total += w * value
    return total


def wpm_s(board: Board, weights: Sequence[float]) -> Command:
    regions = board.largest_regions()
    largest = set[int]().union(*regions)
    x = [float(len(regions[0]))] * board.players
    before = log_sigma(dot(weights, x))
    scored: Scored = []
    for edge in board.attacks():
        touches = edge[0] in largest or any(other in largest for other in board.beside[edge[1]])
        if touches or board.full(edge):
            after = log_sigma(dot(weights, [x[0] + touches, *x[1:]]))
            scored.append((after + log(board.chance(edge)) - before, edge))
    scored = sorted_best_first([entry for entry in scored if entry[0] >= -1])
    if scored and (scored[0][0] >= -0.05 or board.full(scored[0][1])):
        return attack(*scored[0][1])
    return END


def first_candidate(board: Board, ending: float, scored: Scored) -> Command:
    """What wpm_d and wpm_c do with their sorted candidates, the end of the turn among them."""
    best = sorted_best_first(scored)
    if best and best[0][0] > ending:
        return attack(*best[0][1]) if best[0][0] >= -0.05 or board.full(best[0][1]) else END
    full = [edge for _, edge in best if board.full(edge)]
    return attack(*full[0]) if full else END


def judged(
    board: Board, weights: Sequence[float], fixed: float, entry: Callable[[int], float]
) -> tuple[float, Scored]:
    """The value of ending, and those of all attacks; `entry` makes a feature of a number of dice."""
    order = board.in_order()
    dice = [board.dice_of(player) for player in order]
    score = len(board.largest_regions()[0])

    def log_odds(changes: dict[int, int]) -> float:
        return fixed + dot(weights, [entry(changes.get(place, n)) for place, n in enumerate(dice)])

    before = log_sigma(log_odds({}))
    ending = log_sigma(log_odds({0: dice[0] + score})) - before
    scored: Scored = []
    for source, target in board.attacks():
        attackers, defenders = board.dice[source], board.dice[target]
        foe = order.index(board.owners[target])
        p = board.chance((source, target))
        won = sigma(log_odds({0: dice[0] + score, foe: dice[foe] - defenders}))
        lost = sigma(log_odds({0: dice[0] + score - attackers + 1}))
        scored.append((log(p * won + (1 - p) * lost) - before, (source, target)))
    return ending, scored


def wpm_d(board: Board, weights: Sequence[float]) -> Command:
    return first_candidate(board, *judged(board, weights, 0.0, lambda n: log(n) if n else 0.0))


def wpm_c(board: Board, of_score: Sequence[float], of_dice: Sequence[float]) -> Command:
    fixed = dot(of_score, [log(len(board.largest_regions()[0]) + 1)] * board.players)
    return first_candidate(board, *judged(board, of_dice, fixed, lambda n: log(n + 1)))


def xlogin00(board: Board) -> Command:
    return rand(board) if board.moves_this_turn < 2 else END


def xlogin42(board: Board) -> Command:
    if board.turns <= 2:
        return rand(board)
    largest = board.largest_regions()[0]
    scored = [(float(board.dice[s] - board.dice[t]), (s, t)) for s, t in board.attacks() if s in largest]
    return first_of([(v, edge) for v, edge in scored if v > 0 or board.full(edge)])


# The originals', for four players; for other numbers we fitted our own, which stand in the native source.
OF_FOUR = {
    "kScore": (0.26457, -0.20734, -0.19326, -0.20172),
    "kDice": (0.91253, -0.55857, -0.51782, -0.57184),
    "kScoreOfBoth": (1.04279, -0.64831, -0.64218, -0.59113),
    "kDiceOfBoth": (0.25417, -0.15321, -0.11354, -0.19902),
}
WEIGHTS = Path(__file__).parents[2] / "native/dice/win_weights.hpp"


@cache
def weights(table: str, players: int) -> tuple[float, ...]:
    if players == 4:
        return OF_FOUR[table]
    rows = WEIGHTS.read_text().split(f" {table}{{{{", 1)[1].split("}};", 1)[0]
    return tuple(map(float, re.findall(r"\{([^{}]*)\}", rows)[players].split(",")))


PLAYERS: dict[str, Player] = {
    "dt.rand": rand,
    "dt.sdc": sdc,
    "dt.ste": ste,
    "dt.stei": stei,
    "dt.wpm_s": lambda board: wpm_s(board, weights("kScore", board.players)),
    "dt.wpm_d": lambda board: wpm_d(board, weights("kDice", board.players)),
    "dt.wpm_c": lambda board: wpm_c(
        board, weights("kScoreOfBoth", board.players), weights("kDiceOfBoth", board.players)
    ),
    "kb.sdc_pre_at": with_transfers(sdc, 0, evacuates=False),
    "kb.sdc_post_at": sdc,
    "kb.sdc_post_dt": with_transfers(sdc, 1000, evacuates=True),
    "kb.stei_at": with_transfers(stei, 0, evacuates=True),
    "kb.stei_adt": with_transfers(stei, 2, evacuates=True),
    "kb.stei_dt": with_transfers(stei, 6, evacuates=True),
    "xlogin00": xlogin00,
    "xlogin42": xlogin42,
}
