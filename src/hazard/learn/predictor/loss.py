"""What is made small: how far predictions are from the truth; and what else is measured on the way."""

# pyright: reportUnknownMemberType=false
# torch tells the types of its functions in part only.

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits

from hazard.learn.predictor.brain import Brain
from hazard.learn.predictor.examples import Examples
from hazard.learn.predictor.settings import Fit

LEAST = 1e-7  # a probability that has a logarithm


@dataclass
class Measure:
    """Sums over positions, on the device until they are told."""

    sums: Tensor  # float64[7], in the order of `add`
    positions: int = 0
    cells: int = 0

    @classmethod
    def empty(cls, device: torch.device) -> Measure:
        """Of nothing."""
        return cls(torch.zeros(7, dtype=torch.float64, device=device))

    def add(self, loss: Tensor, risks: Tensor, mines: Tensor, covered: Tensor) -> None:
        """Take in a batch: its summed loss, and what was said of all cells."""
        said = risks > 0.5
        right = torch.where(mines, risks, 1 - risks).clamp(LEAST, 1)
        surprise = -(right.log() * covered).sum()
        counts = [loss, (said & mines).sum(), said.sum(), mines.sum(), (said == mines).sum()]
        self.sums += torch.stack([count.double() for count in (*counts, surprise, covered.sum())])
        self.positions += len(risks)
        self.cells += mines.numel()

    def told(self, penalty: float) -> dict[str, float | None]:
        """loss a position, precision, recall, accuracy, and layout_loss; None of nothing.

        The last is a covered cell's cross-entropy with its mine: it compares trainings whose losses differ.
        """
        loss, both, said, true, right, surprise, covered = (float(one) for one in self.sums)
        return {
            "loss": loss / self.positions + penalty if self.positions else None,
            "precision": both / said if said else None,
            "recall": both / true if true else None,
            "accuracy": right / self.cells if self.cells else None,
            "layout_loss": surprise / covered if covered else None,
        }


def loss_of(brain: Brain, settings: Fit, batch: Examples, measure: Measure) -> Tensor:
    """The summed loss of a batch, which also enters `measure`."""
    logits = brain.logits(batch.cells)
    target, mines, covered = (
        torch.from_numpy(array).to(brain.device) for array in (batch.target, batch.layout, batch.cells < 0)
    )
    risks = brain.predictions(logits, covered)
    # Where an output is masked, open cells agree with every truth: 0 is 0.
    counts = covered.float() if brain.masked or settings.where == "covered" else None
    if settings.loss == "squared":
        each = (risks - target).square()
        loss = (each if counts is None else each * counts).sum()
    elif brain.gives_logits:
        loss = binary_cross_entropy_with_logits(logits, target, counts, reduction="sum")
    else:
        each = -(target * risks.clamp_min(LEAST).log() + (1 - target) * (1 - risks).clamp_min(LEAST).log())
        loss = (each if counts is None else each * counts).sum()
    if settings.mean:
        loss = loss / brain.level.area
    with torch.no_grad():
        said = risks if counts is None else risks * counts  # of open cells nothing is asked
        measure.add(loss.detach(), said.detach(), mines, covered)
    return loss
