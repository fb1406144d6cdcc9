"""A torch network as an ONNX graph, layer by layer: small, stable, and without a tracing exporter.

The network is traced symbolically (`torch.fx`), so its layers are the nodes; the tables below say what each
becomes. What is in none of them is refused by name: its row is to be added here.
"""

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# torch and onnx tell the types of their functions in part only.

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import fx, nn
from torch.fx.proxy import TraceError
from torch.nn import functional

from hazard.core.errors import BadInput

OPSET, IR = 17, 8  # what every onnxruntime since 2022 reads

Shape = Sequence[int | str]
"""Numbers where a side is fixed, names where it is not."""

ACTIVATIONS: dict[Any, tuple[str, Callable[[Any], dict[str, Any]]]] = {
    nn.ReLU: ("Relu", lambda layer: {}),
    nn.LeakyReLU: ("LeakyRelu", lambda layer: {"alpha": layer.negative_slope}),
    nn.ELU: ("Elu", lambda layer: {"alpha": layer.alpha}),
    nn.Tanh: ("Tanh", lambda layer: {}),
    nn.Sigmoid: ("Sigmoid", lambda layer: {}),
    nn.Softmax: ("Softmax", lambda layer: {"axis": layer.dim}),
}
"""Layers that change each number, or one axis, and hold no weights."""

PLAIN: dict[Any, str] = {
    torch.relu: "Relu",
    functional.relu: "Relu",
    torch.tanh: "Tanh",
    torch.sigmoid: "Sigmoid",
    "relu": "Relu",
    "tanh": "Tanh",
    "sigmoid": "Sigmoid",
    operator.add: "Add",
    operator.sub: "Sub",
    operator.mul: "Mul",
    operator.truediv: "Div",
    operator.neg: "Neg",
    torch.add: "Add",
    torch.mul: "Mul",
    "add": "Add",
    "sub": "Sub",
    "mul": "Mul",
}
"""Functions, and methods by name, whose arguments are those of an ONNX operator."""


class Graph:
    """Nodes and weights, as they come."""

    def __init__(self, *, half: bool) -> None:
        try:
            self.onnx: Any = import_module("onnx")
        except ModuleNotFoundError:
            raise BadInput(
                "a network is exported with onnx, which is not installed: pip install 'hazard[learn]'"
            ) from None
        self.half = half
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self._names = 0

    def add(self, kind: str, *inputs: str, name: str | None = None, **attributes: Any) -> str:
        """A node; the name of its output."""
        output = name or self.fresh(kind.lower())
        self.nodes.append(self.onnx.helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def fresh(self, stem: str) -> str:
        """A name that nothing has."""
        self._names += 1
        return f"{stem}-{self._names}"

    def constant(self, array: NDArray[Any], stem: str) -> str:
        """Numbers as they are: axes, shapes, scalars."""
        name = self.fresh(stem)
        self.weights.append(self.onnx.numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def ints(self, *values: int) -> str:
        """int64[n]"""
        return self.constant(np.array(values, np.int64), "ints")

    def weight(self, tensor: torch.Tensor | NDArray[np.float32], name: str) -> str:
        """A parameter; where weights are stored in half the bytes, arithmetic still gets float32."""
        array = np.asarray(
            tensor.detach().cpu().numpy() if isinstance(tensor, torch.Tensor) else tensor, np.float32
        )
        if not self.half:
            return self.constant(array, name)
        return self.add("Cast", self.constant(array.astype(np.float16), name), to=self.onnx.TensorProto.FLOAT)


def onnx_of(network: nn.Module, takes: Shape, gives: Shape, *, half: bool = False) -> bytes:
    """The network in evaluation mode as an ONNX model of one float32 input and one output of these shapes.

    `half` stores the weights as float16. Raises BadInput for a layer or a function that has no row here.
    """
    graph = Graph(half=half)
    helper, kind = graph.onnx.helper, graph.onnx.TensorProto.FLOAT
    try:
        traced = fx.symbolic_trace(nn.Sequential(network).eval())  # inside it, a single layer is one too
    except TraceError as error:
        raise BadInput(f"the network cannot be exported: {error}") from None
    values: dict[fx.Node, Any] = {}
    result = ""
    for node in traced.graph.nodes:
        if node.op == "placeholder":
            values[node] = "planes"
        elif node.op == "output":
            (last,) = cast("tuple[fx.Node]", node.args)
            result = graph.add("Identity", values[last], name="values")
        else:
            values[node] = written(graph, traced, node, values)
    inputs = [helper.make_tensor_value_info("planes", kind, list(takes))]
    outputs = [helper.make_tensor_value_info(result, kind, list(gives))]
    whole = helper.make_graph(graph.nodes, "network", inputs, outputs, graph.weights)
    opset = [helper.make_opsetid("", OPSET)]
    model = helper.make_model(whole, opset_imports=opset, ir_version=IR, producer_name="hazard")
    graph.onnx.checker.check_model(model, full_check=True)
    return model.SerializeToString()


def written(graph: Graph, traced: fx.GraphModule, node: fx.Node, values: dict[fx.Node, Any]) -> str:
    """The nodes of one layer or function; the name of what they give."""
    args: list[Any] = [values[arg] if isinstance(arg, fx.Node) else arg for arg in node.args]
    if node.op == "get_attr":
        return graph.weight(attribute(traced, str(node.target)), str(node.target))
    if node.op == "call_module":
        layer = traced.get_submodule(str(node.target))
        return of_layer(graph, layer, str(node.target), *args)
    target, options = node.target, dict(node.kwargs)
    if target in PLAIN and not options:
        return graph.add(PLAIN[target], *(as_input(graph, arg) for arg in args))
    shaper = SHAPERS.get(target if isinstance(target, str) else getattr(target, "__name__", ""))
    if shaper is None:
        raise unknown(f"the function {getattr(target, '__name__', target)}")
    if target is torch.cat or target == "cat":
        args[0] = [values[part] for part in args[0]]
    return shaper(graph, *args, **options)


def attribute(traced: fx.GraphModule, path: str) -> torch.Tensor:
    """A parameter or buffer of the network, by its dotted name."""
    found: Any = traced
    for name in path.split("."):
        found = getattr(found, name)
    return found


def as_input(graph: Graph, value: Any) -> str:
    """A value of the graph, or a number as a constant of it."""
    return value if isinstance(value, str) else graph.constant(np.array(value, np.float32), "number")


def of_layer(graph: Graph, layer: nn.Module, name: str, value: str) -> str:
    """One layer of torch."""
    if type(layer) in ACTIVATIONS:
        kind, attributes = ACTIVATIONS[type(layer)]
        return graph.add(kind, value, **attributes(layer))
    if isinstance(layer, (nn.Identity, nn.Dropout, nn.Dropout2d)):
        return value  # as it is where nothing is learnt
    if isinstance(layer, nn.Linear):
        out = graph.add("MatMul", value, graph.weight(layer.weight.T, f"{name}.weight"))
        bias = bias_of(graph, layer, name)
        return graph.add("Add", out, *bias) if bias else out
    if isinstance(layer, nn.Conv2d):
        return convolution(graph, layer, name, value)
    if isinstance(layer, (nn.BatchNorm1d, nn.BatchNorm2d)):
        return normalisation(graph, layer, name, value)
    if isinstance(layer, nn.Flatten):
        return flatten(graph, value, layer.start_dim, layer.end_dim)
    if isinstance(layer, nn.Unflatten):
        return unflatten(graph, value, int(layer.dim), layer.unflattened_size)
    raise unknown(f"the layer {type(layer).__name__}")


def bias_of(graph: Graph, layer: nn.Module, name: str) -> list[str]:
    """The bias of a layer, if it has one."""
    bias: torch.Tensor | None = getattr(layer, "bias", None)
    return [] if bias is None else [graph.weight(bias, f"{name}.bias")]


def convolution(graph: Graph, layer: nn.Conv2d, name: str, value: str) -> str:
    """Conv2d with zeros around, or none."""
    if layer.padding_mode != "zeros":
        raise unknown(f"a convolution that pads with {layer.padding_mode}")
    weights = [graph.weight(layer.weight, f"{name}.weight"), *bias_of(graph, layer, name)]
    where: dict[str, Any] = {}
    if layer.padding == "same":
        where["auto_pad"] = "SAME_UPPER"
    else:
        pads = [0, 0] if layer.padding == "valid" else [int(side) for side in layer.padding]
        where["pads"] = pads * 2
    return graph.add(
        "Conv",
        value,
        *weights,
        kernel_shape=list(layer.kernel_size),
        strides=list(layer.stride),
        dilations=list(layer.dilation),
        group=layer.groups,
        **where,
    )


def normalisation(graph: Graph, layer: nn.BatchNorm1d | nn.BatchNorm2d, name: str, value: str) -> str:
    """What a batch normalisation does once it has learnt: a factor and a shift a channel."""
    if not layer.affine or layer.running_mean is None or layer.running_var is None:
        raise unknown("a batch normalisation without weights or running statistics")
    parts = {
        "weight": layer.weight,
        "bias": layer.bias,
        "mean": layer.running_mean,
        "variance": layer.running_var,
    }
    weights = [graph.weight(tensor, f"{name}.{part}") for part, tensor in parts.items()]
    return graph.add("BatchNormalization", value, *weights, epsilon=layer.eps)


def flatten(graph: Graph, value: str, start_dim: int = 0, end_dim: int = -1) -> str:
    """The last axes as one."""
    if end_dim != -1 or start_dim < 0:
        raise unknown(f"flatten({start_dim}, {end_dim})")
    return graph.add("Reshape", value, graph.ints(*[0] * start_dim, -1))


def unflatten(graph: Graph, value: str, dim: int, sizes: Sequence[int]) -> str:
    """The last axis as several."""
    if dim < 0:
        raise unknown(f"unflatten({dim}, …)")
    return graph.add("Reshape", value, graph.ints(*[0] * dim, *sizes))


def squeeze(graph: Graph, value: str, dim: int) -> str:
    """Without an axis of length 1."""
    return graph.add("Squeeze", value, graph.ints(dim))


def unsqueeze(graph: Graph, value: str, dim: int) -> str:
    """With one axis of length 1 more."""
    return graph.add("Unsqueeze", value, graph.ints(dim))


def view_as(graph: Graph, value: str, other: str) -> str:
    """In the shape of another."""
    return graph.add("Reshape", value, graph.add("Shape", other))


def softmax(graph: Graph, value: str, dim: int) -> str:
    """Along one axis."""
    return graph.add("Softmax", value, axis=dim)


def cat(graph: Graph, parts: Sequence[str], dim: int = 0) -> str:
    """One behind the other."""
    return graph.add("Concat", *parts, axis=dim)


def mean(graph: Graph, value: str, dim: int | Sequence[int], keepdim: bool = False) -> str:
    """Over some axes."""
    return graph.add("ReduceMean", value, axes=axes_of(dim), keepdims=int(keepdim))


def total(graph: Graph, value: str, dim: int | Sequence[int], keepdim: bool = False) -> str:
    """The sum over some axes."""
    return graph.add("ReduceSum", value, graph.ints(*axes_of(dim)), keepdims=int(keepdim))


def axes_of(dim: int | Sequence[int]) -> list[int]:
    """One or several as a list."""
    return [dim] if isinstance(dim, int) else list(dim)


def getitem(graph: Graph, value: str, key: Any) -> str:
    """Slices of step 1, and single places."""
    slices = key if isinstance(key, tuple) else (key,)
    single: list[int] = []
    for axis, part in enumerate(slices):
        if part == slice(None):
            continue
        if isinstance(part, int):
            begin, end = part, part + 1 if part != -1 else np.iinfo(np.int64).max
            single.append(axis)
        elif isinstance(part, slice) and part.step in (None, 1):
            begin = part.start or 0
            end = np.iinfo(np.int64).max if part.stop is None else part.stop
        else:
            raise unknown(f"the index {part}")
        value = graph.add("Slice", value, graph.ints(begin), graph.ints(int(end)), graph.ints(axis))
    return graph.add("Squeeze", value, graph.ints(*single)) if single else value


SHAPERS: dict[str, Callable[..., str]] = {
    "flatten": flatten,
    "unflatten": unflatten,
    "squeeze": squeeze,
    "unsqueeze": unsqueeze,
    "view_as": view_as,
    "softmax": softmax,
    "cat": cat,
    "mean": mean,
    "sum": total,
    "getitem": getitem,
}
"""Functions and methods that take more than numbers."""


def unknown(what: str) -> BadInput:
    """The error for what has no row."""
    return BadInput(f"the network cannot be exported: {what} has no form in hazard.learn.onnx_graph")
