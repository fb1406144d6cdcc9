"""Who takes part in a match: agents found by their names, each named once, and able to start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hazard.core.errors import BadInput
from hazard.core.hosted import Check, check_starts
from hazard.core.registry import ResolvedAgent, resolve


def entrants(names: Sequence[str], game: str) -> list[ResolvedAgent]:
    """The agents of these names, which all differ; raises UnknownAgent, AgentError, BadInput."""
    found = [resolve(name, game) for name in names]
    for row, count in Counter(agent.row for agent in found).items():
        if count > 1:  # `sdc` and `dice/sdc` are one
            name = next(agent.name for agent in found if agent.row == row)
            raise BadInput(f"agent {name} is named {count} times; name each once")
    return found


def refuse_broken(agents: Sequence[ResolvedAgent], check: Check) -> None:
    """Raise AgentError for a file that cannot be loaded: here, not by every block."""
    for agent in agents:
        check_starts(agent, check)


def check_workers(workers: int) -> None:
    """Raise BadInput where there is nobody to play."""
    if workers < 1:
        raise BadInput(f"{workers} workers: want at least 1")
