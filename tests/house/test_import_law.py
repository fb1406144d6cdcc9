from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent


@pytest.fixture
def copy(root: Path, tmp_path: Path) -> Path:
    shutil.copy(root / "pyproject.toml", tmp_path)
    shutil.copytree(root / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    return tmp_path


def lint_imports(folder: Path) -> str:
    result = subprocess.run(
        [BIN / "lint-imports", "--no-cache", "--no-logo"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
    )
    return result.stdout


def ruff(folder: Path, file: Path) -> str:
    command = [BIN / "ruff", "check", "--no-cache", "--output-format", "concise", file]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True).stdout


def test_a_folder_that_imports_what_it_must_not_is_found(copy: Path) -> None:
    (copy / "src/hazard/core/climbing.py").write_text("import hazard.apps.cli.main\n")
    (copy / "src/hazard/mines/agents/learning.py").write_text("import hazard.learn.recipe\n")
    (copy / "src/hazard/dice/visiting.py").write_text("import hazard.mines.level\n")
    found = lint_imports(copy)
    for lower, upper in (("core", "apps"), ("mines", "learn"), ("dice", "mines")):
        assert f"hazard.{lower} is not allowed to import hazard.{upper}" in found


def test_a_folder_without_a_place_in_the_law_is_found(copy: Path) -> None:
    (copy / "src/hazard/attic").mkdir()
    (copy / "src/hazard/attic/__init__.py").touch()
    assert "hazard.attic" in lint_imports(copy)


@pytest.mark.parametrize(
    "line",
    [
        "import hazard._native",
        "from hazard import _native",
        "from hazard._native.mines import play",
        "from hazard._native.dice import choose",
    ],
)
def test_a_second_door_to_the_native_module_is_found(copy: Path, line: str) -> None:
    (copy / "src/hazard/arena/door.py").write_text(line + "\n")
    assert "TID251" in ruff(copy, copy / "src/hazard/arena/door.py")
    for game in ("mines", "dice"):
        assert "TID251" not in ruff(copy, copy / f"src/hazard/{game}/native.py")
