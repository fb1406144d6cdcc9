"""Who will win: how `search` judges positions, were the turn to end there.

A small network, the same for every player, makes one number of what a player holds; the softmax over those
alive is who wins. It knows nothing of one map or of one number of players.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hazard.dice import native
from hazard.dice.views import Views


def chances(views: Views) -> NDArray[np.float64]:
    """Each player's chance to win: float64[n, players], 0 for those that are out."""
    return native.chances(views.native)


def traits(views: Views) -> NDArray[np.float32]:
    """What the chances are told from: float32[n, players, traits], zeros for those that are out."""
    return native.traits(views.native)


class Network(NamedTuple):
    """Its numbers."""

    first: NDArray[np.float32]  # [traits, hidden units]
    bias: NDArray[np.float32]  # [hidden units]
    second: NDArray[np.float32]
    shift: float  # of the logit of the player that ends its turn, and its slopes below and above 0
    below: float
    above: float


def network() -> Network:
    """What the core computes with."""
    return Network(*native.search_network())
