"""The terminal as a place to draw frames and read keys; it is given back as it was, whatever happens."""

from __future__ import annotations

import os
import select
import signal
import sys
import termios
import time
import tty
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from hazard.apps.cli.keys import decode
from hazard.core.errors import HazardError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_BEGIN_FRAME, _END_FRAME = "\x1b[?2026h\x1b[H", "\x1b[J\x1b[?2026l"
_ESCAPE_PATIENCE = 0.05
"""Seconds after a lone escape byte until it counts as the key, not as the start of a sequence."""


class NoTerminalError(HazardError):
    """Something that needs a terminal was started without one."""


class Terminal:
    """Alternate screen and unbuffered keys for the time of a `with` block.

    Leaves cleanly on exceptions, SIGTERM and SIGHUP; SIGTSTP (Ctrl-Z) gives the terminal back until the
    program goes on; a changed window size wakes `key`.
    """

    def __init__(self, console: Console) -> None:
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise NoTerminalError(
                "this needs a terminal for its keys and its picture: do not redirect standard input or output"
            )
        if console.is_dumb_terminal:
            raise NoTerminalError("this needs a terminal that can move its cursor; TERM says it cannot")
        self.console = console
        self._source, self._sink = sys.stdin.fileno(), sys.stdout.fileno()
        self._keys: list[str] = []
        self._rest = b""
        self._before = termios.tcgetattr(self._source)
        self._handlers: dict[int, object] = {}
        self._wake = (-1, -1)
        self._wake_before = -1

    def __enter__(self) -> Terminal:
        self._wake = os.pipe()
        for end in self._wake:
            os.set_blocking(end, False)
        self._wake_before = signal.set_wakeup_fd(self._wake[1], warn_on_full_buffer=False)
        for number, handler in (
            (signal.SIGTERM, self._end),
            (signal.SIGHUP, self._end),
            (signal.SIGTSTP, self._pause),
            (signal.SIGCONT, self._proceed),
            (signal.SIGWINCH, self._nothing),
        ):
            self._handlers[number] = signal.signal(number, handler)
        self._take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        signal.set_wakeup_fd(self._wake_before)
        for end in self._wake:
            os.close(end)

    @property
    def room(self) -> tuple[int, int]:
        """Lines and columns of the window, now."""
        columns, lines = os.get_terminal_size(self._sink)
        return lines, columns

    def draw(self, picture: RenderableType) -> None:
        """Show `picture` from the top left corner; lines below the window's last are left out."""
        lines, columns = self.room
        self.console.size = (columns, lines)
        with self.console.capture() as captured:
            self.console.print(picture, end="", no_wrap=True, overflow="crop", crop=True)
        shown = captured.get().split("\n")[:lines]
        self._write(_BEGIN_FRAME + "\r\n".join(f"{line}\x1b[0m\x1b[K" for line in shown) + _END_FRAME)

    def key(self, seconds: float) -> str | None:
        """The next key, or None when `seconds` have passed or the window has changed."""
        until = time.monotonic() + seconds
        while not self._keys:
            left = until - time.monotonic()
            patience = min(left, _ESCAPE_PATIENCE) if self._rest else left
            ready, _, _ = select.select([self._source, self._wake[0]], [], [], max(patience, 0))
            if self._source in ready:
                data = os.read(self._source, 4096)
                if not data:
                    raise NoTerminalError("the terminal was closed")
                self._keys, self._rest = decode(self._rest + data)
            elif self._wake[0] in ready:
                os.read(self._wake[0], 4096)
                return None
            elif self._rest:
                self._keys, self._rest = decode(self._rest, more_may_come=False)
            elif left <= 0:
                return None
        return self._keys.pop(0)

    def _take(self) -> None:
        tty.setcbreak(self._source, termios.TCSANOW)
        self._write(_ENTER)

    def _give_back(self) -> None:
        self._write(_LEAVE)
        termios.tcsetattr(self._source, termios.TCSANOW, self._before)

    def _write(self, text: str) -> None:
        data = text.encode(sys.stdout.encoding or "utf-8", "replace")
        while data:
            data = data[os.write(self._sink, data) :]

    def _end(self, number: int, _frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    def _pause(self, number: int, _frame: FrameType | None) -> None:
        self._give_back()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _proceed(self, _number: int, _frame: FrameType | None) -> None:
        self._take()

    def _nothing(self, _number: int, _frame: FrameType | None) -> None:
        """The wake-up pipe has done it."""
