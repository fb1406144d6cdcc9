"""Asking an agent about many games at once, so that one game's failure costs that game only."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import AgentError, AgentFault, AgentStalled, in_one_line
from hazard.core.status import Status

AnswerT = TypeVar("AnswerT")
Indices = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an agent gave no answer about a game: ERROR or TIMEOUT, and a message."""

    status: Status
    message: str


class Asker(Generic[AnswerT]):
    """Asks `choose` (any views that can be sliced in, checked answers out) about numbered games."""

    def __init__(self, choose: Callable[[Any], AnswerT], file: str | None, most: int) -> None:
        self.choose = choose
        self.file = file  # the agent's source, to name lines of it
        self._together = max(1, most)  # games asked about in one call

    def ask(self, games: Indices, views: Any) -> Iterator[tuple[Indices, AnswerT | Failure]]:
        """Answers with their games; where a call fails, its games are asked one by one."""
        for begin in range(0, len(games), step := self._together):
            part = slice(begin, begin + step)
            asked, seen = games[part], views if len(games) <= step else views[part]
            try:
                answer = self.choose(seen)
            except AgentError:  # its process cannot be started: no fault of a game
                raise
            except (Exception, SystemExit) as error:
                if len(asked) > 1:
                    yield from self._ask_alone(asked, seen, error)
                else:
                    yield asked, self._failure(error)
            else:
                yield asked, answer

    def _ask_alone(
        self, games: Indices, views: Any, error: BaseException
    ) -> Iterator[tuple[Indices, AnswerT | Failure]]:
        """One game after the other, as asking about all of them failed."""
        together, self._together = self._together, 1
        begin, answered = perf_counter(), 0
        for part, answer in self.ask(games, views):
            answered += not isinstance(answer, Failure)
            yield part, answer
        each = (perf_counter() - begin) / max(answered, 1)
        if isinstance(error, AgentStalled) and answered == len(games):  # nobody stalls: only slow in company
            together = max(1, min(len(games) - 1, int(error.limit / (2 * each))))
        self._together = together

    def _failure(self, error: BaseException) -> Failure:
        status = Status.TIMEOUT if isinstance(error, AgentStalled) else Status.ERROR
        told = isinstance(error, AgentFault)  # by the process that hosts the agent
        return Failure(status, str(error) if told else in_one_line(error, self.file))


def source_of(agent: object) -> str | None:
    """The file that an agent's class is written in, to name lines of it."""
    try:
        return inspect.getsourcefile(type(agent))
    except (OSError, TypeError):
        return None
