"""The table of networks of the predictor: planes in, a logit for each cell out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from torch import Tensor, nn

from hazard.core.errors import BadInput
from hazard.core.registry import did_you_mean
from hazard.mines.level import Level

if TYPE_CHECKING:
    from hazard.learn.predictor.settings import Network


@dataclass(frozen=True, slots=True)
class NetworkRow:
    """One network."""

    name: str
    make: Callable[[Network, Level, int], nn.Module]
    """(settings, level, channels) to a module: [b, channels, rows, cols] to logits [b, rows, cols]."""
    any_size: bool  # whether it takes boards of other sizes than its level's
    sentence: str


ACTIVATIONS: dict[str, Callable[[], nn.Module]] = {
    "relu": nn.ReLU,
    "leaky-relu": nn.LeakyReLU,
    "elu": nn.ELU,
    "tanh": nn.Tanh,
    "sigmoid": nn.Sigmoid,
}


class DenseNet(nn.Module):
    """Fully connected, one width after the other, for boards of one size."""

    def __init__(self, channels: int, rows: int, cols: int, widths: list[int], activation: str) -> None:
        super().__init__()
        area = rows * cols
        sizes = [channels * area, *(width * area for width in widths), area]
        layers: list[nn.Module] = []
        for inside, outside in pairwise(sizes):
            layers += [nn.Linear(inside, outside), ACTIVATIONS[activation]()]
        self.layers = nn.Sequential(*layers[:-1])
        self.rows, self.cols = rows, cols
        for layer in layers:
            if isinstance(layer, nn.Linear):
                nn.init.xavier_uniform_(layer.weight)
                nn.init.zeros_(layer.bias)

    def forward(self, planes: Tensor) -> Tensor:
        """Logits of all cells being mines."""
        return self.layers(planes.flatten(1)).unflatten(1, (self.rows, self.cols))


class ConvNet(nn.Module):
    """Convolutions that keep the board's size, so that it plays boards of every size."""

    def __init__(self, channels: int, width: int, layers: int, kernel: int, activation: str) -> None:
        super().__init__()
        sizes = [channels, *[width] * layers]
        parts: list[nn.Module] = []
        for inside, outside in pairwise(sizes):
            parts += [nn.Conv2d(inside, outside, kernel, padding=kernel // 2), ACTIVATIONS[activation]()]
        self.layers = nn.Sequential(*parts, nn.Conv2d(width, 1, 1))
        for part in self.layers:
            if isinstance(part, nn.Conv2d):
                nn.init.xavier_uniform_(part.weight)
                assert part.bias is not None
                nn.init.zeros_(part.bias)

    def forward(self, planes: Tensor) -> Tensor:
        """Logits of all cells being mines."""
        return self.layers(planes).squeeze(1)


def make_dense(settings: Network, level: Level, channels: int) -> nn.Module:
    """The network of the study dense-net, where widths are 20, 10, 5."""
    return DenseNet(channels, level.rows, level.cols, settings.widths, settings.activation)


def make_conv(settings: Network, _level: Level, channels: int) -> nn.Module:
    """Convolutions, a 1x1 one last."""
    return ConvNet(channels, settings.width, settings.layers, settings.kernel, settings.activation)


NETWORKS: tuple[NetworkRow, ...] = (
    NetworkRow("dense-net", make_dense, False, "fully connected: planes, widths times cells, cells"),
    NetworkRow("conv", make_conv, True, "convolutions of one width, then 1x1"),
)


def network_row(name: str) -> NetworkRow:
    """The row of that name; raises BadInput."""
    rows = {row.name: row for row in NETWORKS}
    if name not in rows:
        hint = did_you_mean(name, rows) or f"; there are {', '.join(rows)}"
        raise BadInput(f"network.kind: unknown network {name!r}{hint}")
    return rows[name]


class SoftmaxOfCells(nn.Module):
    """Shares of one whole, over all cells of a board."""

    def forward(self, logits: Tensor) -> Tensor:
        """[b, rows, cols] to [b, rows, cols]"""
        return logits.flatten(1).softmax(1).view_as(logits)


def readout_of(settings: Network) -> nn.Module:
    """What makes risks of logits; masks are not part of it."""
    return SoftmaxOfCells() if settings.output == "masked softmax" else nn.Sigmoid()


def is_weight(name: str) -> bool:
    """Whether a parameter counts for l2: biases do not."""
    return not name.endswith("bias")
