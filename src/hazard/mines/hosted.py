"""A Python agent in a process of its own: views go there, decisions come back, each within its time."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from hazard.core.errors import AgentError
from hazard.core.hosting import TIME_LIMIT, Host, lent
from hazard.core.registry import ResolvedAgent
from hazard.mines.answers import checked
from hazard.mines.views import Action, Decisions, Views

Answer = Decisions | list[list[Action]]


@dataclass(frozen=True)
class Hosted:
    """Looks like the agent itself; raises AgentFault, AgentStalled."""

    host: Host
    time_limit: float  # seconds a call

    def choose(self, views: Views) -> Answer:
        """The agent's decisions, without values and reasons."""
        return self.host.ask(views, self.time_limit)


@contextmanager
def hosted(agent: ResolvedAgent, time_limit: float) -> Generator[Hosted]:
    """The agent, made and ready; its process is kept for the next block that it plays."""
    with lent(agent, answering, agent) as host:
        try:
            host.start()
        except AgentError as error:
            told = str(error)
            raise AgentError(told if told.startswith("agent ") else f"agent {agent.name}: {told}") from None
        yield Hosted(host, time_limit)


def check_starts(agent: ResolvedAgent) -> None:
    """Raise AgentError where the agent's process does not get ready; native policies need none."""
    if agent.row.native is None:
        with hosted(agent, TIME_LIMIT):
            pass


def answering(agent: ResolvedAgent) -> tuple[Callable[[Views], Answer], str | None]:
    """In the agent's process: what answers, and the file that its class is written in."""
    made = agent.make()

    def answer(views: Views) -> Answer:
        decisions = checked(made.choose(frozen(views)), views)
        return Decisions(decisions.cells) if isinstance(decisions, Decisions) else decisions

    return answer, source_of(made)


def frozen(views: Views) -> Views:
    """The same views, made read-only."""
    for array in (views.cells, views.moves, views.seeds):
        array.flags.writeable = False
    return views


def source_of(agent: object) -> str | None:
    """The file that an agent's class is written in, to name lines of it."""
    try:
        return inspect.getsourcefile(type(agent))
    except (OSError, TypeError):
        return None
