"""An evolved player as a network of torch."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

Weights = NDArray[np.float32]


class Convolutions(nn.Module):
    """One convolution to a score; or one to hidden units, and one of these to a score."""

    def __init__(self, first: Weights, bias: Weights | None = None, last: Weights | None = None) -> None:
        super().__init__()
        layers = [convolution(first, bias)]
        if last is not None:
            layers += [nn.ReLU(), convolution(last)]
        self.layers = nn.Sequential(*layers)

    def forward(self, planes: Tensor) -> Tensor:
        """[b, 10, rows, cols] to scores [b, rows, cols]."""
        return self.layers(planes).squeeze(1)


def convolution(weights: Weights, bias: Weights | None = None) -> nn.Module:
    """It keeps the board's size: weights [outputs, inputs, side, side]."""
    outputs, inputs, side, _ = weights.shape
    layer = nn.Conv2d(inputs, outputs, side, padding=side // 2)
    assert layer.bias is not None
    with torch.no_grad():
        layer.weight.copy_(torch.from_numpy(weights))
        layer.bias.copy_(torch.from_numpy(np.zeros(outputs, np.float32) if bias is None else bias.copy()))
    return layer
