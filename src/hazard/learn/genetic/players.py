"""The best player of an evolution, as the file that agents read, or as a network that can be exported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.records import write_whole
from hazard.learn.runs import Run
from hazard.learn.training import learner_at
from hazard.mines.evolved import Design, EvolvedPlayer
from hazard.mines.nets.card import Provenance, Strength

if TYPE_CHECKING:
    from torch import nn

CODES = 10  # 0 to 8 and covered: the planes of onehot10


def write_player(
    run: Run, file: Path, *, session: int | None = None, strength: tuple[Strength, ...] = (), note: str = ""
) -> EvolvedPlayer:
    """Write the champion of a run's last checkpoint, or of that after a session; raises BadInput."""
    from hazard.learn.genetic.learner import Genetic

    learner, session, elapsed = learner_at(run, session)
    if not isinstance(learner, Genetic):
        raise BadInput(f"run {run.name} evolves no players: its learner is {run.recipe().learner}")
    about = run.about()
    provenance = Provenance(
        recipe=about.recipe,
        run=run.name,
        seed=learner.recipe.seed,
        code=about.version,
        date=about.began[:10],
        sessions=session,
        seconds=round(elapsed, 1),
        note=note,
        strength=strength,
    )
    player = learner.evolved(provenance)
    write_whole(file, player.encoded())
    return player


def network_of(design: Design, genes: NDArray[np.float32]) -> nn.Module:
    """The player as convolutions over the planes of onehot10; raises BadInput where it is none."""
    from hazard.learn.genetic.convolutions import Convolutions

    if design.shape == "matrix" or design.logic:
        raise BadInput("of evolved players only the shapes cells and network, without logic, are networks")
    if design.shape == "cells":
        return Convolutions(spread(genes.reshape(-1, CODES, 1), 2, design.symmetric, centre=False))
    places = max(orbits(1, design.symmetric, centre=True)) + 1
    inside, bias, outside = np.split(
        genes, [places * CODES * design.hidden, (places * CODES + 1) * design.hidden]
    )
    return Convolutions(
        spread(inside.reshape(places, CODES, design.hidden), 1, design.symmetric, centre=True),
        bias,
        spread(outside.reshape(places, design.hidden, 1), 1, design.symmetric, centre=True),
    )


def spread(
    weights: NDArray[np.float32], radius: int, symmetric: bool, *, centre: bool
) -> NDArray[np.float32]:
    """Weights [kinds of places, inputs, outputs] as a convolution's: [outputs, inputs, side, side]."""
    side = 2 * radius + 1
    padded = np.concatenate([weights, np.zeros_like(weights[:1])])  # the last is of a centre without weights
    window = padded[orbits(radius, symmetric, centre=centre)].reshape(side, side, *weights.shape[1:])
    return np.ascontiguousarray(window.transpose(3, 2, 0, 1))


def orbits(radius: int, symmetric: bool, *, centre: bool) -> list[int]:
    """The kind of each place of a square window, in board order; -1 for a centre that has no weights."""
    side = range(-radius, radius + 1)
    places = [(row, col) for row in side for col in side]
    kinds = places
    if symmetric:
        kinds = [(max(abs(row), abs(col)), min(abs(row), abs(col))) for row, col in places]
    order = sorted(kind for kind in set(kinds) if centre or kind != (0, 0))
    return [order.index(kind) if kind in order else -1 for kind in kinds]
