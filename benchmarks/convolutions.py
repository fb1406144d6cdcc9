"""Ways to train convolutions on this processor: forwards, backwards and a step, without games or labels.

`python benchmarks/convolutions.py [--compile]`; processor time of one thread, so that other programs count
little. The network is that of benchmarks/training.py.
"""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import torch
from _measure import print_table
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits

LAYERS, WIDTH, PLANES, ROWS, COLS = 5, 64, 10, 16, 30
POSITIONS, ROUNDS = 512, 3
Step = Callable[[Tensor, Tensor], None]


def network(*, in_place: bool = False) -> nn.Module:
    """Planes to a logit a cell."""
    parts: list[nn.Module] = []
    for number in range(LAYERS):
        parts += [nn.Conv2d(WIDTH if number else PLANES, WIDTH, 3, padding=1), nn.ReLU(in_place)]
    made: Any = nn.Sequential(*parts, nn.Conv2d(WIDTH, 1, 1))
    return made.to(memory_format=torch.channels_last)


def mixed(made: nn.Module, *, called: Any = None, bf16: bool = True) -> Step:
    """As trainings of Hazard do it: weights in f32, arithmetic in bf16 where autocast says so."""
    optimizer = torch.optim.Adam(made.parameters(), 1e-3, fused=True)

    def step(planes: Tensor, target: Tensor) -> None:
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            logits = (called or made)(planes)
        loss = binary_cross_entropy_with_logits(logits.float(), target, reduction="sum")
        (loss / len(planes)).backward()
        optimizer.step()

    return step


def halved(made: nn.Module) -> Step:
    """The network itself in bf16, besides weights in f32 that the optimizer moves."""
    masters = [weight.detach().clone().requires_grad_() for weight in made.parameters()]
    made.to(torch.bfloat16)
    optimizer = torch.optim.Adam(masters, 1e-3, fused=True)

    def step(planes: Tensor, target: Tensor) -> None:
        made.zero_grad(set_to_none=True)
        logits = made(planes.to(torch.bfloat16))
        loss = binary_cross_entropy_with_logits(logits.float(), target, reduction="sum")
        (loss / len(planes)).backward()
        for master, weight in zip(masters, made.parameters(), strict=True):
            master.grad = None if weight.grad is None else weight.grad.float()
        optimizer.step()
        with torch.no_grad():
            for master, weight in zip(masters, made.parameters(), strict=True):
                weight.copy_(master)

    return step


def rounding(made: nn.Module) -> Step:
    """Tensors in f32 that the library's convolutions round to bf16 by themselves."""
    settings: Any = torch.backends.mkldnn
    inner = mixed(made, bf16=False)

    def step(planes: Tensor, target: Tensor) -> None:
        settings.conv.fp32_precision = "bf16"
        inner(planes, target)
        settings.conv.fp32_precision = "none"

    return step


def pace(step: Step, batch: int) -> float:
    """Positions a processor-second, the best of some rounds."""
    planes = (torch.rand(batch, PLANES, ROWS, COLS) < 0.1).float().to(memory_format=torch.channels_last)
    target = torch.rand(batch, 1, ROWS, COLS)
    step(planes, target)
    best = float("inf")
    for _ in range(ROUNDS):
        begin = process_time()
        for _ in range(POSITIONS // batch):
            step(planes, target)
        best = min(best, process_time() - begin)
    return POSITIONS / best


def lines() -> Iterator[tuple[str, str, str]]:
    """A line a way."""
    for batch in (32, 128, 256, 512):
        yield "autocast", str(batch), f"{pace(mixed(network()), batch):.0f}"
    yield "autocast, activations in place", "256", f"{pace(mixed(network(in_place=True)), 256):.0f}"
    for batch in (64, 256):
        yield "network in bf16, f32 masters", str(batch), f"{pace(halved(network()), batch):.0f}"
    yield "f32 tensors, convolutions that round", "256", f"{pace(rounding(network()), 256):.0f}"
    yield "f32", "256", f"{pace(mixed(network(), bf16=False), 256):.0f}"
    if "--compile" in sys.argv[1:]:
        made = network()
        compiled: Any = torch.compile(made)
        yield "autocast, torch.compile", "256", f"{pace(mixed(made, called=compiled), 256):.0f}"


if __name__ == "__main__":
    torch.set_num_threads(1)
    print_table(
        f"Training {LAYERS} x {WIDTH} convolutions on 16x30, one thread, without games and labels",
        ("way", "batch", "positions a processor-second"),
        lines(),
    )
