"""The network of a predictor, with what it sees: positions in, risks out."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hazard.core.errors import BadInput
from hazard.learn.predictor.networks import network_row, readout_of
from hazard.learn.predictor.settings import Network
from hazard.learn.state import State
from hazard.learn.torch_state import load_module, module_state
from hazard.mines.level import Level
from hazard.mines.nets.planes import planes_of
from hazard.mines.views import COVERED

MOST_CELLS = 2**17  # seen at once while playing: more gains nothing and holds more memory


class Brain:
    """Weights are float32; arithmetic is bf16 where the precision says so."""

    def __init__(
        self, settings: Network, level: Level, device: torch.device, precision: str, seed: int
    ) -> None:
        row = network_row(settings.kind)
        self.level, self.device, self.any_size = level, device, row.any_size
        try:
            self.planes = planes_of(settings.planes)
        except BadInput as error:
            raise BadInput(f"network.planes: {error}") from None
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed >> 1)
            network = row.make(settings, level, self.planes.channels)
        self.last = any(isinstance(part, nn.Conv2d) for part in network.modules())
        self.format = torch.channels_last if self.last else torch.contiguous_format
        self.network: nn.Module = network.to(device).to(memory_format=self.format)  # pyright: ignore[reportCallIssue]
        self.readout = readout_of(settings)
        self.masked = settings.output != "sigmoid"
        self.gives_logits = isinstance(self.readout, nn.Sigmoid)
        self.bf16 = precision == "bf16"

    def inputs(self, cells: NDArray[np.int8]) -> Tensor:
        """The planes of positions, in the layout that the network reads fastest."""
        n, rows, cols = cells.shape
        shape = (n, self.planes.channels, rows, cols)
        planes = torch.empty(shape, memory_format=self.format if n else torch.contiguous_format)
        self.planes.encode(cells, self.level.mines, planes.numpy())
        return planes.to(self.device, non_blocking=True)

    def logits(self, cells: NDArray[np.int8]) -> Tensor:
        """float32[n, rows, cols]"""
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.bf16):
            return self.network(self.inputs(cells)).float()

    def predictions(self, logits: Tensor, covered: Tensor) -> Tensor:
        """float32[n, rows, cols]: what it says of each cell, where its output is masked 0 of open ones."""
        said: Tensor = self.readout(logits)
        return said * covered if self.masked else said

    def risks(self, cells: NDArray[np.int8]) -> NDArray[np.float32]:
        """What it takes for each cell's chance of being a mine, masked or not: float32[n, rows, cols]."""
        self.network.eval()
        out = np.empty(cells.shape, np.float32)
        together = max(MOST_CELLS // self.level.area, 1)
        with torch.inference_mode():
            for begin in range(0, len(cells), together):
                part = slice(begin, begin + together)
                covered = torch.from_numpy(cells[part] < 0).to(self.device)
                out[part] = self.predictions(self.logits(cells[part]), covered).cpu().numpy()
        return out

    def choose(self, cells: NDArray[np.int8]) -> NDArray[np.int32]:
        """The covered cell of least risk: int32[n]."""
        risks = np.where(cells == COVERED, self.risks(cells), np.inf)
        return risks.reshape(len(cells), -1).argmin(axis=1).astype(np.int32)

    def state(self) -> State:
        """The weights."""
        return module_state(self.network)

    def load(self, state: State) -> None:
        """Put weights back; raises ValueError where they are another network's."""
        load_module(self.network, state)
