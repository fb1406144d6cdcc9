"""Every layer and function that has a form in ONNX says there what it says in torch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from hazard.core.errors import BadInput
from hazard.learn.onnx_graph import ACTIVATIONS, PLAIN, SHAPERS, onnx_of

TAKES, GIVES = ["n", 3, "rows", "cols"], ["n", "rows", "cols"]


class Does(nn.Module):
    """A function of the planes, and of a weight where it asks for one."""

    def __init__(self, function: Callable[..., Tensor]) -> None:
        super().__init__()
        self.function = function
        self.own = nn.Parameter(torch.linspace(-1, 1, 3).reshape(1, 3, 1, 1))

    def forward(self, planes: Tensor) -> Tensor:
        return self.function(planes, self.own)


def told(model: bytes, planes: Tensor) -> np.ndarray[Any, Any]:
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(None, {"planes": planes.numpy()})[0])


def assert_same(network: nn.Module, takes: list[Any], gives: list[Any], *sizes: tuple[int, ...]) -> None:
    model = onnx_of(network, takes, gives)
    for size in sizes:
        planes = torch.randn(size, generator=torch.Generator().manual_seed(1))
        with torch.inference_mode():
            meant = network(planes).numpy()
        np.testing.assert_allclose(told(model, planes), meant, rtol=1e-5, atol=1e-6)


CONVOLUTIONS = [
    nn.Conv2d(3, 4, 3, padding=1),
    nn.Conv2d(3, 4, 5, padding="same", bias=False),
    nn.Conv2d(3, 3, 3, padding=2, dilation=2, groups=3),
    nn.Conv2d(3, 4, 1, padding="valid"),
]


@pytest.mark.parametrize("layer", CONVOLUTIONS, ids=str)
def test_convolutions_play_boards_of_every_size(layer: nn.Conv2d) -> None:
    last = nn.Conv2d(layer.out_channels, 1, 1)
    assert_same(
        nn.Sequential(layer, last, Squeezed()), TAKES, GIVES, (2, 3, 4, 4), (1, 3, 5, 9), (7, 3, 1, 2)
    )


class Squeezed(nn.Module):
    """The only channel."""

    def forward(self, planes: Tensor) -> Tensor:
        return planes.squeeze(1)


@pytest.mark.parametrize("kind", list(ACTIVATIONS), ids=lambda kind: kind.__name__)
def test_activations(kind: type[nn.Module]) -> None:
    layer = kind(1) if kind is nn.Softmax else kind()
    assert_same(layer, TAKES, TAKES, (2, 3, 4, 5))


def test_layers_over_the_whole_board() -> None:
    layers: list[nn.Module] = [
        nn.Flatten(),
        nn.Linear(3 * 4 * 5, 8),
        nn.BatchNorm1d(8),
        nn.Dropout(0.5),
        nn.Identity(),
        nn.Linear(8, 20, bias=False),
        nn.Unflatten(1, (4, 5)),
    ]
    network = nn.Sequential(*layers)
    network(torch.randn((16, 3, 4, 5), generator=torch.Generator().manual_seed(2)))  # statistics to remember
    assert_same(network.eval(), ["n", 3, 4, 5], ["n", 4, 5], (6, 3, 4, 5))


def test_a_normalisation_of_planes_says_what_it_has_learnt() -> None:
    layer = nn.BatchNorm2d(3)
    layer(3 + 2 * torch.randn((16, 3, 4, 5), generator=torch.Generator().manual_seed(2)))
    assert_same(layer.eval(), TAKES, TAKES, (6, 3, 4, 5))


FUNCTIONS: dict[str, tuple[Callable[..., Tensor], list[Any]]] = {
    "arithmetic": (lambda x, w: (1 - x) * w / 2 + x * 3 - (-x), TAKES),
    "functions": (lambda x, w: torch.relu(x) + torch.tanh(x) * torch.sigmoid(x) + w, TAKES),
    "methods": (lambda x, w: x.relu().add(x.tanh()).mul(x.sigmoid()).sub(w), TAKES),
    "channels beside each other": (lambda x, w: torch.cat([x, x * w], 1), ["n", 6, "rows", "cols"]),
    "a softmax over the board": (lambda x, w: x.flatten(1).softmax(1).view_as(x), TAKES),
    "one channel": (lambda x, w: x[:, 1], GIVES),
    "the last channel": (lambda x, w: x[:, -1], GIVES),
    "some channels": (lambda x, w: x[:, 1:] * w[:, :1], ["n", 2, "rows", "cols"]),
    "mean and sum": (
        lambda x, w: x.mean((2, 3), keepdim=True) + x.sum(1).unsqueeze(1).sum(3, keepdim=True),
        ["n", 3, "rows", 1],
    ),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    function, gives = FUNCTIONS[name]
    assert_same(Does(function), TAKES, gives, (2, 3, 4, 4), (1, 3, 5, 2))


def test_a_board_is_unflattened() -> None:
    network = Does(lambda x, w: x.flatten(1).unflatten(1, (3, 20)))
    assert_same(network, ["n", 3, 4, 5], ["n", 3, 20], (2, 3, 4, 5))


def test_half_the_bytes_and_still_float_arithmetic() -> None:
    network = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.ReLU(), nn.Conv2d(64, 3, 3, padding=1))
    whole, half = onnx_of(network, TAKES, TAKES), onnx_of(network, TAKES, TAKES, half=True)
    weights = sum(parameter.numel() for parameter in network.parameters())
    assert len(half) < len(whole) - 1.8 * weights
    planes = torch.rand((2, 3, 6, 6), generator=torch.Generator().manual_seed(3))
    rounded = nn.Sequential(nn.Conv2d(3, 64, 3, padding=1), nn.ReLU(), nn.Conv2d(64, 3, 3, padding=1))
    rounded.load_state_dict({name: weight.half().float() for name, weight in network.state_dict().items()})
    with torch.inference_mode():
        np.testing.assert_allclose(told(half, planes), rounded(planes).numpy(), rtol=1e-5, atol=1e-6)
    types = {tensor.data_type for tensor in onnx.load_from_string(half).graph.initializer}
    assert types == {onnx.TensorProto.FLOAT16}
    assert all(
        numpy_helper.to_array(tensor).dtype == np.float32
        for tensor in onnx.load_from_string(whole).graph.initializer
    )


@pytest.mark.parametrize(
    ("network", "what"),
    [
        (nn.Sequential(nn.GELU()), "the layer GELU"),
        (nn.Sequential(nn.Conv2d(3, 3, 3, padding=1, padding_mode="circular")), "pads with circular"),
        (Does(lambda x, w: torch.fft.fft2(x).real), "fft_fft2"),
        (Does(lambda x, w: x[:, ::2]), "the index"),
        (Does(lambda x, w: x.flatten(0, 1)), "flatten"),
        (Does(lambda x, w: x if x.sum() > 0 else w), "control flow"),
    ],
    ids=["layer", "padding", "function", "index", "flatten", "control flow"],
)
def test_what_has_no_form_is_refused_by_name(network: nn.Module, what: str) -> None:
    with pytest.raises(BadInput, match=what):
        onnx_of(network, TAKES, TAKES)


def test_the_tables_name_what_torch_has() -> None:
    for name in [*SHAPERS, *(key for key in PLAIN if isinstance(key, str))]:
        assert name == "getitem" or hasattr(Tensor, name) or hasattr(torch, name), name
