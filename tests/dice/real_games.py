"""Positions as games have them: what agents of all kinds see when they play each other."""

from __future__ import annotations

import numpy as np

from hazard.core.registry import agents, resolve
from hazard.dice.games import Games, no_commands
from hazard.dice.rules import Rules
from hazard.dice.views import Views

REFERENCES = "hazard.dice.agents.references:"


def real_views(rules: Rules, games: int, kept: float, seed: int) -> list[Views]:
    """A part of the positions of games in which references of all kinds sit at a table."""
    rng = np.random.default_rng(seed)
    table = Games(rules, games)
    table.deal(rng.integers(0, 2**63, (games, 4)).astype(np.uint64))
    seeds = rng.integers(0, 2**63, (games, rules.players)).astype(np.uint64)
    table.seat(np.full((games, rules.players), -1), seeds)
    table.advance()
    references = [row.name for row in agents("dice") if row.path.startswith(REFERENCES)]
    made = [resolve(name, "dice").make() for name in references]
    sitting = rng.integers(0, len(made), (games, rules.players))
    found: list[Views] = []
    while not table.over.all():
        waiting = np.flatnonzero(~table.over)
        views = table.views[waiting].frozen()
        if (drawn := rng.random(len(waiting)) < kept).any():
            found.append(views[drawn])
        commands = no_commands(games)
        playing = sitting[waiting, views.player]
        for policy in np.unique(playing).tolist():
            rows = playing == policy
            commands[waiting[rows]] = made[policy].choose(views[rows]).commands
        table.step(commands)
        assert not table.refused.any()
    return found
