"""Calibrates the network of dice/search: `python benchmarks/_calibrate_search.py [GAMES]` prints three lines.

Those of native/dice/search_weights.cpp, built without them before: shift 0, slopes 1. A network fitted to
positions sees long games more often than short ones, and long games are close; here every game counts the
same. New games of dice/search against three copies of each reference in turn: three numbers map the logit of
the player that ends its turn, least cross-entropy with whether it won.
"""

from __future__ import annotations

import sys

import numpy as np
import torch
from _search_games import BLOCK, ends_of_turns

SEED = 770_001  # tuning: no reporting seed
AGENT = "dice/search"


def main() -> None:
    """Print the three numbers."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 8_000
    blocks = [ends_of_turns(AGENT, SEED, start, kept=1.0) for start in range(0, count, BLOCK)]
    chances = np.concatenate([block.chances for block in blocks]).clip(1e-12, 1 - 1e-12)
    won = torch.from_numpy(np.concatenate([block.winners for block in blocks]) == 0).double()
    _, game, positions = np.unique(
        np.concatenate([block.games for block in blocks]), return_inverse=True, return_counts=True
    )
    weights = torch.from_numpy(1 / positions[game])
    logits = torch.from_numpy(np.log(chances / (1 - chances)))
    told = torch.stack([torch.ones_like(logits), logits.clamp(max=0), logits.clamp(min=0)], dim=1)
    numbers = torch.tensor([0.0, 1.0, 1.0], dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([numbers], max_iter=200)
    loss_of = torch.nn.functional.binary_cross_entropy_with_logits

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        loss = loss_of(told @ numbers, won, weights)
        loss.backward()
        return loss

    optimizer.step(loss)
    for name, number in zip(("shift", "below", "above"), numbers.tolist(), strict=True):
        print(f"    .{name} = {number:.3f},")


if __name__ == "__main__":
    main()
