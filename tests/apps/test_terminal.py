"""The terminal game under a real terminal: it plays, it redraws, and it gives the terminal back as it was."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

PROGRAM = "import sys; from hazard.apps.cli.main import main; sys.exit(main())"


class Screen:
    """A program under a pseudo terminal of a given size."""

    def __init__(self, *words: str, lines: int = 24, columns: int = 80, colour: bool = True) -> None:
        self.ours, self.theirs = pty.openpty()
        self.resize(lines, columns)
        self.before = termios.tcgetattr(self.theirs)
        environment = {**os.environ, "TERM": "xterm-256color", **({} if colour else {"NO_COLOR": "1"})}
        for name in ("COLUMNS", "LINES", "FORCE_COLOR", "HAZARD_DEBUG", *(("NO_COLOR",) if colour else ())):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *words],
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            env=environment,
            start_new_session=True,
        )
        self.seen = ""

    def resize(self, lines: int, columns: int) -> None:
        fcntl.ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def send(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def read(self, seconds: float) -> bool:
        """Take in what the program writes; False when nothing came."""
        ready, _, _ = select.select([self.ours], [], [], seconds)
        if ready:
            self.seen += os.read(self.ours, 65536).decode("utf-8", "replace")
        return bool(ready)

    def frame(self) -> str:
        """The last whole picture, without colours."""
        frames = self.seen.split("\x1b[?2026h\x1b[H")[1:]
        whole = [frame for frame in frames if "\x1b[?2026l" in frame]
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", whole[-1].split("\x1b[?2026l")[0]) if whole else ""

    def wait_for(self, text: str) -> str:
        """The first picture that holds `text`."""
        until = time.monotonic() + 30
        while text not in self.frame():
            assert time.monotonic() < until, f"{text!r} did not come; the last picture was:\n{self.frame()}"
            self.read(0.2)
        return self.frame()

    def end(self) -> int:
        """The exit code, once the program has ended."""
        until = time.monotonic() + 30
        while self.process.poll() is None:
            assert time.monotonic() < until, "the program did not end"
            self.read(0.05)
        while self.read(0.05):
            pass
        return self.process.returncode

    def restored(self) -> bool:
        """Main screen, cursor shown, line mode and echo as before."""
        shown = self.seen.rindex("\x1b[?1049l") > self.seen.rindex("\x1b[?1049h")
        return shown and "\x1b[?25h" in self.seen and termios.tcgetattr(self.theirs) == self.before

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def started() -> Iterator[list[Screen]]:
    """Screens put into this list are closed."""
    screens: list[Screen] = []
    yield screens
    for screen in screens:
        screen.close()


def play(started: list[Screen], *words: str, game: str = "mines", **rest: object) -> Screen:
    screen = Screen("play", game, *words, **rest)  # type: ignore[arg-type]
    started.append(screen)
    return screen


def test_a_short_game_is_played_with_keys(started: list[Screen]) -> None:
    screen = play(started, "--level", "beginner", "--seed", "3")
    assert "[▒▒]" in screen.wait_for("seed 3")
    screen.send(" ")
    screen.wait_for("[ ·]")
    screen.send("\x1b[C\x1b[B")
    screen.wait_for("cursor (3, 3)")
    screen.send("7,8\r")
    screen.wait_for("cursor (7, 8)")
    screen.send("f")
    assert "mines   9" in screen.wait_for("⚑")
    screen.send("r")
    screen.wait_for("practice: risks seen")
    screen.send("?")
    screen.wait_for("Any key goes on")
    screen.send("xq")
    assert screen.end() == 0
    assert screen.restored()


def test_a_game_is_played_to_its_end_and_a_new_one_dealt(started: list[Screen]) -> None:
    screen = play(started, "--level", "tiny4", "--seed", "1")
    screen.wait_for("seed 1")
    for _ in range(14):
        screen.send("b")
    frame = screen.wait_for("over")
    assert "best" in frame
    screen.send("n")
    screen.wait_for("seed 2")
    screen.send("q")
    assert screen.end() == 0


def test_it_redraws_at_once_when_the_window_changes(started: list[Screen]) -> None:
    screen = play(started, "--level", "expert", "--seed", "1", columns=120)
    screen.wait_for("seed 1")
    assert "columns" not in screen.frame()
    screen.resize(12, 40)
    os.killpg(screen.process.pid, signal.SIGWINCH)
    assert "rows" in screen.wait_for("of 30")
    screen.resize(4, 20)
    os.killpg(screen.process.pid, signal.SIGWINCH)
    screen.wait_for("too small")
    screen.send("q")
    assert screen.end() == 0


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_the_terminal_is_given_back_when_a_signal_ends_it(
    started: list[Screen], number: int, code: int
) -> None:
    screen = play(started)
    screen.wait_for("beginner")
    os.kill(screen.process.pid, number)
    assert screen.end() == code
    assert screen.restored()


def test_the_terminal_is_given_back_while_it_is_stopped(started: list[Screen]) -> None:
    screen = play(started, "--seed", "5")
    screen.wait_for("seed 5")
    os.kill(screen.process.pid, signal.SIGTSTP)
    until = time.monotonic() + 10
    stopped = None
    while stopped is None and time.monotonic() < until:  # a SIGCONT before it has stopped would be lost
        screen.read(0.05)
        stopped = os.waitid(os.P_PID, screen.process.pid, os.WSTOPPED | os.WNOHANG)
    assert stopped is not None
    assert termios.tcgetattr(screen.theirs) == screen.before
    assert screen.restored()
    screen.seen = ""
    os.kill(screen.process.pid, signal.SIGCONT)
    screen.wait_for("seed 5")
    screen.send("q")
    assert screen.end() == 0
    assert termios.tcgetattr(screen.theirs) == screen.before


def test_the_terminal_is_given_back_when_an_agent_fails(started: list[Screen], tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "from hazard.mines.views import Decisions\nimport numpy as np\nclass Bot:\n"
        "    def choose(self, views):\n"
        "        if views.moves[0]: raise RuntimeError('boom')\n"
        "        return Decisions(np.zeros(1, np.int32))\n"
    )
    screen = play(started, "--agent", str(path), "--seed", "3", "--level", "expert")
    screen.wait_for("decision 0")
    screen.send(" ")
    assert screen.end() == 2
    assert screen.restored()
    after = screen.seen[screen.seen.rindex("\x1b[?1049l") :]
    assert "decision 1: " in after
    assert "boom" in after
    assert "Traceback" not in after


def test_an_agent_is_watched_by_steps_and_by_itself(started: list[Screen]) -> None:
    screen = play(started, "--agent", "mines/exact", "--level", "beginner", "--seed", "3")
    screen.wait_for("decision 0")
    screen.send(" ")
    screen.wait_for("decision 1")
    screen.send("++++++a")
    screen.wait_for("n deals the next game")
    screen.send("q")
    assert screen.end() == 0
    assert screen.restored()


def test_without_colour_no_colour_is_sent(started: list[Screen]) -> None:
    screen = play(started, "--seed", "3", colour=False)
    screen.wait_for("seed 3")
    screen.send(" r")
    screen.wait_for("practice")
    screen.send("q")
    assert screen.end() == 0
    assert not re.search(r"\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7])[0-9;]*m", screen.seen)


def dice(started: list[Screen], *words: str, lines: int = 30, colour: bool = True) -> Screen:
    return play(started, "--speed", "fast", "--seed", "7", *words, game="dice", lines=lines, colour=colour)


def test_dicewars_is_played_with_keys(started: list[Screen]) -> None:
    screen = dice(started)
    screen.wait_for("transfers 6")
    screen.send("\t \t")
    assert re.search(r"attack \d+ -> \d+: wins \d+\.\d\d %; then \d+ holds", screen.wait_for("attack "))
    screen.send(" ")
    assert re.search(r"You attack .* (won|lost)", screen.wait_for("You attack"))
    screen.send("u")
    screen.wait_for("only transfers can be taken back")
    screen.send("e")
    screen.wait_for("D ends the turn")
    screen.wait_for("transfers 6")
    screen.send("12\r")
    screen.wait_for("12 holds")
    screen.send("?")
    screen.wait_for("Any key goes on")
    screen.send("xn")
    screen.wait_for("seed 8")
    screen.send("q")
    assert screen.end() == 0
    assert screen.restored()


def test_agents_of_dicewars_are_watched_by_steps_and_by_themselves(started: list[Screen]) -> None:
    screen = dice(started, "--players", "2", "--agent", "kb.stei_adt", "--against", "xlogin00", colour=False)
    screen.wait_for("A attacks")
    screen.send("---")
    screen.wait_for("speed step")
    turn = re.search(r"turn \d+", screen.frame())
    assert turn is not None
    screen.send(" " * 3 + "+++")
    screen.wait_for("wins after")
    screen.send("q")
    assert screen.end() == 0
    assert not re.search(r"\x1b\[[0-9;]*(3[0-9]|4[0-9]|9[0-7])[0-9;]*m", screen.seen)


def test_dicewars_says_how_large_a_window_it_needs(started: list[Screen]) -> None:
    screen = dice(started, lines=24)
    screen.wait_for("window too small")
    screen.resize(34, 100)
    os.killpg(screen.process.pid, signal.SIGWINCH)
    screen.wait_for("transfers 6")
    screen.send("q")
    assert screen.end() == 0


def test_an_opponent_that_is_not_known_is_told_before_the_terminal_is_taken(started: list[Screen]) -> None:
    for words, reason in (
        (("--against", "dt.sti"), "did you mean dice/dt.ste"),
        (("--against", "dt.ste", "dt.sdc", "--players", "5"), "names 2 agents for 4 other seats"),
    ):
        screen = dice(started, *words)
        assert screen.end() == 2
        assert reason in " ".join(screen.seen.split())
        assert "\x1b[?1049h" not in screen.seen
