"""How fast a network trains: five layers of 64 channels on Expert, with exact labels, in f32 and in bf16.

Games, labels, symmetries and planes are made in lockstep with the learner; their share of the time is told.
The precisions take turns, so that what else the machine does meets them alike.

    python benchmarks/training.py [--threads N] [--rounds N]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from time import perf_counter, process_time
from typing import Any, TypeVar

import torch
from _measure import print_table

from hazard.learn.hardware import BF16_FLAGS, available_threads, cpu_flags
from hazard.learn.predictor.learner import Predictor
from hazard.learn.recipe import checked

Given = TypeVar("Given")

POSITIONS = 512  # a session
LAYERS, WIDTH = 5, 64
SIDE, PRODUCTS = 1024, 10  # of the matrices whose product says what the processor can


class Watched:
    """A learner whose time is taken: all of it, and that of what makes its examples."""

    def __init__(self, precision: str, teacher: float, threads: int) -> None:
        recipe = checked(
            {
                "learner": "predictor",
                "level": "expert",
                "rule": "open",
                "threads": threads,
                "precision": precision,
                "network": {"kind": "conv", "width": WIDTH, "layers": LAYERS},
                "play": {"clicks": POSITIONS, "boards": 256, "teacher": teacher, "final_views": False},
                "fit": {"truth": "exact", "batch": 256, "symmetries": True, "held_out": 0.0},
            },
            "of this benchmark",
        )
        self.learner = Predictor(recipe)  # pyright: ignore[reportArgumentType]
        self.precision, self.teacher = precision, teacher
        self.making = 0.0  # seconds
        self.best, self.best_share, self.least_work = 0.0, 0.0, float("inf")
        learner: Any = self.learner
        learner.watch = partial(self.timed, learner.watch)
        learner.brain.inputs = partial(self.outside_watch, learner.brain.inputs)
        learner.fitting.turned = partial(self.timed, learner.fitting.turned)
        self.watching = False
        self.learner.session()

    def timed(self, work: Callable[..., Given], *words: Any) -> Given:
        """Do it, and count its time as that of making examples."""
        begin = perf_counter()
        self.watching = True
        try:
            return work(*words)
        finally:
            self.watching = False
            self.making += perf_counter() - begin

    def outside_watch(self, work: Callable[..., Given], *words: Any) -> Given:
        """The same, where it is not counted already."""
        return work(*words) if self.watching else self.timed(work, *words)

    def session(self) -> None:
        """One more; the best counts."""
        self.making = 0.0
        begin, work = perf_counter(), process_time()
        self.learner.session()
        passed, worked = perf_counter() - begin, process_time() - work
        if POSITIONS / passed > self.best:
            self.best, self.best_share = POSITIONS / passed, self.making / passed
        self.least_work = min(self.least_work, worked)

    def row(self, plain: Watched, products: dict[str, float]) -> list[str]:
        """What is told of it."""
        pace, plain_pace = POSITIONS / self.least_work, POSITIONS / plain.least_work
        share = pace * work_of(self.learner.network) / products[self.precision]
        return [
            self.precision,
            f"{1 - self.teacher:.0%} by itself",
            f"{self.best:,.0f}",
            f"{pace:,.0f}",
            f"{pace / plain_pace:.2f}",
            f"{share:.0%}",
            f"{self.best_share:.1%}",
        ]


def work_of(network: torch.nn.Module) -> float:
    """Operations that a position costs: forwards once, backwards twice, but none towards the planes."""
    weights = [part.weight.numel() for part in network.modules() if isinstance(part, torch.nn.Conv2d)]
    return 2.0 * 16 * 30 * (3 * sum(weights) - weights[0])


def product_speed(kind: torch.dtype) -> float:
    """Operations that a matrix product does in a processor-second, the best of some."""
    a = torch.randn(SIDE, SIDE).to(kind)
    best = float("inf")
    for _ in range(PRODUCTS):
        begin = process_time()
        torch.mm(a, a)
        best = min(best, process_time() - begin)
    return 2.0 * SIDE**3 / best


def main() -> None:
    """Print one table."""
    options = argparse.ArgumentParser()
    options.add_argument("--threads", type=int, default=available_threads())
    options.add_argument("--rounds", type=int, default=5)
    chosen = options.parse_args()
    torch.set_num_threads(chosen.threads)
    products = {"f32": product_speed(torch.float32), "bf16": product_speed(torch.bfloat16)}
    watched = [
        Watched(precision, teacher, chosen.threads) for teacher in (1.0, 0.5) for precision in ("f32", "bf16")
    ]
    for _ in range(chosen.rounds):
        for one in watched:
            one.session()
    plain = {one.teacher: one for one in watched if one.precision == "f32"}
    native = ", ".join(sorted(BF16_FLAGS & cpu_flags())) or "none"
    print_table(
        f"Training {LAYERS} x {WIDTH} convolutions on 16x30/99 with exact labels and symmetries, "
        f"{chosen.threads} threads, native bf16: {native}",
        [
            "precision",
            "games played",
            "positions/s",
            "a processor-second",
            "times f32",
            "of the matrix product's pace",
            "data and labels",
        ],
        [one.row(plain[one.teacher], products) for one in watched],
    )


main()
