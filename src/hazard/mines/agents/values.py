"""Networks that learnt what opening a cell is worth: mines/q at once, mines/dqn with what follows."""

from __future__ import annotations

from hazard.mines.nets.agent import Shipped


class Q(Shipped):
    """Opens the cell of greatest value; gamma was 0."""

    name = "q"


class Dqn(Shipped):
    """The same with gamma, a replay memory, a target network, double, masks."""

    name = "dqn"
