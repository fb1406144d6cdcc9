"""Ctrl-C while something trains: asked once it waits for the session's end, asked twice it does not."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopping(told: Callable[[], None]) -> Generator[Callable[[], bool]]:
    """What says whether SIGINT or SIGTERM came; `told` is called at the first, the second interrupts."""
    asked = threading.Event()

    def heard(_number: int, _frame: FrameType | None) -> None:
        if asked.is_set():
            raise KeyboardInterrupt("stopped at once; the last checkpoint is kept")
        asked.set()
        told()

    if threading.current_thread() is not threading.main_thread():
        yield asked.is_set
        return
    before = {number: signal.signal(number, heard) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked.is_set
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
