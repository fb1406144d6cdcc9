"""What an environment pays for an action: a small table of named schemes, and the arithmetic for a batch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.names import meant
from hazard.core.status import Status


@dataclass(frozen=True, slots=True)
class Reward:
    """One scheme. An action is exactly one of: won, lost (a mine), illegal, blind or new."""

    name: str
    sentence: str
    won: float
    """The action that opens the last cell without a mine."""
    lost: float
    """A mine."""
    illegal: float
    """A cell that is open already: nothing happens."""
    new: float
    """Cells were opened, and the game goes on."""
    blind: float
    """The same, but the chosen cell had no open neighbour: nothing was known of it."""
    cell: float = 0.0
    """Besides, for each cell that was opened."""
    share: float = 0.0
    """Besides, for the share of all cells without a mine that was opened: a whole game has 1."""

    @property
    def least(self) -> float:
        """No action is paid less."""
        return min(self.won, self.lost, self.illegal, self.new, self.blind)

    @property
    def most(self) -> float:
        """No action is paid more, where `cell` is 0."""
        return max(self.won, self.lost, self.illegal, self.new, self.blind) + self.share


# "genetic-q" is an untitled report in Russian on an agent that clears Minesweeper; it states both schemes.
REWARDS: tuple[Reward, ...] = (
    Reward("win", "1 for a won game, else 0", 1.0, 0.0, 0.0, 0.0, 0.0),
    Reward("win-loss", "1 for a won game, -1 for a lost one", 1.0, -1.0, 0.0, 0.0, 0.0),
    Reward("cells", "the share of cells without a mine that was opened", 0.0, 0.0, 0.0, 0.0, 0.0, share=1.0),
    Reward(
        "genetic-q",
        "the study's: win 1, new cells .9, opened again -.3, mine -1, no open neighbour -.3",
        won=1.0,
        lost=-1.0,
        illegal=-0.3,
        new=0.9,
        blind=-0.3,
    ),
    Reward(
        "genetic-points",
        "the study's for evolution: win 100, each new cell 1, opened again -1, mine -100",
        won=100.0,
        lost=-100.0,
        illegal=-1.0,
        new=0.0,
        blind=0.0,
        cell=1.0,
    ),
)


def reward_of(scheme: str | Reward) -> Reward:
    """The scheme of that name; raises BadInput."""
    if isinstance(scheme, Reward):
        return scheme
    named = {row.name: row for row in REWARDS}
    if scheme not in named:
        hint = meant(scheme, named, f"the names are {', '.join(named)}")
        raise BadInput(f"unknown reward {scheme!r}; {hint}")
    return named[scheme]


def paid(
    reward: Reward,
    status: NDArray[np.uint8],
    opened: NDArray[np.int32],
    blind: NDArray[np.bool_] | None,
    free: int,
) -> NDArray[np.float64]:
    """The rewards of a batch of actions: float64[n].

    `status` [n] after the action; `opened` [n] cells that it opened; `blind` [n] as in Reward, None where the
    scheme does not tell; `free` cells of the level hold no mine.
    """
    goes_on = np.where(opened > 0, reward.new, reward.illegal)
    if blind is not None:
        goes_on[blind & (opened > 0)] = reward.blind
    by_status = np.array([0.0, reward.won, reward.lost])
    total = np.where(status == Status.UNFINISHED, goes_on, by_status[status])
    if reward.cell or reward.share:
        total += (reward.cell + reward.share / free) * opened
    return total
