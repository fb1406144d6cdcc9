"""What dice/search leaves behind at the ends of its turns, in games against three copies of a reference."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.arena.dice.course import REFERENCES
from hazard.core.registry import resolve
from hazard.dice.command import Kind
from hazard.dice.evaluation import chances, traits
from hazard.dice.games import OUTSIDE, POLICIES, Games, no_commands
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

BLOCK = 500


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """Positions at ends of its turns, players in turn order from its own on."""

    games: NDArray[np.int64]  # [n] which game
    chances: NDArray[np.float64]  # [n] to win, as it judges
    traits: NDArray[np.float32]  # [n, players, traits]
    winners: NDArray[np.int64]  # [n] place of the winner in that order


def ends_of_turns(agent: str, seed: int, start: int, kept: float) -> Ends:
    """A share of the ends of turns in a block of games; references and seats take turns."""
    rules, player = Rules(), resolve(agent, "dice").make()
    numbers, rng = np.arange(start, start + BLOCK), np.random.default_rng([seed, start])
    own, players = numbers % rules.players, np.arange(rules.players)
    sitting = np.array([POLICIES[REFERENCES[number % len(REFERENCES)]] for number in numbers.tolist()])
    policies = np.repeat(sitting[:, np.newaxis], rules.players, axis=1).astype(np.int32)
    policies[np.arange(BLOCK), own] = OUTSIDE
    seeds = np.array([table_seeds(seed, number, 0, rules.players) for number in numbers.tolist()])
    games = Games(rules, BLOCK)
    games.deal(seeds[:, :4])
    games.seat(policies, seeds[:, 4:])
    games.advance()
    found = list[tuple[NDArray[np.intp], NDArray[np.float64], NDArray[np.float32]]]()
    while not games.over.all():
        waiting = np.flatnonzero(~games.over)
        commands = no_commands(BLOCK)
        commands[waiting] = player.choose(games.views[waiting]).commands
        ends = waiting[(commands[waiting, 0] == Kind.END) & (rng.random(len(waiting)) < kept)]
        if len(ends):
            views = games.views[ends]
            order = (own[ends, np.newaxis] + players) % rules.players
            held = np.take_along_axis(traits(views), order[:, :, np.newaxis], axis=1)
            found.append((ends, chances(views)[np.arange(len(ends)), own[ends]], held))
        games.step(commands)
    at = np.concatenate([ends for ends, _, _ in found])
    won = games.winner[at] >= 0
    winners = (games.winner[at].astype(np.int64) - own[at]) % rules.players
    said, held = (
        np.concatenate([said for _, said, _ in found]),
        np.concatenate([held for _, _, held in found]),
    )
    return Ends(numbers[at][won], said[won], held[won], winners[won])


def one_a_game(ends: Ends, rng: np.random.Generator) -> NDArray[np.intp]:
    """A random row of each game."""
    order = rng.permutation(len(ends.games))
    _, first = np.unique(ends.games[order], return_index=True)
    return order[first]
