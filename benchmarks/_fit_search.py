"""Fits the network of dice/search: `python benchmarks/_fit_search.py [GAMES] [AGENT]` prints its file.

The file is native/dice/search_weights.cpp. AGENT (dice/search) plays against three copies of each reference
in turn; the network is fitted to what it leaves at ends of turns and who won: cross-entropy over the players
alive, from a random start. A tenth of the games is held out, told on standard error. The first network was
fitted to games of the references, each later one to games of a search by the one before. The file's last
lines, the calibration, come from `_calibrate_search.py`, played with the new network.
"""

from __future__ import annotations

import sys
import textwrap

import numpy as np
import torch
from _search_games import BLOCK, ends_of_turns
from numpy.typing import NDArray

SEED = 4_343  # tuning: no reporting seed
HIDDEN = 32  # kHidden of native/dice/evaluation.hpp
KEPT = 0.7  # of the ends of turns
EPOCHS, BATCH, RATE = 8, 1_024, 6e-3

HEAD = """// What `search` judges positions with: fitted to who won games of its own against the references.
#include "dice/evaluation.hpp"

namespace hazard::dice {

const Network kSearchNetwork{
    .first = {{"""
TAIL = "};\n\n}  // namespace hazard::dice"


class Strengths(torch.nn.Module):
    """One number a player, the same network for all."""

    def __init__(self, traits: int) -> None:
        super().__init__()
        self.first, self.second = torch.nn.Linear(traits, HIDDEN), torch.nn.Linear(HIDDEN, 1, bias=False)

    def forward(self, held: torch.Tensor) -> torch.Tensor:
        """Logits [n, players] from traits [n, players, traits]; those out have none."""
        told = self.second(torch.relu(self.first(held))).squeeze(-1)
        return told.masked_fill(held[:, :, 0] == 0, -1e9)


def fitted(held: torch.Tensor, winners: torch.Tensor, test: torch.Tensor) -> Strengths:
    """The network of least cross-entropy on the rows that are not held out."""
    torch.manual_seed(SEED)
    network, rows = Strengths(held.shape[2]), torch.nonzero(~test).squeeze(1)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, weight_decay=1e-6)
    steps = EPOCHS * (len(rows) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps + 1, pct_start=0.1)
    loss_of = torch.nn.functional.cross_entropy
    for epoch in range(EPOCHS):
        for batch in rows[torch.randperm(len(rows))].split(BATCH):
            loss = loss_of(network(held[batch]), winners[batch])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
        with torch.no_grad():
            told = f"{loss_of(network(held[test]), winners[test]):.4f}"
        print(f"epoch {epoch + 1}: cross-entropy {told} on games held out", file=sys.stderr)
    return network


def listed(numbers: NDArray[np.float32], indent: int) -> str:
    """Numbers as C++ writes them, in lines of up to 119 characters."""
    texts = (f"{number:.5g}" for number in numbers.tolist())
    marked = ", ".join(text + "F" if "." in text or "e" in text else text for text in texts)
    space = " " * indent
    return textwrap.fill(
        marked + ",", 120, initial_indent=space, subsequent_indent=space, break_on_hyphens=False
    )


def main() -> None:
    """Print the file."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    agent = sys.argv[2] if len(sys.argv) > 2 else "dice/search"
    blocks = [ends_of_turns(agent, SEED, start, KEPT) for start in range(0, games, BLOCK)]
    held = torch.from_numpy(np.concatenate([block.traits for block in blocks]))
    winners = torch.from_numpy(np.concatenate([block.winners for block in blocks]))
    test = torch.from_numpy(np.concatenate([block.games for block in blocks]) % 10 == 0)
    network = fitted(held, winners, test)
    first: NDArray[np.float32] = network.first.weight.detach().numpy().T
    print(HEAD)
    for row in first:
        print(f"        {{\n{listed(row, 12)}\n        }},")
    print(f"    }}}},\n    .bias = {{\n{listed(network.first.bias.detach().numpy(), 8)}\n    }},")
    print(f"    .second = {{\n{listed(network.second.weight.detach().numpy()[0], 8)}\n    }},\n{TAIL}")


if __name__ == "__main__":
    main()
