"""Writes an agent as a package that runs on the course's platform without Hazard."""

from __future__ import annotations

import ast
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import distribution
from keyword import iskeyword
from pathlib import Path

import numpy as np

from hazard.core.errors import AgentError, BadInput
from hazard.core.registry import agents, resolve
from hazard.dice import evaluation

SOURCES = Path(__file__).with_name("sources")
PLATFORM = "dicewars"


def numbers_of_search() -> str:
    """The network of the core's evaluation, for `search_network.py`."""
    network = evaluation.network()
    return json.dumps({name: np.asarray(value).tolist() for name, value in network._asdict().items()}) + "\n"


MADE: dict[str, Callable[[], str]] = {"search_network.json": numbers_of_search}
"""Data that stands beside a module of a package, made of what the core knows when the package is written."""


@dataclass(frozen=True)
class Port:
    """An agent's source for the platform, with the modules that it needs."""

    agent: str
    source: str  # the module that holds class AI
    folder: Path = SOURCES

    @cached_property
    def modules(self) -> dict[str, ast.Module]:
        """The source and all modules that it imports from its folder, parsed, by name."""
        found: dict[str, ast.Module] = {}
        waiting = [self.source]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = ast.parse((self.folder / f"{name}.py").read_text())
                waiting += beside(found[name])
        return found

    @property
    def files(self) -> list[Path]:
        """What the package copies: the modules, and the data beside each."""
        return sorted(path for name in self.modules for path in self.folder.glob(f"{name}.*"))

    @property
    def made(self) -> dict[str, Callable[[], str]]:
        """What is made for it, by the files' names."""
        return {name: make for name, make in MADE.items() if Path(name).stem in self.modules}

    @property
    def description(self) -> str:
        """What the source says of itself."""
        return ast.get_docstring(self.modules[self.source]) or self.agent

    @property
    def imports(self) -> set[str]:
        """Top-level names that its modules import from elsewhere."""
        return {name.partition(".")[0] for module in self.modules.values() for name in outside(module)}

    @property
    def needs(self) -> list[str]:
        """What has to be installed where it runs, beside Python and the platform."""
        return sorted(self.imports - sys.stdlib_module_names - {PLATFORM})

    @property
    def is_random(self) -> bool:
        """Whether it draws from Python's `random`, whose numbers no native policy has."""
        return "random" in self.imports

    @property
    def counts_reserves(self) -> bool:
        """Whether it looks at dice in reserve, of which the platform tells nothing."""
        nodes = (node for module in self.modules.values() for node in ast.walk(module))
        return any(isinstance(node, ast.Attribute) and node.attr == "reserve" for node in nodes)

    @property
    def sameness(self) -> str:
        """How far it plays as the agent does."""
        return (
            _SAME_BUT_FOR_CHANCE
            if self.is_random
            else _SAME_BUT_FOR_RESERVES
            if self.counts_reserves
            else _SAME
        )


def beside(module: ast.Module) -> Iterator[str]:
    """Names of the modules that it imports from its own folder."""
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            yield from [node.module] if node.module else [alias.name for alias in node.names]


def outside(module: ast.Module) -> Iterator[str]:
    """Names of all other modules that it imports."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def port_of(agent: str) -> Port:
    """The source of a Dicewars agent; raises UnknownAgent, or AgentError where it has none."""
    found = resolve(agent, "dice")
    if found.row.port is None:
        known = ", ".join(row.name for row in agents("dice") if row.port is not None)
        raise AgentError(f"{found.name} has no source for the course's platform; those that have: {known}")
    return Port(found.name, found.row.port)


def export(agent: str, folder: str | Path) -> Port:
    """Write an agent as a new folder for the platform's `dicewars/ai/`, whole or not at all."""
    port, place = port_of(agent), Path(folder).resolve()
    check(place)
    written = place.with_name(f".{place.name}.unfinished")
    shutil.rmtree(written, ignore_errors=True)
    try:
        written.mkdir()
        for path in port.files:
            shutil.copyfile(path, written / path.name)
        for name, make in port.made.items():
            (written / name).write_text(make())
        (written / "__init__.py").write_text(door(port))
        (written / "README.md").write_text(readme(port, place.name))
        (written / "LICENSE").write_text(licence())
        written.rename(place)
    finally:
        shutil.rmtree(written, ignore_errors=True)
    return port


def check(place: Path) -> None:
    """Raise BadInput where a package cannot be written, or not imported."""
    if not place.name.isidentifier() or iskeyword(place.name):
        raise BadInput(
            f"the platform cannot import a folder {place.name!r}; its name must be letters, digits and _, "
            "not begin with a digit, and be no word of Python"
        )
    if place.exists():
        raise BadInput(f"{place} exists already; name a new folder, or remove it first")
    if not place.parent.is_dir():
        raise BadInput(f"there is no folder {place.parent} to write {place.name} into")


def door(port: Port) -> str:
    """The text of `__init__.py`, where the platform looks for class AI."""
    return (
        f'"""{port.agent} of Hazard {distribution("hazard").version}; README.md says more."""\n\n'
        f"from .{port.source} import AI\n\n"
        '__all__ = ["AI"]\n'
    )


def licence() -> str:
    """The text of Hazard's licence, which every copy has to hold."""
    text = distribution("hazard").read_text("licenses/LICENSE")
    if text is None:
        raise BadInput("this installation of Hazard lacks its LICENSE; install it again")
    return text


def readme(port: Port, name: str) -> str:
    """The text of README.md: what it is, how to install it, where it comes from."""
    return _README.format(
        agent=port.agent,
        description=port.description,
        sameness=port.sameness,
        name=name,
        needs=f"with {' and '.join(port.needs)}" if port.needs else "and nothing else",
        version=distribution("hazard").version,
    )


_SAME = "It gives the same commands as the agent of that name in Hazard, in every position."
_SAME_BUT_FOR_CHANCE = """\
It plays as the agent of that name in Hazard, but for its random choices: they come from Python's `random`,
which draws other numbers."""
_SAME_BUT_FOR_RESERVES = """\
It gives the same commands as the agent of that name in Hazard, in every position in which no other player has
dice in reserve: the platform does not tell of them. Its own it counts. Of two commands that are equally good
it may play the other one."""
_README = """\
# {agent}, for the platform of the Dicewars course

{description}

{sameness}

## To install it

Put this folder into `dicewars/ai/` of the platform. The name of the AI there is `{name}`: the platform
imports `dicewars.ai.{name}` and makes its class `AI`. The folder may be called otherwise; nothing in it
knows its name.

It needs Python 3.6 or later {needs}; Hazard need not be installed.

## Where it comes from

Written by `hazard export {agent} --course {name}`, Hazard {version}.
MIT licence: `LICENSE` says what it allows.
"""
