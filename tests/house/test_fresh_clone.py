from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

CLONE_TO_TABLE_S = 180  # on 2 cores; what is downloaded counts here too


@pytest.fixture
def clone(root: Path, tmp_path: Path) -> Path:
    """A copy of the files that git knows or would add."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    for name in subprocess.check_output(listed, cwd=root, text=True).split("\0"):
        if (root / name).is_file():
            (tmp_path / "clone" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, tmp_path / "clone" / name)
    return tmp_path / "clone"


def test_make_run_goes_from_a_clone_and_an_empty_home_to_a_table(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    kept = {name: value for name, value in os.environ.items() if name == "PATH" or name.startswith("PIP_")}

    def make_run() -> str:
        return subprocess.run(
            ["make", "run"],
            cwd=clone,
            env=kept | {"HOME": str(tmp_path / "home")},
            capture_output=True,
            text=True,
            check=True,
            timeout=CLONE_TO_TABLE_S,
        ).stdout

    first = make_run()
    assert "Building the native module" in first
    assert first.index("mines/exact") < first.index("What to try next")
    assert not (clone / ".venv/bin/pytest").exists()

    second = make_run()
    assert "Building" not in second
    assert "mines/exact" in second


def test_a_wheel_holds_the_package_its_native_module_and_the_stub(clone: Path, tmp_path: Path) -> None:
    pip_wheel = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip_wheel, "--wheel-dir", tmp_path, clone], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("hazard-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert len([name for name in names if name.startswith("hazard/_native.")]) == 1
    modules = {str(path.relative_to(clone / "src")) for path in (clone / "src").rglob("*.py")}
    assert modules | {"hazard/py.typed", "hazard/_native/mines.pyi", "hazard/_native/dice.pyi"} <= set(names)
