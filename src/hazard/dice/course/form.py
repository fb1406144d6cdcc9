"""How an AI of the course is called: with the transfers, or as AIs were before there were any."""

from __future__ import annotations

import inspect
from typing import Any


class Form:
    """Of one AI class; looked up once, as it takes longer than a decision."""

    def __init__(self, ai_class: type) -> None:
        self.ai_class: Any = ai_class
        self._knows_transfers = knows_transfers(ai_class)
        self._turn: Any = getattr(ai_class, "ai_turn", None)
        self._turn_is_old = takes(self._turn, 5) and not takes(self._turn, 6)  # with self

    def made(self, player: int, board: Any, order: list[int], transfers: int) -> Any:
        """The AI, made as the platform makes it; without the transfers where its constructor knows none."""
        if self._knows_transfers:
            return self.ai_class(player, board, order, max_transfers=transfers)
        return self.ai_class(player, board, order)

    def is_old(self, turn: Any) -> bool:
        """Whether ai_turn of a made AI is of the form that had no transfers."""
        if getattr(turn, "__func__", None) is self._turn:
            return self._turn_is_old
        return takes(turn, 4) and not takes(turn, 5)


def knows_transfers(ai_class: type) -> bool:
    """Whether its constructor does; only what certainly does not is of the old form."""
    try:
        signature = inspect.signature(ai_class)
    except (TypeError, ValueError):
        return True
    return binds(signature, *range(3), max_transfers=6) or not binds(signature, *range(3))


def takes(function: Any, count: int) -> bool:
    """Whether it can be called with so many arguments, as far as that is known."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return False
    return binds(signature, *range(count))


def binds(signature: inspect.Signature, *arguments: object, **named: object) -> bool:
    """Whether a function can be called so."""
    try:
        signature.bind(*arguments, **named)
    except TypeError:
        return False
    return True
