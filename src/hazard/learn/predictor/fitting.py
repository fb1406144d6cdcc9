"""Learning from examples: optimizer, schedule, steps."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from hazard.learn.predictor.brain import Brain
from hazard.learn.predictor.examples import Examples
from hazard.learn.predictor.loss import Measure, loss_of
from hazard.learn.predictor.networks import is_weight
from hazard.learn.predictor.settings import Fit
from hazard.learn.schedules import scheduled
from hazard.learn.state import State
from hazard.learn.symmetries import symmetries, transformed
from hazard.learn.torch_state import load_optimizer, optimizer_state


class Fitting:
    """An optimizer over a brain's network."""

    def __init__(self, brain: Brain, settings: Fit, sessions: int) -> None:
        self.brain, self.settings, self.sessions = brain, settings, sessions
        named: list[tuple[str, nn.Parameter]] = list(brain.network.named_parameters())
        self.weights = [parameter for name, parameter in named if is_weight(name)]
        biases = [parameter for name, parameter in named if not is_weight(name)]
        groups = [
            {"params": self.weights, "weight_decay": settings.l2},
            {"params": biases, "weight_decay": 0.0},
        ]
        # Weight decay of these two optimizers adds l2 * w to the gradient, that of l2 / 2 * sum of w².
        if settings.optimizer == "adam":
            betas = (settings.momentum, settings.beta2)
            self.optimizer: torch.optim.Optimizer = torch.optim.Adam(
                groups, settings.rate, betas, settings.epsilon, fused=True
            )
        else:
            self.optimizer = torch.optim.SGD(groups, settings.rate, settings.momentum)
        self.orders = symmetries(brain.level.rows, brain.level.cols)
        self.steps = 0

    def learn(
        self, examples: Examples, order: NDArray[np.integer], randomness: np.random.Generator, session: int
    ) -> dict[str, float | None]:
        """Steps over the examples in this order; the means of what was measured on the way."""
        self.brain.network.train()
        measure = Measure.empty(self.brain.device)
        for begin in range(0, len(order), self.settings.batch):
            batch = examples[order[begin : begin + self.settings.batch]]
            if self.settings.symmetries:
                batch = self.turned(batch, randomness)
            for group in self.optimizer.param_groups:
                group["lr"] = self.rate(session, begin / len(order))
            self.optimizer.zero_grad(set_to_none=True)
            loss = loss_of(self.brain, self.settings, batch, measure)
            (loss / len(batch)).backward()
            self.optimizer.step()
            self.steps += 1
        return measure.told(self.penalty())

    def measure(self, examples: Examples) -> dict[str, float | None]:
        """Loss, precision, recall, accuracy on examples that are not learnt from."""
        self.brain.network.eval()
        measure = Measure.empty(self.brain.device)
        with torch.inference_mode():
            for begin in range(0, len(examples), self.settings.batch):
                batch = examples[begin : begin + self.settings.batch]
                loss_of(self.brain, self.settings, batch, measure)
        return measure.told(self.penalty())

    def turned(self, batch: Examples, randomness: np.random.Generator) -> Examples:
        """Each position turned or mirrored at random, with its truth."""
        orders = self.orders[randomness.integers(0, len(self.orders), len(batch))]
        arrays = (transformed(array, orders) for array in (batch.cells, batch.layout, batch.target))
        return Examples(*arrays)  # pyright: ignore[reportArgumentType]  # types stay

    def rate(self, session: int, part: float) -> float:
        """The learning rate after `session` sessions and this part of the next."""
        settings, done = self.settings, (session + part) / self.sessions
        rate = scheduled(settings.schedule, settings.rate, settings.last_rate, done)
        return rate * min((self.steps + 1) / settings.warmup, 1.0) if settings.warmup else rate

    def penalty(self) -> float:
        """What l2 adds to the loss."""
        if not self.settings.l2:
            return 0.0
        with torch.inference_mode():
            squares = sum(float(weight.square().sum()) for weight in self.weights)
        return self.settings.l2 * squares / 2

    def state(self) -> State:
        """The optimizer's moments, and the number of steps."""
        state = State(values={"steps": self.steps})
        state.add("optimizer", optimizer_state(self.optimizer))
        return state

    def load(self, state: State) -> None:
        """Put them back."""
        self.steps = state.values["steps"]
        load_optimizer(self.optimizer, state.part("optimizer"))
