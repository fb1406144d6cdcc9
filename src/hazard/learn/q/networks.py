"""The table of value networks: planes in, a value for each cell out."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import torch
from torch import Tensor, nn
from torch.nn.functional import conv2d

from hazard.core.errors import BadInput
from hazard.core.registry import did_you_mean

if TYPE_CHECKING:
    from hazard.learn.q.settings import Network


@dataclass(frozen=True, slots=True)
class NetworkRow:
    """One network."""

    name: str
    make: Callable[[Network, int, int, int], nn.Module]
    """(settings, channels, rows, cols) to a module: [b, channels, rows, cols] to values [b, rows, cols]."""
    any_size: bool  # whether it takes boards of other sizes
    sentence: str


class Paths(nn.Module):
    """A wide and a narrow look at the board, side by side."""

    def __init__(self, channels: int, width: int) -> None:
        super().__init__()
        self.wide = nn.Sequential(
            nn.Conv2d(channels, width, 5, padding=2),
            nn.Tanh(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.Tanh(),
        )
        self.narrow = nn.Sequential(nn.Conv2d(channels, width, 3, padding=1), nn.Tanh())

    def forward(self, planes: Tensor) -> Tensor:
        """[b, 2 * width, rows, cols]"""
        return torch.cat([self.wide(planes), self.narrow(planes)], 1)


class TwoPaths(nn.Module):
    """genetic-q's; 57,185 weights where width is 32.

    Its last two layers have nothing between them that is not linear, so they are multiplied into one before
    they meet the board: the same values and the same gradients of both, for a third of the work.
    """

    def __init__(self, channels: int, width: int) -> None:
        super().__init__()
        self.paths = Paths(channels, width)
        self.joined = nn.Conv2d(2 * width, 2 * width, 3, padding=1)
        self.last = nn.Conv2d(2 * width, 1, 1)
        begin(self)

    def folded(self) -> tuple[Tensor, Tensor]:
        """Weights and bias of the last two layers as one."""
        assert self.joined.bias is not None
        assert self.last.bias is not None
        outer = self.last.weight.flatten(1)
        weights = (outer @ self.joined.weight.flatten(1)).view(1, *self.joined.weight.shape[1:])
        return weights, outer @ self.joined.bias + self.last.bias

    def forward(self, planes: Tensor) -> Tensor:
        """Values of all cells."""
        return conv2d(self.paths(planes), *self.folded(), padding=1).squeeze(1)

    def plain(self) -> nn.Module:
        """The same values by layers that hold their weights, for export."""
        last = nn.Conv2d(self.joined.in_channels, 1, 3, padding=1)
        assert last.bias is not None
        with torch.no_grad():
            weights, bias = self.folded()
            last.weight.copy_(weights)
            last.bias.copy_(bias)
        return Plain(self.paths, last)


class Plain(nn.Module):
    """Two paths and one convolution to values."""

    def __init__(self, paths: Paths, last: nn.Conv2d) -> None:
        super().__init__()
        self.paths, self.last = paths, last

    def forward(self, planes: Tensor) -> Tensor:
        """Values of all cells."""
        return self.last(self.paths(planes)).squeeze(1)


class DenseEnd(nn.Module):
    """The same with a fully connected last layer, for boards of one size: what the study did not try."""

    def __init__(self, channels: int, width: int, rows: int, cols: int) -> None:
        super().__init__()
        self.paths = Paths(channels, width)
        self.joined = nn.Conv2d(2 * width, 2 * width, 3, padding=1)
        self.last = nn.Linear(2 * width * rows * cols, rows * cols)
        self.rows, self.cols = rows, cols
        begin(self)

    def forward(self, planes: Tensor) -> Tensor:
        """Values of all cells."""
        hidden = torch.tanh(self.joined(self.paths(planes)))
        return self.last(hidden.flatten(1)).unflatten(1, (self.rows, self.cols))


class Deep(nn.Module):
    """3x3 convolutions of one width, then 1x1."""

    def __init__(self, channels: int, width: int, layers: int) -> None:
        super().__init__()
        parts: list[nn.Module] = []
        for inside, outside in pairwise([channels, *[width] * layers]):
            parts += [nn.Conv2d(inside, outside, 3, padding=1), nn.ReLU()]
        self.layers = nn.Sequential(*parts, nn.Conv2d(width, 1, 1))
        begin(self)

    def forward(self, planes: Tensor) -> Tensor:
        """Values of all cells."""
        return self.layers(planes).squeeze(1)


def begin(module: nn.Module) -> None:
    """Keras' first weights, as in the study: Glorot's uniform, biases 0."""
    for part in module.modules():
        if isinstance(part, nn.Conv2d | nn.Linear):
            nn.init.xavier_uniform_(part.weight)
            assert part.bias is not None
            nn.init.zeros_(part.bias)


NETWORKS: tuple[NetworkRow, ...] = (
    NetworkRow(
        "genetic-q",
        lambda settings, channels, rows, cols: TwoPaths(channels, settings.width),
        True,
        "5x5 then 3x3 convolutions beside 3x3 ones, joined, 3x3, 1x1",
    ),
    NetworkRow(
        "genetic-q-dense",
        lambda settings, channels, rows, cols: DenseEnd(channels, settings.width, rows, cols),
        False,
        "the same with a fully connected last layer",
    ),
    NetworkRow(
        "conv",
        lambda settings, channels, rows, cols: Deep(channels, settings.width, settings.layers),
        True,
        "3x3 convolutions of one width, then 1x1",
    ),
)


def network_row(name: str) -> NetworkRow:
    """The row of that name; raises BadInput."""
    rows = {row.name: row for row in NETWORKS}
    if name not in rows:
        hint = did_you_mean(name, rows) or f"; there are {', '.join(rows)}"
        raise BadInput(f"network.kind: unknown network {name!r}{hint}")
    return rows[name]
