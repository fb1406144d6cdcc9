"""What README and docs tell a reader to do works as printed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HAZARD = str(Path(sys.executable).with_name("hazard"))


def blocks(page: Path, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)


SNIPPETS = [
    pytest.param(code, id=f"{page.name}-{number}")
    for page in PAGES
    for number, code in enumerate(blocks(page, "python"))
]


@pytest.mark.parametrize("code", SNIPPETS)
def test_python_in_the_documents_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_readme_has_a_python_example_of_about_ten_lines() -> None:
    (code,) = blocks(ROOT / "README.md", "python")
    assert 6 <= len(code.splitlines()) <= 12


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_examples_run(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(example)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_links_between_documents_lead_somewhere() -> None:
    for page in [*PAGES, *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_verbs_that_the_readme_shows_exist() -> None:
    help_text = subprocess.run([HAZARD, "--help"], capture_output=True, text=True, check=True).stdout
    lines = [line for block in blocks(ROOT / "README.md", "sh") for line in block.splitlines()]
    verbs = {line.split()[1] for line in lines if line.startswith("hazard ")}
    assert verbs
    for verb in verbs:
        assert re.search(rf"\b{verb}\b", help_text), verb
