"""An exported package runs on the platform as it is described, in a process that has no Hazard."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hazard.core.errors import AgentError, BadInput, UnknownAgent
from hazard.core.registry import agents
from hazard.dice.ports.package import SOURCES, Port, export
from tests.dice.ports import platform

PORTS = [row.name for row in agents("dice") if row.port is not None]


def test_every_reference_has_a_source() -> None:
    rows = [row.name for row in agents("dice") if row.path.startswith("hazard.dice.agents.references:")]
    assert len(rows) == 15
    assert set(rows) < set(PORTS)


def test_every_source_is_of_some_agent() -> None:
    used = {name for row in agents("dice") if row.port for name in Port(row.name, row.port).modules}
    assert used == {path.stem for path in SOURCES.glob("*.py")}


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What each AI did in some turns against itself, on the stand-in for the platform."""
    folder = tmp_path_factory.mktemp("platform")
    platform.write(folder)
    told: dict[str, list[str]] = {}
    for number, agent in enumerate(PORTS):
        export(agent, folder / f"dicewars/ai/x{number}")
        turns = "6" if agent.startswith("dice/search") else "12"
        done = subprocess.run(
            # -I -S: neither this folder, the user's packages, nor those of the environment
            [sys.executable, "-I", "-S", str(folder / "play.py"), f"x{number}", turns],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        told[agent] = [json.loads(line)[1] for line in done.stdout.splitlines()]
    return told


@pytest.mark.parametrize("agent", PORTS)
def test_it_plays_where_there_is_no_hazard(commands: dict[str, list[str]], agent: str) -> None:
    done = commands[agent]
    assert done.count("end") > 3
    assert done.count("attack") > 3
    transfers = agent.startswith(("dice/kb.", "dice/search")) and agent != "dice/kb.sdc_post_at"
    assert ("transfer" in done) == transfers


def test_its_sources_are_read_by_an_old_python() -> None:
    for path in SOURCES.glob("*.py"):
        ast.parse(path.read_text(), feature_version=(3, 6))


def test_a_package_holds_what_it_imports_and_says_where_it_comes_from(tmp_path: Path) -> None:
    export("kb.stei_adt", tmp_path / "mine")
    written = {path.name for path in (tmp_path / "mine").iterdir()}
    assert written == {
        *("__init__.py", "README.md", "LICENSE"),
        *("kb_stei_adt.py", "attacks.py", "odds.py", "player.py", "position.py", "transfers.py"),
    }
    readme = (tmp_path / "mine/README.md").read_text()
    assert "dice/kb.stei_adt" in readme
    assert "`dicewars.ai.mine`" in readme
    assert "Python 3.6 or later and nothing else" in readme
    assert "the same commands" in readme
    assert "Permission is hereby granted" in (tmp_path / "mine/LICENSE").read_text()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_package_says_where_its_choices_differ(tmp_path: Path) -> None:
    for agent in PORTS:
        export(agent, tmp_path / "x")
        random = agent in ("dice/dt.rand", "dice/xlogin00", "dice/xlogin42")
        readme = (tmp_path / "x/README.md").read_text()
        assert ("Python's `random`" in readme) == random
        assert ("dice in reserve" in readme) == agent.startswith("dice/search")
        for path in (tmp_path / "x").iterdir():
            path.unlink()
        (tmp_path / "x").rmdir()


def test_a_source_may_need_packages_and_have_data_beside_it(tmp_path: Path) -> None:
    (tmp_path / "searching.py").write_text("import json, numpy.linalg\nfrom . import net\nclass AI: pass\n")
    (tmp_path / "net.py").write_text("from onnxruntime import InferenceSession\nfrom .net import x\n")
    (tmp_path / "net.onnx").write_bytes(b"\0")
    (tmp_path / "other.py").write_text("")
    port = Port("dice/searching", "searching", tmp_path)
    assert [path.name for path in port.files] == ["net.onnx", "net.py", "searching.py"]
    assert port.needs == ["numpy", "onnxruntime"]


def test_what_cannot_be_exported_is_told_in_one_line(tmp_path: Path) -> None:
    agent = tmp_path / "bot.py"
    agent.write_text("class Bot:\n    def choose(self, views): ...\n")
    with pytest.raises(
        AgentError, match=r"no source for the course's platform; those that have: dice/dt\.rand"
    ):
        export(str(agent), tmp_path / "x")
    with pytest.raises(UnknownAgent, match=r"did you mean .*dice/dt\.stei"):
        export("dt.stej", tmp_path / "x")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("name", ["1st", "my-ai", "class", "a b"])
def test_a_folder_that_the_platform_could_not_import_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInput, match="cannot import a folder"):
        export("dt.sdc", tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_exists_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    with pytest.raises(BadInput, match="exists already"):
        export("dt.sdc", tmp_path / "mine")
    with pytest.raises(BadInput, match="there is no folder"):
        export("dt.sdc", tmp_path / "nowhere/mine")
