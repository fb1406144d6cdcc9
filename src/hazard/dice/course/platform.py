"""The course platform as an AI finds it: the modules `dicewars.…`, and the folder that it is started in.

All of it is made in a worker process and goes with it: nothing is installed, nothing is written beside the
AI's files, and no other process can import `dicewars`.
"""

from __future__ import annotations

import ast
import logging
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from hazard.core.errors import AgentError
from hazard.core.hosting import OWN_FOLDER
from hazard.dice.course.source import Source, is_platform

HERE = "hazard.dice.course"

# What the platform's modules are here. A name without a module is a package.
MODULES: dict[str, str | None] = {
    "dicewars": None,
    "dicewars.client": None,
    "dicewars.client.ai_driver": f"{HERE}.commands",
    "dicewars.client.game": None,
    "dicewars.client.game.area": f"{HERE}.area",
    "dicewars.client.game.board": f"{HERE}.board",
    "dicewars.client.game.player": f"{HERE}.player",
    "dicewars.ai": None,
    "dicewars.ai.utils": f"{HERE}.odds",
    "dicewars.ai.dt": None,
    "dicewars.ai.kb": None,
    "dicewars.ai.kb.move_selection": f"{HERE}.moves",
    "dicewars.ai.kb.xlogin42": None,
    "dicewars.ai.kb.xlogin42.utils": f"{HERE}.moves",
}
LOG = "HAZARD_COURSE_LOG"  # a file for all that AIs print and log; without, it goes nowhere
MOST_LINKS = 2000  # files beside an AI


def moved_in(source: Source) -> str:
    """Make this process one of the platform: its folder, its modules, its output; the folder's path.

    Raises AgentError in a process that is not there for this AI alone.
    """
    root = os.environ.get(OWN_FOLDER)
    if root is None or not os.path.samefile(root, os.getcwd()):
        raise AgentError("an AI of the course is made in a worker process of its own only")
    furnish(Path(root), source)
    silence()
    install(Path(root))
    return root


def furnish(root: Path, source: Source) -> None:
    """Links that lead to the AI's files where the platform has them, and to what lies around them there."""
    folder = root / "dicewars" / "ai"
    folder.mkdir(parents=True)
    around = source.place.parent
    suffix = ".py" if source.place.is_file() else ""
    (folder / f"{source.package}{suffix}").symlink_to(source.place)
    if source.place.is_file() or is_platform(around):
        link_all(around, folder)
    if is_platform(around):
        link_all(around.parent, folder.parent)
        link_all(around.parent.parent, root)


def link_all(real: Path, folder: Path) -> None:
    """Link what lies in a real folder into ours, unless something has its name."""
    for entry in sorted(real.iterdir())[:MOST_LINKS]:
        link = folder / entry.name
        if not entry.name.startswith((".", "__pycache__")) and not os.path.lexists(link):
            link.symlink_to(entry)


def silence() -> None:
    """What AIs print and log goes to the file that LOG names, or nowhere."""
    log = os.environ.get(LOG)
    target = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for number in (1, 2):
        os.dup2(target, number)
    os.close(target)
    if log:
        logging.basicConfig(level=logging.DEBUG)
    else:
        logging.getLogger().addHandler(logging.NullHandler())  # else warnings are formatted for nobody


def install(root: Path) -> None:
    """The modules of the platform; `dicewars.ai.…` else is looked for among the linked files."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(root))  # as it is started there
    for name, ours in MODULES.items():
        if ours is None:
            module: Any = ModuleType(name)
            module.__path__ = [str(root.joinpath(*name.split(".")))]
        else:
            module = import_module(ours)
        sys.modules[name] = module
        above, _, last = name.rpartition(".")
        if above:
            setattr(sys.modules[above], last, module)


def needs_others(source: Source) -> bool:
    """Whether its files import, at any place, more than Python's own library, the platform and themselves."""
    own = f"dicewars.ai.{source.package}"
    for path in source.files():
        if path.suffix != ".py":
            continue
        try:
            names = set(imported(ast.parse(path.read_bytes())))
        except (SyntaxError, ValueError):
            return True
        for name in names:
            known = MODULES.get(name) or name == own or name.startswith(f"{own}.")
            if not known and name.partition(".")[0] not in sys.stdlib_module_names:
                return True
    return False


def imported(module: ast.Module) -> Iterator[str]:
    """Names of the modules that it imports, but for relative ones."""
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module


def ai_class_of(source: Source, name: str) -> type:
    """The AI's class, imported as the platform does; raises what the import raises, or AgentError."""
    module = import_module(f"dicewars.ai.{source.module}")
    wanted = source.class_name or "AI"
    made = getattr(module, wanted, None)
    if isinstance(made, type):
        return made
    if source.class_name is None and source.place.is_dir() and source.module == source.package:
        return inner_class(source, name)
    raise AgentError(f"agent {name}: {source.place} has no class {wanted}")


def inner_class(source: Source, name: str) -> type:
    """The class AI of the only module of a package that has one."""
    found: list[type] = []
    for path in sorted(source.place.glob("*.py")):
        if path.stem != "__init__" and b"class AI" in path.read_bytes():
            made = getattr(import_module(f"dicewars.ai.{source.module}.{path.stem}"), "AI", None)
            if isinstance(made, type):
                found.append(made)
    if len(found) != 1:
        what = "several modules with a class AI" if found else "no class AI"
        raise AgentError(
            f"agent {name}: {source.place} has {what}; give __init__.py one, or name its file: "
            f"course:{source.place.name}/FILE.py"
        )
    return found[0]
