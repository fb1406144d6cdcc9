"""The window classifier: learns from the bot's windows, an epoch a session, and is tested on other games'."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from hazard.core.seeds import mix
from hazard.learn.hardware import device_of
from hazard.learn.metrics import Row
from hazard.learn.schedules import scheduled
from hazard.learn.state import State
from hazard.learn.streams import GAMES, TESTS, WEIGHTS, draws, layer_seed
from hazard.learn.torch_state import fitted_state, load_fitted
from hazard.learn.windows.bot import CELLS, NONE, SIDE, Labelled, labelled
from hazard.learn.windows.settings import Network, WindowsRecipe
from hazard.mines.level import Level
from hazard.mines.nets.planes import planes_of

PLANES = "notes"


class Classifier(nn.Module):
    """Dense layers from the 16 cells of a window to the logits of 17 classes."""

    def __init__(self, settings: Network) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        width = CELLS
        for _ in range(settings.layers):
            layers += [nn.Linear(width, settings.width), nn.ReLU()]
            if settings.dropout:
                layers.append(nn.Dropout(settings.dropout))
            width = settings.width
        self.layers = nn.Sequential(*layers, nn.Linear(width, CELLS + 1))

    def forward(self, planes: Tensor) -> Tensor:
        """[b, 1, 4, 4] to logits [b, 17]."""
        return self.layers(planes.flatten(1))


class MineOfWindow(nn.Module):
    """The chance that each cell of a window is its mine: what is exported."""

    def __init__(self, classifier: Classifier) -> None:
        super().__init__()
        self.classifier = classifier

    def forward(self, planes: Tensor) -> Tensor:
        """[b, 1, 4, 4] to [b, 4, 4]."""
        return self.classifier(planes).softmax(1)[:, :CELLS].unflatten(1, (SIDE, SIDE))


class Windows:
    """See `hazard.learn.training.Learner`."""

    def __init__(self, recipe: WindowsRecipe) -> None:
        self.recipe, self.device = recipe, device_of(recipe)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(mix(recipe.seed, WEIGHTS) >> 1)
            self.network = Classifier(recipe.network).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), recipe.fit.rate, fused=True)
        self.planes = planes_of(PLANES)
        self.done = 0  # sessions

    def windows(self, count: int, salt: int) -> Labelled:
        """The bot's; the same for the same recipe, so they need not be kept."""
        data = self.recipe.data
        levels = [Level.parse(text, data.rule) for text in data.levels]
        return labelled(levels, data.first, count, data.boards, mix(self.recipe.seed, salt))

    @cached_property
    def learnt(self) -> Labelled:
        """What is learnt from."""
        return self.windows(self.recipe.data.windows, GAMES)

    @cached_property
    def tested(self) -> Labelled:
        """What only tests see."""
        return self.windows(self.recipe.data.test, TESTS)

    def session(self) -> Row:
        """An epoch, then the test."""
        learnt, batch = self.learnt, self.recipe.fit.batch
        torch.manual_seed(layer_seed(self.recipe.seed, self.done))
        order = draws(self.recipe.seed, self.done).permutation(len(learnt))
        self.network.train()
        sums = torch.zeros(2, dtype=torch.float64, device=self.device)
        for begin in range(0, len(order), batch):
            chosen = order[begin : begin + batch]
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate((self.done + begin / len(order)) / self.recipe.sessions)
            self.optimizer.zero_grad(set_to_none=True)
            loss, right = self.judged(Labelled(learnt.cells[chosen], learnt.labels[chosen]))
            (loss / len(chosen)).backward()
            self.optimizer.step()
            sums += torch.stack([loss.detach().double(), right.double()])
        self.done += 1
        loss, right = (float(one) / len(order) for one in sums)
        row: Row = {"loss": loss, "accuracy": right}
        return row | self.test() | {"rate": self.rate(self.done / self.recipe.sessions)}

    def test(self) -> Row:
        """On windows of other games: of all, of those around mines, of those around safe cells."""
        self.network.eval()
        tested, around_mines = self.tested, self.tested.labels != NONE
        row: Row = {}
        total = np.zeros(2)
        with torch.inference_mode():
            for name, of in (("mine", around_mines), ("none", ~around_mines)):
                sums = np.zeros(2)
                places = np.flatnonzero(of)
                for begin in range(0, len(places), 4096):
                    part = places[begin : begin + 4096]
                    judged = self.judged(Labelled(tested.cells[part], tested.labels[part]))
                    sums += [float(one) for one in judged]
                row[f"test_accuracy_{name}"] = float(sums[1]) / max(len(places), 1)
                total += sums
        row["test_loss"], row["test_accuracy"] = (total / len(tested)).tolist()
        return row

    def judged(self, windows: Labelled) -> tuple[Tensor, Tensor]:
        """The summed cross-entropy, and how many classes are right."""
        planes = torch.from_numpy(self.planes.encode(windows.cells, 0)).to(self.device)
        labels = torch.from_numpy(windows.labels.astype(np.int64)).to(self.device)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.recipe.precision == "bf16"):
            logits = self.network(planes)
        logits = logits.float()
        return cross_entropy(logits, labels, reduction="sum"), (logits.argmax(1) == labels).sum()

    def rate(self, done: float) -> float:
        """The learning rate after this share of the training."""
        return scheduled("cosine", self.recipe.fit.rate, self.recipe.fit.last_rate, done)

    def state(self) -> State:
        """Weights, optimizer, counter; windows and order follow from the seed."""
        return fitted_state(self.network, self.optimizer, self.done)

    def load(self, state: State) -> None:
        """Become what `state()` told."""
        self.done = load_fitted(state, self.network, self.optimizer)

    @property
    def player(self) -> nn.Module:
        """Planes of windows to the chance of each cell to be the mine."""
        return MineOfWindow(self.network)

    def card_facts(self) -> dict[str, Any]:
        """What an exported network says of itself: alone it plays boards of one window."""
        levels = (str(Level.parse(text)) for text in self.recipe.data.levels)
        return {"planes": PLANES, "rows": SIDE, "cols": SIDE, "trained_on": tuple(levels)}
