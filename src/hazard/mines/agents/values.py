"""Networks that learnt what opening a cell is worth: at once, with what follows, by windows that slide."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from hazard.mines.nets.agent import WEIGHTS, Shipped


class Q(Shipped):
    """Opens the cell of greatest value; gamma was 0."""

    name = "q"


class Dqn(Shipped):
    """The same with gamma, a replay memory, a target network, double, masks."""

    name = "dqn"


class Slide5(Shipped):
    """`mines/q-slide5`: trained on whole boards of 5x5."""

    name = "q-slide5"
    folder: ClassVar[Path] = WEIGHTS / "windows"  # files named q-* beside q.onnx would be mines/q


class Slide7(Slide5):
    """`mines/q-slide7`: trained on windows of larger boards."""

    name = "q-slide7"
