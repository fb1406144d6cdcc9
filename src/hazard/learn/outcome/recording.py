"""Positions of games between four copies of an agent, and who won them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.core.registry import resolve
from hazard.dice import native
from hazard.dice.games import Games, no_commands
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

RULES = Rules()  # the only table that these networks know: 4 players, 34 areas
TOGETHER = 200  # games played at the same time
OUTSIDE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """Positions, game after game, each game's in their order; of games that somebody won."""

    inputs: NDArray[np.uint8]  # [n, 633] what networks of outcomes are given
    winners: NDArray[np.uint8]  # [n] the seat that won
    games: NDArray[np.int64]  # [n] which game
    turns: NDArray[np.int32]  # [n] turns that all players together have ended

    def __len__(self) -> int:
        return len(self.winners)

    def __getitem__(self, rows: NDArray[np.intp] | NDArray[np.bool_] | slice) -> Recorded:
        return Recorded(self.inputs[rows], self.winners[rows], self.games[rows], self.turns[rows])


def recorded(agent: str, positions: int, kept: float, seed: int) -> Recorded:
    """So many positions, one after every command, of which only a share is kept."""
    parts = list[Recorded]()
    have = 0
    while have < positions:
        parts.append(block(agent, len(parts) * TOGETHER, kept, seed))
        have += len(parts[-1])
    return joined(parts)[slice(positions)]


def joined(parts: list[Recorded]) -> Recorded:
    """One after the other."""
    return Recorded(
        np.concatenate([part.inputs for part in parts]),
        np.concatenate([part.winners for part in parts]),
        np.concatenate([part.games for part in parts]),
        np.concatenate([part.turns for part in parts]),
    )


def block(agent: str, start: int, kept: float, seed: int) -> Recorded:
    """The positions of some games from one on."""
    player, rng = resolve(agent, "dice").make(), np.random.default_rng([seed, start])
    seeds = np.array([table_seeds(seed, start + game, 0, RULES.players) for game in range(TOGETHER)])
    games = Games(RULES, TOGETHER)
    games.deal(seeds[:, :4])
    games.seat(np.full((TOGETHER, RULES.players), OUTSIDE), seeds[:, 4:])
    games.advance()
    rows, inputs, turns = list[NDArray[np.intp]](), list[NDArray[np.uint8]](), list[NDArray[np.int32]]()
    while not games.over.all():
        waiting = np.flatnonzero(~games.over)
        views = games.views[waiting]
        chosen = rng.random(len(waiting)) < kept
        rows.append(waiting[chosen])
        inputs.append(native.outcome_inputs(views[chosen].native).astype(np.uint8))
        turns.append(games.deeds().turns[waiting[chosen]])
        commands = no_commands(TOGETHER)
        commands[waiting] = player.choose(views).commands
        games.step(commands)
    at = np.concatenate(rows)
    order = np.argsort(at, kind="stable")
    order = order[games.winner[at[order]] >= 0]
    return Recorded(
        np.concatenate(inputs)[order],
        games.winner[at[order]].astype(np.uint8),
        start + at[order].astype(np.int64),
        np.concatenate(turns)[order],
    )


def split(found: Recorded, by: str, share: float, rng: np.random.Generator) -> tuple[Recorded, Recorded]:
    """What is learnt, and a share that is tested on: of whole games, or of positions."""
    if by == "position":
        tested = np.zeros(len(found), np.bool_)
        tested[rng.permutation(len(found))[: round(share * len(found))]] = True
    else:
        numbers = np.unique(found.games)
        drawn = rng.permutation(numbers)[: max(1, round(share * len(numbers)))]
        tested = np.isin(found.games, drawn)
    return found[~tested], found[tested]
