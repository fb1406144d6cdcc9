"""A network that was loaded: positions in, a number for each cell out; onnxruntime on one thread."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import AgentError, AgentFault, in_one_line
from hazard.mines.nets.card import ModelFile
from hazard.mines.nets.chain import chain_of
from hazard.mines.nets.changes import Changes, Run, worth
from hazard.mines.nets.planes import planes_of
from hazard.mines.nets.sliding import averaged, ring_weights, windows_of

MOST_TOGETHER = 64  # positions; more gain nothing
MOST_CELLS = 2**15  # together: what layers hold in between stays small on large boards
QUIET = 3  # onnxruntime's level of log: errors only


class Port(Protocol):
    """An input of a network."""

    name: str
    type: str  # "tensor(float)"
    shape: list[int | str | None]  # a number where it is fixed


class Session(Protocol):
    """What is used of onnxruntime's InferenceSession, which tells no types."""

    def get_inputs(self) -> Sequence[Port]:
        """The inputs, in their order."""
        ...

    def run(self, output_names: None, input_feed: dict[str, NDArray[np.float32]]) -> list[NDArray[Any]]:
        """All outputs."""
        ...


class Net:
    """The network of a model file; raises AgentError where it does not load or is not what its card says."""

    def __init__(self, model: ModelFile, name: str) -> None:
        self.card, self.name = model.card, name
        self.planes = planes_of(model.card.planes)
        self._session = loaded(str(model.file), name)
        inputs = self._session.get_inputs()
        if len(inputs) != 1 or len(inputs[0].shape) != 4 or inputs[0].type != "tensor(float)":
            told = ", ".join(f"{one.type}{one.shape}" for one in inputs)
            raise AgentError(
                f"agent {name}: {model.file} takes {told or 'nothing'}; "
                f"it must take one tensor(float)[n, {self.planes.channels}, rows, cols]"
            )
        self._input = inputs[0].name
        self._refuse_other_shape(inputs[0].shape, model)
        self._chain = chain_of(model.file.read_bytes()) if self.card.window is None else None
        self._changes: Changes | None = None

    def values(
        self, cells: NDArray[np.int8], mines: int, games: NDArray[np.uint64] | None = None
    ) -> NDArray[np.float32]:
        """What the network says of each cell of positions of one level: float32[n, rows, cols].

        cells: int8[n, rows, cols]. With `games`, a number for each, the next positions of the same games
        take less time. Raises AgentFault where its output has another shape or is not finite.
        """
        _, rows, cols = cells.shape
        if games is not None and self._chain is not None and worth(self._chain, rows, cols):
            if self._changes is None:
                self._changes = Changes(self._chain, lambda data: run_of(data, self.name))
            planes = self.planes.encode(cells, mines)
            return self._finite(self._changes.values(planes, games.tolist()))
        side = self.card.window
        if side is None:
            return self.said(cells, mines)
        said = self.said(windows_of(cells, side), mines)
        return averaged(said, cells.shape, ring_weights(side, self.card.border))

    def said(self, cells: NDArray[np.int8], mines: int) -> NDArray[np.float32]:
        """The same of positions that it sees as they are: boards, or windows of them."""
        n, rows, cols = cells.shape
        out = np.empty(cells.shape, np.float32)
        together = int(np.clip(MOST_CELLS // (rows * cols), 1, MOST_TOGETHER))
        for begin in range(0, n, together):
            part = slice(begin, begin + together)
            planes = self.planes.encode(cells[part], mines)
            found = self._session.run(None, {self._input: planes})[0]
            if found.size != len(planes) * rows * cols:
                raise AgentFault(
                    f"{self.name}: the network's output has shape {list(found.shape)} for {len(planes)} "
                    f"boards of {rows}x{cols}; it must be one number a cell"
                )
            out[part] = found.reshape(len(planes), rows, cols)
        return self._finite(out)

    def _finite(self, said: NDArray[np.float32]) -> NDArray[np.float32]:
        if not np.isfinite(said).all():
            raise AgentFault(f"{self.name}: the network's output is not finite")
        return said

    def _refuse_other_shape(self, shape: list[int | str | None], model: ModelFile) -> None:
        card = self.card
        sides = (card.rows, card.cols) if card.window is None else (card.window, card.window)
        wanted = (self.planes.channels, *sides)
        for what, found, said in zip(("planes", "rows", "cols"), shape[1:], wanted, strict=True):
            if isinstance(found, int) and found != said:
                told = f"{said} {what}" if said is not None else f"any number of {what}"
                raise AgentError(
                    f"agent {self.name}: {model.file} takes {found} {what}, but says {told} ({card.planes})"
                )


def run_of(model: bytes, name: str) -> Run:
    """What runs a model of one input."""
    session = loaded(model, name)
    (port,) = session.get_inputs()
    return lambda planes: session.run(None, {port.name: planes})


def loaded(model: str | bytes, name: str) -> Session:
    """The session of a file or of its bytes; one thread, as matches share the cores among workers."""
    try:
        onnxruntime: Any = import_module("onnxruntime")
    except ImportError:
        raise AgentError(
            f"agent {name}: a network plays with onnxruntime, which is not installed: "
            "pip install 'hazard[play]'"
        ) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = QUIET
    try:
        return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    except Exception as error:
        what = model if isinstance(model, str) else "its layers"
        raise AgentError(f"agent {name}: onnxruntime does not load {what}: {in_one_line(error)}") from None
