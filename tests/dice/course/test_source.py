"""Which AI `course:PATH` names, and what it is called on the platform."""

from __future__ import annotations

from pathlib import Path

import pytest

from hazard.core.errors import AgentError, BadInput
from hazard.dice.course.source import parsed
from hazard.dice.wire.clock import PLATFORM, Clock

AI = "class AI:\n    pass\n"


def package(folder: Path, name: str, text: str = AI) -> Path:
    """A package of two modules."""
    place = folder / name
    place.mkdir(parents=True)
    (place / "__init__.py").write_text("")
    (place / "ai.py").write_text(text)
    return place


def test_a_folder_a_file_and_a_file_of_a_package_are_found(tmp_path: Path) -> None:
    place = package(tmp_path, "xlogin00")
    assert (parsed(f"course:{place}").place, parsed(f"course:{place}").module) == (place, "xlogin00")
    inner = parsed(f"course:{place / 'ai.py'}")
    assert (inner.place, inner.module) == (place, "xlogin00.ai")
    (tmp_path / "single.py").write_text(AI)
    single = parsed(f"course:{tmp_path / 'single.py'}")
    assert (single.place, single.module, single.class_name) == (tmp_path / "single.py", "single", None)


def test_a_module_is_found_as_python_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = package(tmp_path / "dicewars" / "ai", "xlogin00")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert parsed("course:dicewars.ai.xlogin00").place == place
    assert parsed("course:dicewars.ai.xlogin00.ai").module == "xlogin00.ai"


def test_a_class_and_a_clock_may_be_named(tmp_path: Path) -> None:
    place = package(tmp_path, "xlogin00")
    source = parsed(f"course:{place}:Better,clock=2+0.5")
    assert (source.class_name, source.clock) == ("Better", Clock(2, 0.5))
    assert parsed(f"course:{place}").clock == PLATFORM
    assert parsed(f"course:{place},clock=off").clock is None
    with pytest.raises(BadInput, match="a clock 'soon': want SECONDS"):
        parsed(f"course:{place},clock=soon")


@pytest.mark.parametrize("options", ["", ":Better", ",clock=off", ":Better,clock=1+2"])
@pytest.mark.parametrize("inside", ["", "/ai.py"])
def test_its_text_names_it_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: str, inside: str
) -> None:
    package(tmp_path, "xlogin00")
    monkeypatch.chdir(tmp_path)
    source = parsed(f"course:xlogin00{inside}{options}")
    monkeypatch.chdir("/")
    assert parsed(source.text) == source


def test_another_content_is_another_version(tmp_path: Path) -> None:
    place = package(tmp_path, "xlogin00")
    first = parsed(f"course:{place}").digest()
    (place / "__pycache__").mkdir()
    (place / "__pycache__" / "ai.pyc").write_bytes(b"\0")
    assert parsed(f"course:{place}").digest() == first
    (place / "weights.bin").write_bytes(b"\0")
    second = parsed(f"course:{place}").digest()
    (place / "weights.bin").write_bytes(b"\1")
    assert len({first, second, parsed(f"course:{place}").digest()}) == 3


def test_a_package_that_was_renamed_keeps_the_name_that_its_code_says(tmp_path: Path) -> None:
    place = package(tmp_path, "final-version", "from dicewars.ai.xlogin00 import heuristics\n" + AI)
    assert parsed(f"course:{place}").module == "xlogin00"
    other = package(tmp_path, "my-ai")
    assert parsed(f"course:{other}").module == "my_ai"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("course:", "there is no file, folder or module ''"),
        ("course:nobody", "there is no file, folder or module 'nobody'"),
        ("course:notes.txt", "is no Python file"),
    ],
)
def test_what_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    (tmp_path / "notes.txt").write_text("")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AgentError, match=message):
        parsed(text)
