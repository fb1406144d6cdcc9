"""The network of outcomes as it is trained, and as it is played: numbers in the order of the core."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

INPUTS, FIRST, SECOND, SEATS = 633, 256, 64, 4  # as native/dice/outcome.hpp has them


class OutcomeNetwork(nn.Module):
    """Two rectified layers, each with a batch norm behind it, then the logits of who wins."""

    def __init__(self, *, norm: bool) -> None:
        super().__init__()
        self.fc1, self.b1 = nn.Linear(INPUTS, FIRST), nn.BatchNorm1d(FIRST) if norm else nn.Identity()
        self.fc2, self.b2 = nn.Linear(FIRST, SECOND), nn.BatchNorm1d(SECOND) if norm else nn.Identity()
        self.fc4 = nn.Linear(SECOND, SEATS)

    def forward(self, inputs: Tensor) -> Tensor:
        """[b, 633] to logits [b, 4]."""
        hidden = self.b1(torch.relu(self.fc1(inputs)))
        return self.fc4(self.b2(torch.relu(self.fc2(hidden))))


def numbers_of(network: OutcomeNetwork) -> NDArray[np.float32]:
    """All numbers of the network as the core plays it, batch norms folded into the layers behind them."""
    with torch.inference_mode():
        first, first_bias = network.fc1.weight.double(), network.fc1.bias.double()
        second, second_bias = folded(network.b1, network.fc2)
        third, third_bias = folded(network.b2, network.fc4)
    parts = (first.T, first_bias, second.T, second_bias, third.T, third_bias)
    return np.concatenate([part.contiguous().numpy().ravel() for part in parts]).astype("<f4")


def folded(norm: nn.Module, layer: nn.Linear) -> tuple[Tensor, Tensor]:
    """Weight and bias that do with a norm's inputs what the layer does with its outputs."""
    weight, bias = layer.weight.double(), layer.bias.double()
    if not isinstance(norm, nn.BatchNorm1d):
        return weight, bias
    assert norm.running_mean is not None
    assert norm.running_var is not None
    scale = norm.weight.double() / torch.sqrt(norm.running_var.double() + norm.eps)
    shift = norm.bias.double() - norm.running_mean.double() * scale
    return weight * scale, bias + weight @ shift
