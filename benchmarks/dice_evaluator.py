"""The study dice-evaluator in figures: `… [GAMES]` against each reference (400), every map from every seat.

Its AI as its authors wrote it, mended, and with parts taken away; then what its networks say of new games,
stage by stage.
"""

from __future__ import annotations

import sys
from math import sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from _measure import print_table
from numpy.typing import NDArray

from hazard.arena.dice.standing import Standing
from hazard.arena.stats import wilson
from hazard.dice import native
from hazard.learn.outcome.recording import Recorded, recorded
from hazard.learn.studies.dice_evaluator import STUDY
from hazard.learn.studies.keeping import kept_curve
from hazard.learn.studies.reproducing import REPORTING_SEED, Report, reproduce
from hazard.learn.studies.sitting_tables import HEADS, opponents, overall, told

MEASURED = {"every seat": (0.447, 535), "always first": (0.633, 520)}  # of the original, on its platform
STAGES = ((0, 8), (8, 16), (16, 32), (32, 10**6))  # turns that all players together have ended
POSITIONS_SEED = 20_261_123  # written down before the run that counts; nothing is tuned on it
NETWORKS = {"split by position": "course-net-authors", "split by game": "course-net"}
SHAPES = ((633, 256), (256,), (256, 64), (64,), (64, 4), (4,))


def main() -> None:
    """Print all tables."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    with TemporaryDirectory() as folder:
        report = reproduce(STUDY, folder=Path(folder), runs=Path(folder) / "runs", games=games)
    print_table(told(report), list(HEADS), [list(line) for line in overall(report)])
    heads, lines = opponents(report)
    print_table(
        f"The same, opponent by opponent; seed {REPORTING_SEED}", list(heads), [list(line) for line in lines]
    )
    print_table(
        "As its authors wrote it, beside the original on its platform (two samples)",
        ["seat", "original", "games", "here", "games", "z"],
        [beside(name, *figure, report) for name, figure in MEASURED.items()],
    )
    trainings()
    stages()


def trainings() -> None:
    """What the last session of each training was like, by the curves that come with Hazard."""
    columns = ("accuracy", "test_accuracy", "fresh_accuracy", "test_loss", "fresh_loss")
    rows: list[list[str]] = []
    for training in STUDY.trainings:
        last = (kept_curve(STUDY.name, training.name) or [{}])[-1]
        shares = [f"{100 * float(last.get(name) or 0):.1f}" for name in columns[:3]]
        rows.append([training.label, *shares, *(f"{last.get(name) or 0:.3f}" for name in columns[3:])])
    print_table(
        "Who wins: the network at the end of its training, per cent right and cross-entropy",
        [
            "training",
            "learnt",
            "held out",
            "new games",
            "held out: cross-entropy",
            "new games: cross-entropy",
        ],
        rows,
    )


def beside(seat: str, rate: float, games: int, report: Report) -> list[str]:
    """The difference of two samples in standard errors; ours by map."""
    pooled: Standing = report.sat[0].pooled
    one = pooled.by_seat[0] if seat == "always first" else pooled
    assert one.win_rate is not None
    error = (one.interval.high - one.interval.low) / 3.92
    z = (one.win_rate - rate) / sqrt(error**2 + rate * (1 - rate) / games)
    return [seat, f"{100 * rate:.1f}", f"{games}", f"{100 * one.win_rate:.1f}", f"{one.games:,}", f"{z:+.2f}"]


def stages() -> None:
    """How right each network is, and how sure, on new games of four kb.sdc_pre_at: one position a game."""
    found = recorded("dice/kb.sdc_pre_at", 100_000, 0.1, POSITIONS_SEED)
    rng = np.random.default_rng(POSITIONS_SEED)
    rows: list[list[str]] = []
    for first, end in STAGES:
        here = found[(found.turns >= first) & (found.turns < end)]
        here = here[one_a_game(here, rng)]
        leader = float((leading(here) == here.winners).mean())
        span = f"{first} to {end - 1}" if end < 10**6 else f"{first} or more"
        cells = [span, f"{len(here):,}"]
        for name in NETWORKS.values():
            chances = chances_of(name, here)
            right = chances.argmax(axis=1) == here.winners
            low, high = wilson(int(right.sum()), len(here))
            loss = -np.log(chances[np.arange(len(here)), here.winners]).mean()
            cells += [
                f"{100 * right.mean():.1f} [{100 * low:.1f}, {100 * high:.1f}]",
                f"{100 * chances.max(axis=1).mean():.1f}",
                f"{loss:.3f}",
            ]
        rows.append([*cells, f"{100 * leader:.1f}"])
    print_table(
        "Who wins, on new games of four kb.sdc_pre_at, a position a game; right: the likeliest won, per cent;"
        f" sure: the mean chance that it was given; seed {POSITIONS_SEED}",
        [
            "turns ended",
            "positions",
            *(f"{label}: {what}" for label in NETWORKS for what in ("right", "sure", "cross-entropy")),
            "most dice and regions: right",
        ],
        rows,
    )


def one_a_game(found: Recorded, rng: np.random.Generator) -> NDArray[np.intp]:
    """A random row of each game."""
    order = rng.permutation(len(found))
    _, first = np.unique(found.games[order], return_index=True)
    return order[first]


def leading(found: Recorded) -> NDArray[np.intp]:
    """The seat with most dice and eight times largest regions."""
    owners, dice = found.inputs[:, 561:629:2].astype(int), found.inputs[:, 562:629:2].astype(int)
    held = [(dice * (owners == seat + 1)).sum(axis=1) + 8 * found.inputs[:, 629 + seat] for seat in range(4)]
    return np.stack(held, axis=1).argmax(axis=1)


def chances_of(name: str, found: Recorded) -> NDArray[np.float64]:
    """What a network that comes with Hazard says: float64[n, 4]."""
    numbers = np.fromfile(Path(native.__file__).parent / "nets" / "weights" / f"{name}.f32", "<f4")
    parts = np.split(numbers, np.cumsum([int(np.prod(shape)) for shape in SHAPES])[:-1])
    first, bias1, second, bias2, third, bias3 = (
        part.reshape(shape) for part, shape in zip(parts, SHAPES, strict=True)
    )
    hidden = np.maximum(found.inputs.astype(np.float32) @ first + bias1, 0)
    logits = (np.maximum(hidden @ second + bias2, 0) @ third + bias3).astype(np.float64)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return chances / chances.sum(axis=1, keepdims=True)


if __name__ == "__main__":
    main()
