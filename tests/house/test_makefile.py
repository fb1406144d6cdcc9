from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from time import time

import pytest

SOURCES = ["Makefile", "pyproject.toml", "CMakeLists.txt", "constraints.txt", "native", "src"]
BUILDS = "Building the native module"
INSTALLS = "Installing what"


def make(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Call make without what an outer make or a developer's shell would pass on."""
    inherited = {k: v for k, v in os.environ.items() if k not in {"MAKEFLAGS", "MAKELEVEL", "CXX", "CI"}}
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=inherited | environment, capture_output=True, text=True
    )


@pytest.fixture
def clone(root: Path, tmp_path: Path) -> Path:
    """A copy of what the Makefile looks at, nothing set up yet."""
    for name in SOURCES:
        copy = shutil.copytree if (root / name).is_dir() else shutil.copy
        copy(root / name, tmp_path / name)
    return tmp_path


@pytest.fixture
def set_up(clone: Path) -> Path:
    """The same, with the stamps of a set-up a minute ago, and nothing changed since."""
    stamps = clone / ".venv/stamps"
    stamps.mkdir(parents=True)
    for path in clone.rglob("*"):
        os.utime(path, (time() - 120, time() - 120))
    for name in ["venv", "base", "play", "test", "long", "native"]:
        (stamps / name).touch()
        os.utime(stamps / name, (time() - 60, time() - 60))
    return clone


def test_help_prints_every_target(root: Path) -> None:
    targets = re.search(r"^\.PHONY: (.*)$", (root / "Makefile").read_text(), re.MULTILINE)
    assert targets
    printed = [line.split()[1] for line in make(root, "help").stdout.splitlines()]
    assert sorted(printed) == sorted(targets[1].split())


@pytest.mark.parametrize("target", ["run", "test", "check", "bench", "long"])
def test_a_second_make_neither_installs_nor_builds(set_up: Path, target: str) -> None:
    printed = make(set_up, "--dry-run", target)
    assert printed.returncode == 0
    assert BUILDS not in printed.stdout
    assert INSTALLS not in printed.stdout


def test_a_fresh_clone_installs_the_tests_needs_for_tests_only(clone: Path) -> None:
    assert "what the checks and tests need" not in make(clone, "--dry-run", "run").stdout
    assert "what the checks and tests need" in make(clone, "--dry-run", "test").stdout


def test_what_only_the_long_tests_need_is_installed_for_them_only(clone: Path) -> None:
    assert "what the long tests need" not in make(clone, "--dry-run", "test").stdout
    assert "what the long tests need" in make(clone, "--dry-run", "long").stdout


@pytest.mark.parametrize("changed", ["native/mines/inference.cpp", "CMakeLists.txt", "pyproject.toml"])
def test_a_changed_native_source_or_project_file_rebuilds(set_up: Path, changed: str) -> None:
    os.utime(set_up / changed)
    assert BUILDS in make(set_up, "--dry-run", "run").stdout


@pytest.mark.parametrize("changed", ["src/hazard/core/errors.py", "constraints.txt", "Makefile"])
def test_nothing_else_rebuilds(set_up: Path, changed: str) -> None:
    os.utime(set_up / changed)
    assert BUILDS not in make(set_up, "--dry-run", "run").stdout


def test_an_added_native_source_rebuilds(set_up: Path) -> None:
    (set_up / "native/mines/added.cpp").touch()
    assert BUILDS in make(set_up, "--dry-run", "run").stdout


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A PATH with what a shell needs, and apt-get that notes what it is asked for; no Chromium."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("sh", "bash", "env", "echo", "id", "make", "find", "awk", "true"):
        (folder / name).symlink_to(str(shutil.which(name)))
    (folder / "apt-get").write_text(f'#!/bin/sh\necho "$@" >> {tmp_path / "apt"}\n')
    (folder / "id").unlink()
    (folder / "id").write_text("#!/bin/sh\necho 0\n")
    for name in ("apt-get", "id"):
        (folder / name).chmod(0o755)
    return folder


def test_chromium_is_installed_where_it_is_missing(root: Path, tools: Path) -> None:
    done = make(root, "--silent", "chromium", PATH=str(tools))
    assert "Fetching chromium chromium-driver with apt" in done.stdout
    asked = (tools.parent / "apt").read_text().splitlines()
    assert asked == ["update -qq", "install -y -qq chromium chromium-driver"]


def test_no_apt_refuses_to_install_chromium_and_says_what_is_missed(root: Path, tools: Path) -> None:
    done = make(root, "--silent", "chromium", "NO_APT=1", PATH=str(tools))
    assert done.returncode == 0
    assert done.stdout.startswith("NO_APT: the tests of the browser will be skipped")
    assert not (tools.parent / "apt").exists()


def test_a_chromium_that_is_there_stays(root: Path, tools: Path) -> None:
    for name in ("chromium", "chromedriver"):
        (tools / name).symlink_to("true")
    done = make(root, "--silent", "chromium", PATH=str(tools))
    assert (done.stdout, (tools.parent / "apt").exists()) == ("", False)


def test_without_a_new_enough_python_make_says_so(clone: Path) -> None:
    result = make(clone, "run", PYTHON="no-such-python")
    assert result.returncode != 0
    assert "Hazard needs Python 3.11 or newer; no-such-python is older or missing." in result.stderr


def test_without_a_compiler_make_says_so_before_it_installs_anything(clone: Path) -> None:
    result = make(clone, "run", CXX="no-such-compiler")
    assert result.returncode != 0
    assert "No C++20 compiler: no-such-compiler does not work." in result.stderr
    assert not (clone / ".venv").exists()
