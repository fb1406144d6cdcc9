"""The networks of the study cnn-thesis, trained with free labels: mines/thesis-cnn, mines/thesis-dense."""

from __future__ import annotations

from hazard.mines.nets.agent import Shipped


class ThesisCnn(Shipped):
    """Its convolutions, a model for each of its three levels; they play boards of any size."""

    name = "thesis-cnn"


class ThesisDense(Shipped):
    """Its dense network, for the one board that it was trained on."""

    name = "thesis-dense"
