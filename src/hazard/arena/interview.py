"""Questions to an agent that is being checked; what it does wrong while it answers goes into the ledger."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import IO, Any

import numpy as np

from hazard.arena.checklist import Ledger
from hazard.arena.examination import OutOfTime, examination_of
from hazard.arena.examiner import About, Failure, Question, Seen, examining
from hazard.core.errors import AgentError, AgentFault, AgentStalled
from hazard.core.hosting import Host

START_SECONDS = 20.0
NAMES: dict[Failure, str] = {
    "raised": "answers",
    "refused": "answers",
    "shape": "shapes and types",
    "values": "values",
    "wrote": "arrays left alone",
}


class Interview:
    """The agent's process, and what is known from its answers."""

    def __init__(self, agent: str, game: str, limit: float, printed: IO[bytes]) -> None:
        self.game = examination_of(game)
        self.ledger, self.limit, self.printed = Ledger(self.game.rows), limit, printed
        self.host = Host(examining, agent, game, start_limit=max(limit, START_SECONDS), stdout=printed)
        self.home: str | None = None  # faults at other tables are told apart
        self.slowest = 0.0  # seconds for one view
        self.early: list[float] = []  # the same, of the first questions
        self.deadline: float = inf
        self.has_values = False
        self._read = 0  # bytes of what was printed

    @contextmanager
    def within(self, seconds: float) -> Generator[None]:
        """What is asked in here is asked in so many seconds, or not at all."""
        before = self.deadline
        self.deadline = min(before, monotonic() + seconds)
        try:
            yield
        except OutOfTime:
            if monotonic() > before:
                raise
        finally:
            self.deadline = before

    def load(self) -> About:
        """Start the process."""
        try:
            about = self.host.ask(None, START_SECONDS)
        except (AgentError, AgentFault) as error:
            self.ledger.halt("loads", str(error))
        self.look_for_prints("while it was loaded")
        for what in about.suspicious:
            self.ledger.blame(self.game.look, what)
        return about

    def ask(self, views: Any, salt: int = 0) -> Seen:
        """One answer to all views; the global generators are set to `salt` before."""
        if monotonic() > self.deadline:
            raise OutOfTime
        count, where = len(views), self.place(views)
        limit = self.limit if count == 1 else self.limit + 3 * count * self.slowest
        try:
            seen: Seen = self.host.ask(Question(views, salt), limit)
        except AgentStalled as fault:
            self.ledger.halt("quick" if count == 1 else "company and order", f"{where}: {fault}")
        except AgentError as error:
            self.ledger.halt("process lives", f"it does not start again: {error}")
        except AgentFault as fault:
            self.ledger.halt("process lives", f"{where}: {fault}")
        if count == 1:
            self.slowest = max(self.slowest, seen.seconds)
        self.note(views, seen, where)
        return seen

    def note(self, views: Any, seen: Seen, where: str) -> None:
        """Enter what went wrong on the way to an answer."""
        blame = self.ledger.blame
        self.look_for_prints(where)
        for name in seen.touched:
            blame("arrays left alone", f"{where}: changed views.{name}")
        for name in seen.randomness:
            blame("chance from the view", f"{where}: uses the global generator of {name}")
        for what in seen.looked:
            blame(self.game.look, f"{where}: {what}")
        if seen.failure is not None:
            self.note_failure(views, seen, where)
        elif self.game.has_values(seen.answer):
            self.has_values = True
            bad = self.game.bad_value(views, seen.answer)
            if bad is not None:
                blame("values", f"{where}: {bad}")

    def note_failure(self, views: Any, seen: Seen, where: str) -> None:
        """No answer: of one view, it fails what it fails; of several, that where each gets its answer."""
        assert seen.failure is not None
        if len(views) == 1 or seen.failure == "wrote":
            name = NAMES[seen.failure]
            if name == "answers" and self.home is not None and self.game.table(views) != self.home:
                if seen.failure == "refused" or name in self.ledger.faults:  # nothing new
                    return
                name = self.game.others
            if seen.failure != "refused" or self.home is not None:
                self.ledger.blame(name, f"{where}: {seen.error}")
        elif all(self.ask(one(views, i)).failure is None for i in range(len(views))):
            self.ledger.blame("company and order", f"{where}: {seen.error}; alone each gets its answer")

    def place(self, views: Any) -> str:
        """Where a question stood: `9x9/10, rule open, decision 3`."""
        what = f"decision {int(views.moves[0]) + 1}" if len(views) == 1 else f"{len(views)} views together"
        return f"{self.game.place(views)}, {what}"

    def affordable(self, games: int, seconds: float) -> int:
        """How many games, at most `games`, can take a few decisions each in so many seconds."""
        return int(np.clip(seconds / (self.game.few * self.slowest + 1e-9), 1, games))

    def look_for_prints(self, where: str) -> None:
        """Blame what is new on standard output."""
        if os.fstat(self.printed.fileno()).st_size > self._read:
            self.printed.seek(self._read)
            text = self.printed.read()
            self._read += len(text)
            shown = text.decode(errors="replace").strip().splitlines() or [""]
            self.ledger.blame("quiet", f"{where}: printed {shown[0][:60]!r}")


def one(views: Any, index: int) -> Any:
    """A view, alone."""
    return views[index : index + 1]
