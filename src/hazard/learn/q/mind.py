"""The value network with what it sees: positions in, a value for each cell out; whole or by windows."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hazard.core.errors import BadInput
from hazard.learn.q.networks import network_row
from hazard.learn.q.settings import Network
from hazard.mines.level import Level
from hazard.mines.nets.planes import planes_of
from hazard.mines.nets.sliding import averaged, ring_weights, windows_of

MOST_CELLS = 2**16  # seen at once while playing: more gains nothing and holds more memory


class Mind:
    """Weights are float32; arithmetic is bf16 where the precision says so."""

    def __init__(
        self, settings: Network, level: Level, device: torch.device, precision: str, seed: int
    ) -> None:
        row = network_row(settings.kind)
        self.device, self.any_size, self.mines = device, row.any_size, level.mines
        self.window = settings.window
        self.weights = ring_weights(self.window, settings.border) if self.window else None
        try:
            self.planes = planes_of(settings.planes)
        except BadInput as error:
            raise BadInput(f"network.planes: {error}") from None
        sides = (self.window, self.window) if self.window else (level.rows, level.cols)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed >> 1)
            network = row.make(settings, self.planes.channels, *sides)
        self.network: nn.Module = network.to(device).to(memory_format=torch.channels_last)  # pyright: ignore[reportCallIssue]
        self.bf16 = precision == "bf16"

    def said(self, cells: NDArray[np.int8]) -> Tensor:
        """What the network says of positions of the size that it sees: float32[n, rows, cols]."""
        n, rows, cols = cells.shape
        shape = (n, self.planes.channels, rows, cols)
        planes = torch.empty(shape, memory_format=torch.channels_last if n else torch.contiguous_format)
        self.planes.encode(cells, self.mines, planes.numpy())
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.bf16):
            return self.network(planes.to(self.device, non_blocking=True)).float()

    def values(self, cells: NDArray[np.int8]) -> NDArray[np.float32]:
        """The value of choosing each cell of each board: float32[n, rows, cols]."""
        if self.weights is None:
            return self.asked(cells)
        return averaged(self.asked(windows_of(cells, self.window)), cells.shape, self.weights)

    def asked(self, cells: NDArray[np.int8]) -> NDArray[np.float32]:
        """`said` without learning from it, however many there are."""
        self.network.eval()
        out = np.empty(cells.shape, np.float32)
        together = max(MOST_CELLS // (cells.shape[1] * cells.shape[2]), 1)
        with torch.inference_mode():
            for begin in range(0, len(cells), together):
                part = slice(begin, begin + together)
                out[part] = self.said(cells[part]).cpu().numpy()
        return out


def greatest(values: NDArray[np.float32], cells: NDArray[np.int8], *, masks: bool) -> NDArray[np.int32]:
    """The cell of greatest value in each position, with masks the covered one: int32[n]."""
    able = np.where(cells < 0, values, -np.inf) if masks else values
    return able.reshape(len(cells), -1).argmax(axis=1).astype(np.int32)
