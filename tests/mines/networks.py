"""Small networks as ONNX, written with onnx.helper: what tests play with instead of trained ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from hazard.mines.nets.card import Card, sealed

Node = tuple[str, list[str], str]
"""Operator, inputs, output."""


def model(
    nodes: Sequence[Node],
    weights: Mapping[str, NDArray[Any]],
    shape: Sequence[int | str],
    **attributes: dict[str, Any],
) -> bytes:
    """A graph from `x`, of this shape, to `y`; attributes of a node by the name of its output."""
    graph = helper.make_graph(
        [
            helper.make_node(kind, inputs, [output], **attributes.get(output, {}))
            for kind, inputs, output in nodes
        ],
        "test",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    opset = helper.make_opsetid("", 18)
    return helper.make_model(graph, opset_imports=[opset], ir_version=9).SerializeToString()


def windows(channels: int, width: int = 8, seed: int = 1) -> bytes:
    """Two convolutions and a sigmoid with random weights: plays boards of every size."""
    rng = np.random.default_rng(seed)
    weights = {
        "w1": rng.standard_normal((width, channels, 3, 3)).astype(np.float32) / 3,
        "w2": rng.standard_normal((1, width, 1, 1)).astype(np.float32),
    }
    nodes = [
        ("Conv", ["x", "w1"], "c"),
        ("Relu", ["c"], "r"),
        ("Conv", ["r", "w2"], "s"),
        ("Sigmoid", ["s"], "y"),
    ]
    return model(nodes, weights, ["n", channels, "rows", "cols"], c={"pads": [1, 1, 1, 1]})


def dense(channels: int, rows: int, cols: int, seed: int = 1) -> bytes:
    """One dense layer and a sigmoid with random weights: plays boards of one size."""
    rng = np.random.default_rng(seed)
    area = rows * cols
    weights = {"w": rng.standard_normal((channels * area, area)).astype(np.float32) / area}
    nodes = [("Flatten", ["x"], "f"), ("MatMul", ["f", "w"], "s"), ("Sigmoid", ["s"], "y")]
    return model(nodes, weights, ["n", channels, rows, cols])


def counts_covered() -> bytes:
    """The covered cells around a cell, as a score: what such a player opens can be told beforehand."""
    weights = np.zeros((1, 10, 3, 3), np.float32)
    weights[0, 9] = 1
    weights[0, 9, 1, 1] = 0
    return model(
        [("Conv", ["x", "w"], "y")],
        {"w": weights},
        ["n", 10, "rows", "cols"],
        y={"pads": [1, 1, 1, 1]},
    )


FREE = sealed(windows(10), Card(planes="onehot10", trained_on=("9x9/10",)))
"""A model that plays every level."""
