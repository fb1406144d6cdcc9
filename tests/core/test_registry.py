"""From names and files to agents, and what is said where that fails."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from hazard.core import registry
from hazard.core.errors import AgentError, UnknownAgent
from hazard.core.registry import AgentRow, agents, games, resolve
from hazard.dice import native as dice_native
from hazard.dice.agents.table import AGENTS as DICE_AGENTS
from hazard.mines import native as mines_native
from hazard.mines.agents.table import AGENTS as MINES_AGENTS


def test_the_table_is_listed_with_the_games() -> None:
    assert games() == ["mines", "dice"]
    assert tuple(agents("mines")[: len(MINES_AGENTS)]) == MINES_AGENTS
    assert tuple(agents("dice")[: len(DICE_AGENTS)]) == DICE_AGENTS
    assert agents() == [*MINES_AGENTS, *DICE_AGENTS]


@pytest.mark.parametrize("row", [*MINES_AGENTS, *DICE_AGENTS], ids=lambda row: row.name)
def test_every_row_can_be_made_and_says_what_it_does_in_one_sentence(row: AgentRow) -> None:
    assert callable(resolve(row.name, row.game).make().choose)
    assert 10 < len(row.sentence) < 90
    assert "\n" not in row.sentence


def test_native_policies_and_the_table_name_each_other() -> None:
    """Beside them the core has some with one part exchanged: `course-net, no reply`."""
    for native, rows in ((mines_native, MINES_AGENTS), (dice_native, DICE_AGENTS)):
        named = {row.native for row in rows if row.native}
        policies = set(native.policies())
        assert named <= policies
        assert {policy.partition(", ")[0] for policy in policies} == named


def test_the_game_may_be_left_out_of_a_name() -> None:
    assert resolve("exact", "mines") == resolve("mines/exact", "mines")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mines/exat", "unknown agent 'mines/exat'; did you mean mines/exact"),
        ("Exact", "unknown agent 'Exact'; did you mean mines/exact"),
        ("zzz", "unknown agent 'zzz'; `hazard agents mines` lists them, FILE.py:Class names your own"),
        (
            "dice/dt.sdc",
            "unknown agent 'dice/dt.sdc'; the agents of this game are called mines/…",
        ),
        ("", "unknown agent ''"),
    ],
)
def test_an_unknown_name_gets_a_suggestion(text: str, message: str) -> None:
    with pytest.raises(UnknownAgent) as caught:
        resolve(text, "mines")
    assert message in str(caught.value)


def test_an_unknown_game_gets_a_suggestion() -> None:
    with pytest.raises(UnknownAgent, match="unknown game 'mine'; did you mean mines"):
        agents("mine")


GOOD = """
from dataclasses import dataclass

@dataclass
class Helper:
    size: int = 3

class Mine:
    def choose(self, views):
        return Helper(4)
"""


def test_a_file_names_its_only_agent(tmp_path: Path) -> None:
    file = tmp_path / "my bot.py"
    file.write_text(GOOD)
    for text in (str(file), f"{file}:Mine"):
        agent = resolve(text, "mines")
        assert (agent.name, agent.row.name, agent.row.native) == (text, "mines/Mine", None)
        assert agent.make().choose(None).size == 4
        assert pickle.loads(pickle.dumps(agent)) == agent


def test_a_relative_file_is_still_found_from_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    agent = resolve("bot.py", "mines")
    monkeypatch.chdir("/")
    assert type(agent.make()).__name__ == "Mine"


def test_two_files_of_one_name_are_two_agents(tmp_path: Path) -> None:
    made: list[int] = []
    for size in (4, 5):
        folder = tmp_path / str(size)
        folder.mkdir()
        (folder / "bot.py").write_text(GOOD.replace("Helper(4)", f"Helper({size})"))
        made.append(resolve(str(folder / "bot.py"), "mines").make().choose(None).size)
    assert made == [4, 5]


@pytest.mark.parametrize(
    ("source", "suffix", "message"),
    [
        ("x = 1", "", "has no class with a method choose(views)"),
        ("class A:\n    pass\n", "", "has no class with a method choose(views)"),
        (
            GOOD + GOOD.replace("Mine", "Other"),
            "",
            "has several agent classes (Mine, Other); name one as bot.py:Class",
        ),
        (GOOD, ":Yours", "has no class 'Yours'; its classes: Helper, Mine"),
        ("x = 1", ":x", "has no class 'x'; its classes: none"),
        ("x = 1\n\nraise KeyError('gone')\n", "", "failed: KeyError: 'gone' (bot.py, line 3)"),
        ("def f():\n    return 1 / 0\n\nf()\n", "", "failed: ZeroDivisionError: division by zero (bot.py, "),
        (
            "import no_such_module_anywhere\n",
            "",
            "failed: ModuleNotFoundError: No module named 'no_such_module_anywhere'",
        ),
        ("class A\n", "", "failed: SyntaxError: expected ':' (bot.py, line 1)"),
        ("import sys\nsys.exit(3)\n", "", "failed: SystemExit: 3 (bot.py, line 2)"),
        (b"\xff\xfe\x00", "", "failed: SyntaxError"),
    ],
)
def test_a_file_that_holds_no_agent_is_told_in_one_line(
    tmp_path: Path, source: str | bytes, suffix: str, message: str
) -> None:
    file = tmp_path / "bot.py"
    file.write_bytes(source if isinstance(source, bytes) else source.encode())
    with pytest.raises(AgentError) as caught:
        resolve(f"{file}{suffix}", "mines")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"there is no file .*gone\.py"):
        resolve(f"{tmp_path}/gone.py:Bot", "mines")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "def __init__(self, size): ...\n    def choose(self, views): ...",
            "A() raised TypeError: .*missing 1 required",
        ),
        (
            "def __init__(self): raise OSError('no model')\n    def choose(self, views): ...",
            "A() raised OSError: no model",
        ),
        ("pass", "class A has no method choose"),
    ],
)
def test_a_class_that_does_not_start_is_told(tmp_path: Path, body: str, message: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(f"class A:\n    {body}\n")
    with pytest.raises(AgentError) as caught:
        resolve(f"{file}:A", "mines").make()
    assert message.split(".*")[0] in str(caught.value)
    assert message.split(".*")[-1] in str(caught.value)


def with_entry_points(monkeypatch: pytest.MonkeyPatch, *points: tuple[str, str]) -> None:
    listed = EntryPoints(EntryPoint(name, value, "hazard.agents") for name, value in points)
    monkeypatch.setattr(registry, "entry_points", lambda group: listed.select(group=group))


def test_other_packages_add_agents(monkeypatch: pytest.MonkeyPatch) -> None:
    with_entry_points(monkeypatch, ("mines/zulu", "hazard.mines.agents.random:Random"))
    assert [row.name for row in agents("mines")] == [*(row.name for row in MINES_AGENTS), "mines/zulu"]
    assert type(resolve("zulu", "mines").make()).__name__ == "Random"
    with pytest.raises(UnknownAgent, match="did you mean mines/zulu"):
        resolve("mines/zulo", "mines")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("zulu", "'zulu' .* must be named GAME/NAME, with one of the games mines"),
        ("chess/zulu", "'chess/zulu' .* must be named GAME/NAME"),
        ("mines/exact", "mines/exact is listed twice"),
    ],
)
def test_an_entry_point_that_cannot_be_listed_is_told_and_not_dropped(
    monkeypatch: pytest.MonkeyPatch, name: str, message: str
) -> None:
    with_entry_points(monkeypatch, (name, "somewhere:Else"))
    with pytest.raises(AgentError, match=message):
        agents()


def test_an_entry_point_whose_module_is_gone_fails_when_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    with_entry_points(monkeypatch, ("mines/gone", "no_such_package:Bot"))
    with pytest.raises(
        AgentError, match="agent mines/gone: importing no_such_package failed: ModuleNotFoundError"
    ):
        resolve("gone", "mines").make()


def test_importing_hazard_imports_nothing_heavy() -> None:
    code = (
        "import sys, hazard; assert 'numpy' not in sys.modules; assert hazard.Level; "
        "assert 'hazard.mines.inference' not in sys.modules; assert 'Game' in dir(hazard)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_everything_that_hazard_offers_is_there() -> None:
    import hazard

    for name in dir(hazard):
        assert getattr(hazard, name) is not None or name.startswith("__")
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        hazard.Nothing  # noqa: B018


def test_a_file_is_looked_at_in_another_process(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    file = tmp_path / "bot.py"
    file.write_text(f"import os\nopen({str(told)!r}, 'w').write(str(os.getpid()))\n" + GOOD)
    assert resolve(str(file), "mines").row.name == "mines/Mine"
    assert int(told.read_text()) != os.getpid()


def test_a_file_that_kills_who_imports_it_is_told(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import ctypes\nctypes.string_at(0)\n")
    with pytest.raises(
        AgentError, match=r"importing .*bot\.py failed: worker process died \(signal 11, SIGSEGV\)"
    ):
        resolve(str(file), "mines")
