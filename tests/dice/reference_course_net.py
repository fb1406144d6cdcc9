"""The course's AI that judges by a network, in plain Python, written from the description of what it does.

Slow, and one position at a time. Boards are judged by whoever asks: (owners, dice) to a number for a player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hazard.dice.command import END, Command, attack, transfer
from tests.dice.reference_players import Board

Owned = tuple[list[int], list[int]]
"""Owners and dice of all areas."""
Judge = Callable[[list[Owned], int], Sequence[float]]


@dataclass(frozen=True)
class Habits:
    far: bool = True
    front: bool = True
    evacuates: bool = True
    replies: int = 1
    care: str = "never"


def command_of(board: Board, judge: Judge, habits: Habits, beginning: Owned | None = None) -> Command:
    """What it does; `beginning` is the board on which attacks are tried, if it is not the current one."""
    distances = steps(board)
    if habits.front and board.used < 0.75 * board.most_transfers:
        found = most_moved(board, forward(board, distances)) if habits.far else beside(board, distances)
        if found:
            return transfer(*found)
    margin = 1 if careful(board, habits.care) else 0
    owners, dice = beginning or (board.owners, board.dice)
    edges = [(s, t) for s, t in board.attacks() if board.dice[s] - board.dice[t] >= margin]
    if edges:
        tried: list[Owned] = []
        for source, target in edges:
            after = (list(owners), list(dice))
            take(after, source, target, board.me, board.dice[source])
            answer(after, board, habits.replies)
            tried.append(after)
        values = judge(tried, board.me)
        return attack(*edges[max(range(len(edges)), key=lambda at: (values[at], -at))])
    if habits.evacuates and board.used < board.most_transfers:
        found = most_moved(board, backward(board, distances))
        if found:
            return transfer(*found)
    return END


def steps(board: Board) -> dict[int, int]:
    """How far own areas are from the border, which is at 0; those that no border is near are missing."""
    distances = {area: 0 for area in board.mine() if board.foes(area)}
    frontier = list(distances)
    while frontier:
        area = frontier.pop(0)
        for other in board.friends(area):
            if other not in distances:
                distances[other] = distances[area] + 1
                frontier.append(other)
    return distances


def in_danger(board: Board, area: int, dice: int) -> bool:
    return any(board.dice[foe] > dice for foe in board.foes(area))


def forward(board: Board, distances: dict[int, int]) -> Iterator[tuple[int, int]]:
    """One step to the front, from the nearest ring on, but not into what stays in danger."""
    for ring in range(1, max(distances.values(), default=0) + 1):
        for source in sorted(area for area, distance in distances.items() if distance == ring):
            for target in board.friends(source):
                if distances[target] != ring - 1:
                    continue
                there = board.dice[target] + moved(board, source, target)
                if ring > 1 or not in_danger(board, target, there):
                    yield source, target


def backward(board: Board, distances: dict[int, int]) -> Iterator[tuple[int, int]]:
    for source in board.mine():
        if distances.get(source) == 0 and in_danger(board, source, board.dice[source]):
            for target in board.friends(source):
                if distances[target] == 1:
                    yield source, target


def beside(board: Board, distances: dict[int, int]) -> tuple[int, int] | None:
    for source in board.mine():
        if distances.get(source) == 1 and board.dice[source] >= 2:
            for target in board.friends(source):
                if distances[target] == 0 and board.dice[target] < 8:
                    return source, target
    return None


def moved(board: Board, source: int, target: int) -> int:
    return min(8 - board.dice[target], board.dice[source] - 1)


def most_moved(board: Board, edges: Iterator[tuple[int, int]]) -> tuple[int, int] | None:
    best, most = None, 0
    for source, target in edges:
        if moved(board, source, target) > most:
            best, most = (source, target), moved(board, source, target)
    return best


def careful(board: Board, care: str) -> bool:
    small = largest(board, board.owners, board.me) < len(board.owners) / board.players
    return care == ("small" if small else "large")


def largest(board: Board, owners: list[int], player: int) -> int:
    left, best = {area for area, owner in enumerate(owners) if owner == player}, 0
    while left:
        region, waiting = 0, [left.pop()]
        while waiting:
            region += 1
            near = {other for other in board.beside[waiting.pop()] if other in left}
            left -= near
            waiting += near
        best = max(best, region)
    return best


def take(after: Owned, source: int, target: int, player: int, dice: int) -> None:
    owners, numbers = after
    numbers[source] = 1
    owners[target], numbers[target] = player, max(1, dice - 1)


def answer(after: Owned, board: Board, replies: int) -> None:
    """Every opponent in turn wins the attacks of greatest difference."""
    owners, dice = after
    for step in range(1, board.players):
        player = (board.me + step) % board.players
        for _ in range(replies):
            edges = [
                (dice[source] - dice[target], source, target)
                for source, owner in enumerate(owners)
                if owner == player and dice[source] >= 2
                for target in board.beside[source]
                if owners[target] != player and dice[source] >= dice[target]
            ]
            if not edges:
                break
            _, source, target = max(edges, key=lambda edge: edge[0])
            take(after, source, target, player, dice[source])


def by_hand(board: Board) -> Judge:
    """A player's share of all dice and eight times all largest regions."""

    def held(owned: Owned, player: int) -> int:
        owners, dice = owned
        own = sum(number for owner, number in zip(owners, dice, strict=True) if owner == player)
        return own + 8 * largest(board, owners, player)

    def judge(boards: list[Owned], player: int) -> list[float]:
        return [held(one, player) / sum(held(one, p) for p in range(board.players)) for one in boards]

    return judge
