from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SKIPS_ONE_TEST = "import pytest\n\ndef test_it():\n    pytest.skip('no chromium here')\n"
SKIPS_THE_FILE = "import pytest\n\npytest.importorskip('no_such_oracle')\n"
EXPECTS_A_FAILURE = (
    "import pytest\n\n@pytest.mark.xfail(reason='known')\ndef test_it():\n    raise AssertionError\n"
)


def run_pytest(root: Path, folder: Path, source: str, ci: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(root / "tests/conftest.py", folder)
    (folder / "test_it.py").write_text(source)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-ra", "-p", "no:cacheprovider", "--rootdir", folder, folder],
        env=os.environ | {"CI": ci},
        cwd=folder,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("source", "reason"), [(SKIPS_ONE_TEST, "no chromium here"), (SKIPS_THE_FILE, "no_such_oracle")]
)
def test_what_is_missing_skips_loudly_and_fails_in_ci(
    root: Path, tmp_path: Path, source: str, reason: str
) -> None:
    elsewhere = run_pytest(root, tmp_path, source, ci="")
    assert "1 skipped" in elsewhere.stdout
    assert reason in elsewhere.stdout

    in_ci = run_pytest(root, tmp_path, source, ci="true")
    assert in_ci.returncode != 0
    assert "skipped" not in in_ci.stdout.splitlines()[-1]
    assert reason in in_ci.stdout


def test_an_expected_failure_is_no_skip(root: Path, tmp_path: Path) -> None:
    assert run_pytest(root, tmp_path, EXPECTS_A_FAILURE, ci="true").returncode == 0
