"""Files of rules that logic agents play by, and the engines that read them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from hazard.core.errors import AgentError


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The text of a file of rules, read once."""

    file: Path
    text: str

    @classmethod
    def read(cls, file: Path, agent: str) -> RuleFile:
        """Raises AgentError, which names the agent."""
        try:
            return cls(file, file.read_text(encoding="utf-8"))
        except OSError as error:
            raise AgentError(f"agent {agent}: cannot read {file}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise AgentError(f"agent {agent}: {file} is no text file") from None


def engine(package: str, module: str, agent: str) -> Any:
    """A module of an engine, which tells no types; raises AgentError where it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        raise AgentError(
            f"agent {agent}: its rules are read by {package}, which is not installed: "
            "pip install 'hazard[play]'"
        ) from None
