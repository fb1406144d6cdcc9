"""A network that is a chain of convolutions, cut into its layers: each is a small model of its own.

Read from the bytes of an ONNX file and written as such, without an ONNX library: nodes and weights are taken
over as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hazard.core.modelfile import GRAPH, VARINT, coded, fields_of, varint, written

# Fields of ONNX's messages.
NODE, GRAPH_NAME, WEIGHT, INPUT, OUTPUT = 1, 2, 5, 11, 12
NODE_INPUT, NODE_OUTPUT, NODE_KIND, NODE_SETTING = 1, 2, 4, 5
SETTING_NAME, SETTING_INT, SETTING_INTS = 1, 3, 8
WEIGHT_DIMS, WEIGHT_NAME = 1, 8
FLOAT = 1  # of an input: its element type

OF_EACH_CELL = {"Relu", "LeakyRelu", "Elu", "Tanh", "Sigmoid", "Identity", "Squeeze"}
"""What a layer may do besides convolving: it looks at no other cell. (A chain squeezes channels alone.)"""


@dataclass
class Node:
    """One operation of the graph."""

    data: bytes
    kind: str
    inputs: list[str]
    output: str
    settings: dict[str, list[int]]  # those that are whole numbers
    unpadded: bytes  # the same operation without its padding


@dataclass
class Layer:
    """A convolution that keeps the board's size, and what follows it cell by cell, 1x1 convolutions too."""

    side: int  # of the convolution's window
    seen: int  # channels that it takes
    channels: int  # that it gives
    work: int  # products a cell
    nodes: list[Node] = field(default_factory=list[Node])
    takes: str = ""
    gives: str = ""

    @property
    def reach(self) -> int:
        """How far it sees from a cell."""
        return self.side // 2


class Chain:
    """The layers of a model."""

    def __init__(self, head: bytes, weights: dict[str, bytes], layers: list[Layer]) -> None:
        self.head, self.weights, self.layers = head, weights, layers

    def share(self, side: int, rows: int, cols: int) -> float:
        """The arithmetic after a change within a square, relative to that of a whole board."""
        part = whole = 0
        for layer in self.layers:
            side += 2 * layer.reach
            part += layer.work * min(side, rows) * min(side, cols)
            whole += layer.work * rows * cols
        return part / whole

    def whole(self) -> bytes:
        """Planes to what every layer gives, padded as they are."""
        nodes = [node for layer in self.layers for node in layer.nodes]
        return self._model(nodes, self.layers[0].takes, [layer.gives for layer in self.layers], padded=True)

    def alone(self, layer: Layer) -> bytes:
        """One layer without padding: it gives less than it takes, by its reach on each side."""
        return self._model(layer.nodes, layer.takes, [layer.gives], padded=False)

    def _model(self, nodes: Sequence[Node], takes: str, gives: Sequence[str], *, padded: bool) -> bytes:
        used = {name for node in nodes for name in node.inputs}
        graph = b"".join(coded(NODE, node.data if padded else node.unpadded) for node in nodes)
        graph += coded(GRAPH_NAME, b"layers")
        graph += b"".join(coded(WEIGHT, data) for name, data in self.weights.items() if name in used)
        graph += coded(INPUT, port(takes)) + b"".join(coded(OUTPUT, port(name)) for name in gives)
        return self.head + coded(GRAPH, graph)


def port(name: str) -> bytes:
    """An input or output: floats of any shape."""
    kind = coded(1, written(1 << 3 | VARINT) + written(FLOAT))
    return coded(1, name.encode()) + coded(2, kind)


def chain_of(model: bytes) -> Chain | None:
    """The layers of a model, or None where it is anything else than a chain of such."""
    parts = list(fields_of(model))
    graph = next(model[inner:end] for number, _, inner, end in parts if number == GRAPH)
    head = b"".join(model[begin:end] for number, begin, _, end in parts if number in (1, 8))  # its versions
    weights = {text(data, WEIGHT_NAME): data for data in held(graph, WEIGHT)}
    inputs = [text(data, 1) for data in held(graph, INPUT)]
    if len(inputs) != 1:
        return None
    layers = layers_of([node_of(data) for data in held(graph, NODE)], weights, inputs[0])
    return None if layers is None else Chain(head, weights, layers)


def layers_of(nodes: Sequence[Node], weights: dict[str, bytes], at: str) -> list[Layer] | None:
    """The nodes by layers, from the input `at` on; None where they are not a chain."""
    layers: list[Layer] = []
    casts: dict[str, Node] = {}  # of weights that are stored in 16 bits, by what they are cast to
    for node in nodes:
        if node.kind == "Cast" and node.inputs[0] in weights:
            casts[node.output] = node
        elif node.inputs[:1] != [at]:
            return None
        elif node.kind == "Conv":
            found = convolution(node, weights, casts)
            if found is None:
                return None
            if layers and not found.reach:
                layers[-1].channels, layers[-1].work = found.channels, layers[-1].work + found.work
                layers[-1].nodes += found.nodes
            else:
                found.takes = at
                layers.append(found)
        elif node.kind in OF_EACH_CELL and layers and (node.kind != "Squeeze" or layers[-1].channels == 1):
            layers[-1].nodes.append(node)
        else:
            return None
        if node.output not in casts:
            at = node.output
            layers[-1].gives = at
    if not layers or layers[-1].channels != 1:
        return None
    squeezed = any(node.kind == "Squeeze" for layer in layers[:-1] for node in layer.nodes)
    return None if squeezed else layers


def convolution(node: Node, weights: dict[str, bytes], casts: dict[str, Node]) -> Layer | None:
    """The layer that begins with this convolution; None where it does not keep the board's size."""
    own = [casts[name] for name in node.inputs[1:] if name in casts]
    stored = own[0].inputs[0] if own else node.inputs[1]
    if stored not in weights:
        return None
    channels, seen, high, wide = numbers(weights[stored], WEIGHT_DIMS)
    pads = node.settings.get("pads", [0, 0, 0, 0])
    plain = all(
        set(node.settings.get(name, [1])) == {1} for name in ("group", "dilations", "strides")
    ) and not node.settings.get("auto_pad")
    if high != wide or high % 2 == 0 or not plain or pads != [high // 2] * 4:
        return None
    return Layer(high, seen, channels, seen * channels * high * wide, [*own, node])


def node_of(data: bytes) -> Node:
    """A node of its bytes."""
    settings: dict[str, list[int]] = {}
    unpadded = bytearray()
    for number, begin, inner, end in fields_of(data):
        if number == NODE_SETTING:
            setting = data[inner:end]
            name = text(setting, SETTING_NAME)
            settings[name] = numbers(setting, SETTING_INTS) or numbers(setting, SETTING_INT)
            if name == "pads":
                continue
        unpadded += data[begin:end]
    names = [name.decode() for name in held(data, NODE_INPUT)]
    return Node(data, text(data, NODE_KIND), names, text(data, NODE_OUTPUT), settings, bytes(unpadded))


def held(data: bytes, wanted: int) -> Iterator[bytes]:
    """What the fields of that number hold."""
    for number, _, inner, end in fields_of(data):
        if number == wanted:
            yield data[inner:end]


def text(data: bytes, wanted: int) -> str:
    """The text of a field; empty where there is none."""
    return next(held(data, wanted), b"").decode()


def numbers(data: bytes, wanted: int) -> list[int]:
    """The whole numbers of a field, packed in one or one after the other."""
    found: list[int] = []
    for number, _, inner, end in fields_of(data):
        if number != wanted:
            continue
        at = inner
        while at < end:
            value, at = varint(data, at)
            found.append(value)
    return found
