from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hazard.core.errors import BadInput
from hazard.core.home import home, made


def test_hazard_home_names_the_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HAZARD_HOME", str(tmp_path / "kept"))
    assert home() == tmp_path / "kept"
    assert not home().exists()
    assert made(home()).is_dir()


@pytest.mark.parametrize(
    ("system", "variables", "expected"),
    [
        ("linux", {}, "~/.local/share/hazard"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/hazard"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "~/.local/share/hazard"),
        ("darwin", {}, "~/Library/Application Support/hazard"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/hazard"),
    ],
)
def test_without_it_the_system_says_where(
    system: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HAZARD_HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", system)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert home() == Path(expected).expanduser()


def test_a_folder_that_cannot_be_made_is_told_with_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HAZARD_HOME", str(tmp_path / "file" / "home"))
    with pytest.raises(BadInput, match="file/home: Not a directory; HAZARD_HOME names another place"):
        made(home())
