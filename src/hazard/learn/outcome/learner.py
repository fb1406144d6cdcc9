"""The outcome network: learns who won from positions of recorded games, tested on others and on new games."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from hazard.core.records import write_whole
from hazard.core.seeds import mix
from hazard.learn.hardware import device_of
from hazard.learn.metrics import Row
from hazard.learn.outcome.network import OutcomeNetwork, numbers_of
from hazard.learn.outcome.recording import Recorded, recorded, split
from hazard.learn.outcome.settings import OutcomeRecipe
from hazard.learn.state import State
from hazard.learn.streams import DRAWS, GAMES, TESTS, WEIGHTS, draws
from hazard.learn.torch_state import fitted_state, load_fitted

AT_ONCE = 4096  # positions that are tested together
SPLIT = 2**32  # a draw that no epoch makes


class Outcome:
    """See `hazard.learn.training.Learner`."""

    def __init__(self, recipe: OutcomeRecipe) -> None:
        self.recipe, self.device = recipe, device_of(recipe)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(mix(recipe.seed, WEIGHTS) >> 1)
            self.network = OutcomeNetwork(norm=recipe.network.norm).to(self.device)
        self.optimizer = torch.optim.SGD(self.network.parameters(), recipe.fit.rate)
        self.done = 0  # sessions

    @cached_property
    def halves(self) -> tuple[Recorded, Recorded]:
        """What is learnt, and what is held out; the same for the same recipe, so neither need be kept."""
        data, seed = self.recipe.data, self.recipe.seed
        found = recorded(data.agent, data.positions, data.kept, mix(seed, GAMES))
        return split(found, data.split, data.test, np.random.default_rng([mix(seed, DRAWS), SPLIT]))

    @cached_property
    def fresh(self) -> Recorded:
        """Positions of new games."""
        data = self.recipe.data
        return recorded(data.agent, data.fresh, data.kept, mix(self.recipe.seed, TESTS))

    def session(self) -> Row:
        """A part of an epoch, then the tests."""
        (learnt, _), parts = self.halves, self.recipe.fit.parts
        epoch, part = divmod(self.done, parts)
        order = draws(self.recipe.seed, epoch).permutation(len(learnt))
        begin, end = len(order) * part // parts, len(order) * (part + 1) // parts
        self.network.train()
        sums = torch.zeros(2, dtype=torch.float64)
        for batch in np.array_split(order[begin:end], max(1, (end - begin) // self.recipe.fit.batch)):
            self.optimizer.zero_grad(set_to_none=True)
            loss, right = self.judged(learnt, batch)
            (loss / len(batch)).backward()
            self.optimizer.step()
            sums += torch.stack([loss.detach().double(), right.double()]).cpu()
        self.done += 1
        loss, right = (float(one) / (end - begin) for one in sums)
        row: Row = {"loss": loss, "accuracy": right}
        return row | self.test(self.halves[1], "test") | self.test(self.fresh, "fresh")

    def test(self, positions: Recorded, name: str) -> Row:
        """Loss and accuracy."""
        self.network.eval()
        sums = np.zeros(2)
        with torch.inference_mode():
            for begin in range(0, len(positions), AT_ONCE):
                rows = np.arange(begin, min(begin + AT_ONCE, len(positions)))
                sums += [float(one) for one in self.judged(positions, rows)]
        loss, right = (sums / len(positions)).tolist()
        return {f"{name}_loss": loss, f"{name}_accuracy": right}

    def judged(
        self, positions: Recorded, rows: np.ndarray[tuple[int], np.dtype[np.intp]]
    ) -> tuple[Tensor, Tensor]:
        """The summed cross-entropy, and how many winners are right."""
        inputs = torch.from_numpy(positions.inputs[rows].astype(np.float32)).to(self.device)
        winners = torch.from_numpy(positions.winners[rows].astype(np.int64)).to(self.device)
        logits = self.network(inputs)
        return cross_entropy(logits, winners, reduction="sum"), (logits.argmax(1) == winners).sum()

    def state(self) -> State:
        """Weights, optimizer, counter; positions and order follow from the seed."""
        return fitted_state(self.network, self.optimizer, self.done)

    def load(self, state: State) -> None:
        """Become what `state()` told."""
        self.done = load_fitted(state, self.network, self.optimizer)

    def write_player(self, file: Path) -> None:
        """Write the network as the core plays it, to a file that ends in .f32."""
        write_whole(file, numbers_of(self.network).tobytes())
