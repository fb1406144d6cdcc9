"""One AI in one game, in a process of its own: constructed once, asked once a command.

The process is a copy of one that has imported the AI's module, so every game finds the module's globals as
they were after the import: what an AI leaves there, breaks or ends is gone with its game.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import traceback
from dataclasses import dataclass
from struct import Struct
from time import perf_counter
from types import FrameType
from typing import Any, ClassVar, NoReturn

from hazard.core.status import Status
from hazard.dice.command import Command
from hazard.dice.course.board import Land, Row, board_of
from hazard.dice.course.commands import OutOfTime
from hazard.dice.course.form import Form
from hazard.dice.course.judging import State, judged
from hazard.dice.refusal import Refusal
from hazard.dice.wire.clock import Clock

REQUEST = Struct(
    "<dIII"
)  # time left, battles and transfers of this turn, turns so far; then owners, then dice
REPLY = Struct("<BBhhd")  # kind of the command, overrun, its areas, seconds; then a refusal as JSON
REFUSED = 255  # instead of a kind
MOST_BYTES = 1 << 16  # of a message
MOST_TRACEBACK = 12_000  # characters that are sent
SHORTEST = 1e-6  # of an alarm
NO_CLOCK = 1e9  # seconds left, as the AI is told where there is none


@dataclass(frozen=True)
class Birth:
    """What an AI is constructed with."""

    seed: int
    player: int  # its name, 1 and up
    players: int
    transfers: int  # a turn
    land: Land
    owners: bytes  # names, by area
    dice: bytes


class Life:
    """The AI; `folder` is where its files lie, to name lines of them."""

    now: ClassVar[Life | None] = None  # of this process

    def __init__(self, form: Form, birth: Birth, folder: str, clock: Clock | None) -> None:
        self.form, self.birth, self.folder, self.clock = form, birth, folder, clock
        self.rows: list[Row] = birth.land.rows
        self.deadline: float | None = None  # of the AI's code that runs
        self.alarm = 0.0  # when the next one rings; one that is too early is set anew, most never ring
        Life.now = self
        seed_generators(birth.seed)
        self.turn: Any = None
        self.old_form = False

    def ring(self) -> None:
        """An alarm; raises OutOfTime in the midst of the AI's code where its time is up."""
        self.alarm = 0.0
        if self.deadline is None:
            return
        if perf_counter() >= self.deadline:
            raise OutOfTime
        self._arm(self.deadline)

    def _arm(self, deadline: float) -> None:
        if self.clock is None:
            return
        self.deadline, now = deadline, perf_counter()
        if not now < self.alarm <= deadline:
            seconds = max(deadline - now, SHORTEST)
            self.alarm = now + seconds
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def construct(self) -> bytes:
        """Make the AI; the reply says whether that went well."""
        birth = self.birth
        board = board_of(self.rows, birth.owners, birth.dice)
        order = list(range(1, birth.players + 1))
        limit = NO_CLOCK if self.clock is None else self.clock.start
        begin = perf_counter()
        try:
            self._arm(begin + limit)
            made = self.form.made(birth.player, board, order, birth.transfers)
            self.turn, self.old_form = made.ai_turn, self.form.is_old(made.ai_turn)
            self.deadline = None
        except OutOfTime:
            self.deadline = None
            late = f"the constructor took more than {limit:g} s"
            return refusal(Refusal(Status.TIMEOUT, late), perf_counter() - begin)
        except BaseException as error:
            self.deadline = None
            return refusal(self.told(error), perf_counter() - begin)
        return REPLY.pack(0, 0, 0, 0, perf_counter() - begin)

    def answer(self, request: bytes) -> bytes:
        """Ask the AI for a command."""
        left, battles, transfers, turns = REQUEST.unpack_from(request)
        half = (len(request) + REQUEST.size) // 2  # the map may have fewer areas than are told of
        owners, dice = request[REQUEST.size : half], request[half:]
        board = board_of(self.rows, owners, dice)
        begin = perf_counter()
        try:
            self._arm(begin + left)
            if self.old_form:
                given = self.turn(board, battles, turns, left)
            else:
                given = self.turn(board, battles, transfers, turns, left)
            self.deadline = None
            seconds = perf_counter() - begin
            state = State(self.birth.land, self.birth.player, owners, dice, self.birth.transfers - transfers)
            found = judged(given, state)
        except OutOfTime:
            self.deadline = None
            return REPLY.pack(0, 1, 0, 0, perf_counter() - begin)  # the turn ends, the AI lives on
        except BaseException as error:
            self.deadline = None
            return refusal(self.told(error), perf_counter() - begin)
        if isinstance(found, Command):
            return REPLY.pack(*found[:1], 0, *found[1:], seconds)
        return refusal(found, seconds)

    def told(self, error: BaseException) -> Refusal:
        """An exception: in one line with the place, and in full."""
        outer = error.__traceback__
        while outer is not None and outer.tb_frame.f_code.co_filename == __file__:
            outer = outer.tb_next  # our own frames explain nothing
        lines = traceback.format_exception(type(error), error, outer)
        text = "".join(lines).replace(f"{self.folder}/", "")[-MOST_TRACEBACK:]
        what = "".join(traceback.format_exception_only(error)).strip().splitlines()
        return Refusal(Status.ERROR, (what[-1] if what else type(error).__name__) + self._place(outer), text)

    def _place(self, trace: Any) -> str:
        """` (xlogin00/ai.py, line 12)`, the innermost line of the AI's own files."""
        for frame in reversed(traceback.extract_tb(trace)):
            if frame.filename.startswith(self.folder):
                name = frame.filename.removeprefix(f"{self.folder}/dicewars/ai/")
                return f" ({name}, line {frame.lineno})"
        return ""


def refusal(what: Refusal, seconds: float) -> bytes:
    """As a reply."""
    text = json.dumps([int(what.status), what.message, what.traceback])
    return REPLY.pack(REFUSED, 0, 0, 0, seconds) + text.encode()[: MOST_BYTES - REPLY.size]


def heed_alarms() -> None:
    """In the process that is copied: what its copies do when their alarms ring."""

    def ring(_number: int, _frame: FrameType | None) -> None:
        if Life.now is not None:
            Life.now.ring()

    signal.signal(signal.SIGALRM, ring)


def seed_generators(seed: int) -> None:
    """The global generators, so that the same game has the same chance every time."""
    random.seed(seed)
    numpy_random = sys.modules.get("numpy.random")
    if numpy_random is not None:
        numpy_random.seed(seed & 0xFFFFFFFF)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.manual_seed(seed & 0x7FFFFFFFFFFFFFFF)


def live(pipe: int, form: Form, birth: Birth, folder: str, clock: Clock | None) -> NoReturn:
    """The life of the process, to its end."""
    mine = os.getpid()
    try:
        life = Life(form, birth, folder, clock)
        reply = life.construct()
        while os.getpid() == mine:  # else the AI has forked, and this is the copy
            os.write(pipe, reply)
            request = os.read(pipe, MOST_BYTES)
            if not request:
                break
            reply = life.answer(request)
    finally:
        os._exit(0)
