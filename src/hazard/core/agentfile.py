"""Files that are agents: Python files, whose class is loaded with its faults told in one line, and models."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from hazard.core import modelfile
from hazard.core.errors import AgentError, in_one_line

if TYPE_CHECKING:
    from hazard.core.hosted import HostedWithGames
    from hazard.core.hosting import Host

# Agents that were written for something else: what their names start with, and the module that adapts them.
ADAPTERS: dict[str, str] = {"course": "hazard.dice.course.adapter"}


class Adapter(Protocol):
    """What such a module has. Its agents keep something for each game that is played."""

    GAME: str
    ENVIRONMENT: Mapping[str, str]  # of the process that plays them

    def row_of(self, text: str) -> tuple[str, str, str]:
        """Name, path and sentence of an agent's row; raises AgentError."""
        ...

    def make(self, path: str, name: str) -> Any:
        """The agent, in a process that is there for it alone; raises AgentError."""
        ...

    def living(self, path: str, name: str) -> tuple[Callable[[tuple[str, Any]], Any], None]:
        """In that process: what calls methods of what was made, (name, argument) each."""
        ...

    def asked(self, host: Host, path: str) -> HostedWithGames:
        """The same as it looks from here; `host` is that process."""
        ...

    def version(self, path: str) -> str:
        """What tells the versions of an agent apart."""
        ...


@dataclass(frozen=True, slots=True)
class AgentFile:
    """FILE.py, FILE.py:Class, or FILE.onnx, a model."""

    path: Path
    class_name: str | None = None

    @classmethod
    def parse(cls, text: str) -> AgentFile | None:
        """None where the text names no file."""
        if text.endswith((".py", modelfile.ENDING)):
            return cls(Path(text))
        file, colon, class_name = text.rpartition(":")
        return cls(Path(file), class_name) if colon and file.endswith(".py") else None

    def __str__(self) -> str:
        return str(self.path) if self.class_name is None else f"{self.path}:{self.class_name}"

    @property
    def is_model(self) -> bool:
        """A class of its game plays it."""
        return self.path.suffix == modelfile.ENDING

    def absolute(self) -> AgentFile:
        """The same, wherever the process goes."""
        return AgentFile(self.path.absolute(), self.class_name)


def split_scheme(text: str) -> str | None:
    """`course` of `course:PATH`, where it names another kind of source; None where it does not."""
    scheme, colon, _ = text.partition(":")
    return scheme if colon and scheme in ADAPTERS else None


def adapter_of(scheme: str) -> Adapter:
    """The module that brings in agents of that kind."""
    return cast(Adapter, import_module(ADAPTERS[scheme]))


def load_class(path: str, name: str) -> type:
    """The class at `package.module:Class` or `FILE.py[:Class]`; errors call the agent `name`."""
    file = AgentFile.parse(path)
    if file is not None:
        return load_from_file(file.path, file.class_name, name)
    module_name, _, class_name = path.partition(":")
    try:
        module = import_module(module_name)
    except Exception as error:
        raise AgentError(f"agent {name}: importing {module_name} failed: {in_one_line(error)}") from error
    return class_in(module, class_name, module_name, name)


def load_from_file(file: Path, class_name: str | None, name: str) -> type:
    """The named class of a Python file, or its only one with a method `choose`."""
    if not file.is_file():
        raise AgentError(f"agent {name}: there is no file {file}")
    module = import_file(file.absolute(), name)
    if class_name is not None:
        return class_in(module, class_name, str(file), name)
    found = [item for item in own_classes(module) if callable(getattr(item, "choose", None))]
    if len(found) != 1:
        listed = ", ".join(item.__name__ for item in found)
        what = (
            f"has several agent classes ({listed}); name one as {file.name}:Class"
            if found
            else "has no class with a method choose(views)"
        )
        raise AgentError(f"agent {name}: {file} {what}")
    return found[0]


def import_file(file: Path, name: str) -> ModuleType:
    """Import a Python file once a process, under a name that no other file gets."""
    module_name = f"hazard_agent_{blake2b(str(file).encode(), digest_size=8).hexdigest()}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    spec = spec_from_file_location(module_name, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[module_name] = module  # dataclasses look their module up while it is being imported
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[module_name]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise AgentError(f"agent {name}: importing {file} failed: {in_one_line(error, file)}") from error
    return module


def own_classes(module: ModuleType) -> list[type]:
    """The classes that a module defines itself, in the order of its text."""
    return [
        item
        for item in vars(module).values()
        if isinstance(item, type) and item.__module__ == module.__name__
    ]


def class_in(module: ModuleType, class_name: str, where: str, name: str) -> type:
    """The class of that name in a module."""
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        others = ", ".join(item.__name__ for item in own_classes(module)) or "none"
        raise AgentError(f"agent {name}: {where} has no class {class_name!r}; its classes: {others}")
    return found
