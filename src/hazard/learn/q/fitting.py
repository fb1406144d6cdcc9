"""Learning values of moves: rewards, the best value of the next position, one step of the optimizer."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from copy import deepcopy

import numpy as np
import torch
from numpy.typing import NDArray

from hazard.learn.q.memory import Asked
from hazard.learn.q.mind import Mind, greatest
from hazard.learn.q.outcomes import Masks, after, rewards_of
from hazard.learn.q.settings import Fit, Rewards
from hazard.learn.schedules import scheduled
from hazard.learn.state import State
from hazard.learn.symmetries import symmetries, transformed
from hazard.learn.torch_state import (
    load_module,
    load_optimizer,
    module_state,
    optimizer_state,
)
from hazard.mines.level import Level


class Fitting:
    """An optimizer over a mind's network, and the network's older copy."""

    def __init__(self, mind: Mind, settings: Fit, rewards: Rewards, level: Level, sessions: int) -> None:
        self.mind, self.settings, self.sessions = mind, settings, sessions
        self.reward = rewards.scheme()
        self.optimizer = torch.optim.Adam(mind.network.parameters(), settings.rate, fused=True)
        self.orders = symmetries(level.rows, level.cols)
        self.steps = 0
        self.older = mind
        if settings.target:
            self.older = deepcopy(mind)

    def learn(self, batch: Asked, randomness: np.random.Generator, done: float) -> float:
        """One step on these positions; the mean squared error. `done` is the share of the training."""
        if self.settings.symmetries:
            orders = self.orders[randomness.integers(0, len(self.orders), len(batch))]
            batch = Asked(*(transformed(one, orders) for one in (batch.cells, batch.layout, batch.moves)))  # pyright: ignore[reportArgumentType]  # types stay
        moves = self.drawn(batch.moves, randomness)
        batch = Asked(batch.cells, batch.layout, moves)
        target = self.targets(batch, self.gamma(done))
        cells = batch.cells
        if self.mind.window:
            cells, target, moves = one_window(self.mind.window, cells, target, moves, randomness)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate(done)
        self.mind.network.train()
        self.optimizer.zero_grad(set_to_none=True)
        device = self.mind.device
        error = (self.mind.said(cells) - torch.from_numpy(target).to(device)).square()
        loss = (error * torch.from_numpy(moves).to(device)).sum() / max(int(moves.sum()), 1)
        loss.backward()
        self.optimizer.step()
        self.steps += 1
        if self.settings.target and self.steps % self.settings.target == 0:
            self.copy()
        return float(loss.detach())

    def copy(self) -> None:
        """Make the older copy the network as it is."""
        if self.settings.target:
            self.older.network.load_state_dict(self.mind.network.state_dict())

    def drawn(self, moves: Masks, randomness: np.random.Generator) -> Masks:
        """At most `alternatives` of each position's moves."""
        most = self.settings.alternatives
        if not most:
            return moves
        lots = np.where(moves, randomness.random(moves.shape), 2.0).reshape(len(moves), -1)
        enough = np.partition(lots, most - 1, axis=1)[:, most - 1 : most]
        return moves & (lots <= enough).reshape(moves.shape)

    def targets(self, batch: Asked, gamma: float) -> NDArray[np.float32]:
        """What the values of the moves should be: float32[n, rows, cols], of other cells anything."""
        cells, layout, moves = batch.cells, batch.layout, batch.moves
        target = rewards_of(cells, layout, moves, self.reward)
        if not gamma:
            return target
        goes_on = moves & ~layout & (target != self.reward.won)
        game, row, col = np.nonzero(goes_on)
        if len(game):
            opens = cells[game, row, col] < 0
            following = cells[game]
            opening = row[opens] * cells.shape[2] + col[opens]
            following[opens] = after(following[opens], layout[game[opens]], opening)
            target[game, row, col] += np.float32(gamma) * self.best(following)
        return target

    def best(self, cells: NDArray[np.int8]) -> NDArray[np.float32]:
        """The value of each position, that of its best move: float32[n]."""
        values = self.older.values(cells)
        judge = self.mind.values(cells) if self.settings.double else values
        chosen = greatest(judge, cells, masks=self.settings.masks)
        return values.reshape(len(cells), -1)[np.arange(len(cells)), chosen]

    def gamma(self, done: float) -> float:
        """After this share of the training."""
        if not self.settings.gamma_sessions:
            return self.settings.gamma
        return self.settings.gamma * min(done * self.sessions / self.settings.gamma_sessions, 1.0)

    def rate(self, done: float) -> float:
        """The learning rate after this share of the training."""
        return scheduled("cosine", self.settings.rate, self.settings.last_rate, done)

    def state(self) -> State:
        """The optimizer's moments, the older copy, the number of steps."""
        state = State(values={"steps": self.steps})
        state.add("optimizer", optimizer_state(self.optimizer))
        if self.settings.target:
            state.add("older", module_state(self.older.network))
        return state

    def load(self, state: State) -> None:
        """Put them back."""
        self.steps = int(state.values["steps"])
        load_optimizer(self.optimizer, state.part("optimizer"))
        if self.settings.target:
            load_module(self.older.network, state.part("older"))


def one_window(
    side: int,
    cells: NDArray[np.int8],
    target: NDArray[np.float32],
    moves: Masks,
    randomness: np.random.Generator,
) -> tuple[NDArray[np.int8], NDArray[np.float32], Masks]:
    """A random window of each position, of what its values should be, and of its moves."""
    n, rows, cols = cells.shape
    if (rows, cols) == (side, side):
        return cells, target, moves
    corners = randomness.integers(0, (rows - side + 1, cols - side + 1), (n, 2))
    game, row, col = np.ogrid[:n, :side, :side]
    down = row + corners[:, 0, np.newaxis, np.newaxis]
    across = col + corners[:, 1, np.newaxis, np.newaxis]
    return cells[game, down, across], target[game, down, across], moves[game, down, across]
