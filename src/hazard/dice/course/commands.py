"""What an AI of the course answers: the classes that it imports from `dicewars.client.ai_driver`."""

from __future__ import annotations

PLATFORM = "dicewars.client.ai_driver"


class BattleCommand:
    """An attack, by the names of its areas."""

    __module__ = PLATFORM

    def __init__(self, source_name: int, target_name: int) -> None:
        self.source_name = source_name
        self.target_name = target_name


class TransferCommand:
    """Dice moved between own areas, by their names."""

    __module__ = PLATFORM

    def __init__(self, source_name: int, target_name: int) -> None:
        self.source_name = source_name
        self.target_name = target_name


class EndTurnCommand:
    """The end of the turn."""

    __module__ = PLATFORM


class OutOfTime(Exception):
    """Raised in the midst of an AI's code when its clock has run out."""

    __module__ = PLATFORM


OutOfTime.__name__ = OutOfTime.__qualname__ = "TimeoutError"  # there, and an AI may catch it by this name
globals()["TimeoutError"] = OutOfTime


class AIDriver:
    """The platform's own; some AIs import it and none can use it."""

    __module__ = PLATFORM

    def __init__(self, *_arguments: object, **_named: object) -> None:
        raise RuntimeError("an AI is asked by its driver, and has no use for one of its own")
