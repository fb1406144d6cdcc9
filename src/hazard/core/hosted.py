"""An agent in a process of its own: views go there, checked decisions come back, each within its time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from hazard.core.asking import source_of
from hazard.core.errors import AgentError, BadInput
from hazard.core.hosting import MOST_SECONDS, TIME_LIMIT, Host, lent
from hazard.core.registry import ResolvedAgent

Check = Callable[[Any, Any], Any]
"""(what the agent returned, views) to what a match needs of it; raises DecisionError."""


@dataclass
class Hosted:
    """Looks like the agent itself; raises AgentFault, AgentStalled."""

    host: Host
    time_limit: float  # seconds a call

    def choose(self, views: Any) -> Any:
        """The agent's decisions, without values and reasons."""
        return self.host.ask(views, self.time_limit)


class HostedWithGames(Hosted, ABC):
    """An agent that keeps something for each game: told of beginning and end, it keeps its own time."""

    at_once: int  # games that may run at the same time

    @property
    def generation(self) -> int:
        """Another number where its process has died, and with it what it kept."""
        self.host.start()
        return self.host.starts

    def tell(self, method: str, about: Any) -> Any:
        """Call a method of what the adapter made in the process."""
        return self.host.ask((method, about), MOST_SECONDS)

    @abstractmethod
    def begin(self, births: Any) -> None:
        """Games begin."""

    @abstractmethod
    def forget(self, games: Any) -> None:
        """Games are over."""

    @abstractmethod
    def close(self) -> None:
        """All games are over."""


@contextmanager
def hosted(agent: ResolvedAgent, check: Check, time_limit: float) -> Generator[Hosted]:
    """The agent, made and ready; its process is kept for the next block that it plays."""
    adapter = agent.adapter
    prepare = (answering, agent, check) if adapter is None else (adapter.living, agent.row.path, agent.name)
    with lent(agent, *prepare, surroundings=agent.surroundings) as host:
        try:
            host.start()
        except AgentError as error:
            told = str(error)
            raise AgentError(told if told.startswith("agent ") else f"agent {agent.name}: {told}") from None
        if adapter is None:
            yield Hosted(host, time_limit)
            return
        asked = adapter.asked(host, agent.row.path)
        try:
            yield asked
        finally:
            asked.close()


def check_starts(agent: ResolvedAgent, check: Check) -> None:
    """Raise AgentError where the agent's process does not get ready; native policies need none."""
    if agent.row.native is None:
        with hosted(agent, check, TIME_LIMIT):
            pass


def answering(agent: ResolvedAgent, check: Check) -> tuple[Callable[[Any], Any], str | None]:
    """In the agent's process: what answers, and the file that its class is written in."""
    made = agent.make()

    def answer(views: Any) -> Any:
        return check(made.choose(views.frozen()), views)

    return answer, source_of(made)


def check_time_limit(seconds: float) -> None:
    """Raise BadInput where it is no limit."""
    if not 0 < seconds <= MOST_SECONDS:
        raise BadInput(f"a time limit of {seconds:g} s: want more than 0 and at most {MOST_SECONDS:g}")
