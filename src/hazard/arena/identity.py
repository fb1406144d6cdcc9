"""Who played: an agent's name with what tells its versions apart, so that games of two are never mixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import hazard
from hazard.core.agentfile import AgentFile
from hazard.core.errors import AgentError
from hazard.core.registry import ResolvedAgent


class Identity(NamedTuple):
    """`Identity("mines/exact", "0.1.0")`, `Identity("bot.py:Bot", "sha256:1f3a…")`."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @classmethod
    def parse(cls, text: str) -> Identity:
        """What str() wrote."""
        name, _, version = text.rpartition(" ")
        return cls(name, version)


def identity(agent: ResolvedAgent) -> Identity:
    """Table agents go by Hazard's version, all others by the content of their class's file, model or rules.

    A bot whose file changed is another agent. What the file imports is not looked at.
    """
    if agent.adapter is not None:
        return Identity(agent.name.replace(" ", "_"), agent.adapter.version(agent.row.path))
    if agent.row.file is not None:
        named = Path(agent.row.file)
        return Identity(f"{agent.row.name}:{named.name}", digest(named, agent.name))
    file = AgentFile.parse(agent.row.path)
    if file is not None:
        own = AgentFile(Path(file.path.name), file.class_name)
        return Identity(str(own), digest(file.path, agent.name))
    module = agent.row.path.partition(":")[0]
    if module.partition(".")[0] == "hazard":
        return Identity(agent.name, hazard.__version__)
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise AgentError(f"agent {agent.name}: there is no source file of {module}")
    return Identity(agent.name, digest(Path(spec.origin), agent.name))


def identities(agents: Sequence[ResolvedAgent]) -> list[str]:
    """What the store calls the agents of a match, each of them differently.

    Two files of the same name and content may import different things: those go by their whole paths.
    """
    named = [identity(agent) for agent in agents]
    count = Counter(named)
    return [
        str(name if count[name] == 1 else name._replace(name=agent.row.file or agent.row.path))
        for name, agent in zip(named, agents, strict=True)
    ]


def digest(file: Path, name: str) -> str:
    """`sha256:` and the first 16 hexadecimal digits of a file's digest."""
    try:
        return f"sha256:{sha256(file.read_bytes()).hexdigest()[:16]}"
    except OSError as error:
        raise AgentError(f"agent {name}: cannot read {file}: {error.strerror}") from None
