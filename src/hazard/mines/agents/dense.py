"""mines/dense: the networks of the study dense-net, one a board size."""

from __future__ import annotations

from hazard.mines.nets.agent import Shipped


class Dense(Shipped):
    """Opens the cell of least predicted risk."""

    name = "dense"
