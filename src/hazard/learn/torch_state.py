"""A network's and an optimizer's state as arrays, and back."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from hazard.learn.state import State


def module_state(module: nn.Module) -> State:
    """The weights by name."""
    return State({name: array_of(tensor) for name, tensor in module.state_dict().items()})


def load_module(module: nn.Module, state: State) -> None:
    """Put weights back; raises ValueError where names or shapes differ."""
    own = {name: list(tensor.shape) for name, tensor in module.state_dict().items()}
    for name in own | state.arrays:
        saved = list(state.arrays[name].shape) if name in state.arrays else "missing"
        if saved != own.get(name):
            raise ValueError(f"{name} is {saved}; the network's is {own.get(name, 'missing')}")
    module.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in state.arrays.items()})


def optimizer_state(optimizer: torch.optim.Optimizer) -> State:
    """Moments and steps of each parameter, by its number; settings follow from the recipe."""
    state = State()
    kept: dict[int, dict[str, Any]] = optimizer.state_dict()["state"]
    for number, items in kept.items():
        for name, item in items.items():
            if isinstance(item, Tensor):
                state.arrays[f"{number}/{name}"] = array_of(item)
    return state


def load_optimizer(optimizer: torch.optim.Optimizer, state: State) -> None:
    """Put moments and steps back."""
    weights: list[Tensor] = [weight for group in optimizer.param_groups for weight in group["params"]]
    kept: dict[int, dict[str, Tensor]] = {}
    for key, array in state.arrays.items():
        number, _, name = key.partition("/")
        kept.setdefault(int(number), {})[name] = laid_out(torch.from_numpy(array), weights[int(number)])
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": kept, "param_groups": groups})


def laid_out(tensor: Tensor, weight: Tensor) -> Tensor:
    """A copy; a moment lies in memory as its weight does: fused optimizers go through both by address."""
    like = (
        torch.empty_like(weight, dtype=tensor.dtype)
        if tensor.shape == weight.shape
        else torch.empty_like(tensor)
    )
    return like.copy_(tensor)


def array_of(tensor: Tensor) -> np.ndarray[Any, Any]:
    """A copy on the processor, C-contiguous."""
    return np.array(tensor.detach().cpu().contiguous().numpy())


def fitted_state(network: nn.Module, optimizer: torch.optim.Optimizer, done: int) -> State:
    """Of a learner whose data and their order follow from the seed: weights, optimizer, sessions done."""
    state = State(values={"done": done})
    state.add("network", module_state(network))
    state.add("optimizer", optimizer_state(optimizer))
    return state


def load_fitted(state: State, network: nn.Module, optimizer: torch.optim.Optimizer) -> int:
    """Put it back; the sessions done."""
    load_module(network, state.part("network"))
    load_optimizer(optimizer, state.part("optimizer"))
    return int(state.values["done"])
