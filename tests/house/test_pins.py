from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


def installed_closure(requirements: list[str]) -> set[str]:
    """Return the canonical names of the distributions that these requirements bring into this environment."""
    found: set[str] = set()
    waiting = [Requirement(line) for line in requirements]
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name in found or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        found.add(name)
        waiting += [Requirement(line) for line in distribution(name).requires or []]
    return found


@pytest.fixture(scope="module")
def pins(root: Path) -> dict[str, str]:
    lines = (root / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


def test_set_up_installs_nothing_that_constraints_do_not_pin(root: Path, pins: dict[str, str]) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())
    extras: dict[str, list[str]] = project["project"]["optional-dependencies"]
    asked = project["build-system"]["requires"] + project["project"]["dependencies"]
    needed = installed_closure(asked + [line for extra in extras.values() for line in extra])
    assert sorted(needed - pins.keys()) == []


def test_what_the_long_tests_ask_for_is_pinned(root: Path, pins: dict[str, str]) -> None:
    groups = tomllib.loads((root / "pyproject.toml").read_text())["dependency-groups"]
    asked = {canonicalize_name(Requirement(line).name) for line in groups["long"]}
    assert sorted(asked - pins.keys()) == []


def test_what_is_installed_is_what_constraints_pin(pins: dict[str, str]) -> None:
    def installed(name: str) -> str | None:
        try:
            return version(name).partition("+")[0]  # 2.13.0+cpu is a build of 2.13.0
        except PackageNotFoundError:
            return None

    other = {name: installed(name) for name in pins if installed(name) not in (None, pins[name])}
    assert other == {}, "run `make check` to install what constraints.txt says"


def test_the_version_is_the_same_everywhere(root: Path) -> None:
    import hazard

    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    assert hazard.__version__ == project["version"] == version("hazard")
