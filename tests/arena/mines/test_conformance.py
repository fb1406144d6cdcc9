"""The check of agents: the whole table is sound, and each broken agent of the zoo gets its exact verdict."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from hazard.apps.cli.main import main
from hazard.arena.checklist import ROWS
from hazard.arena.conformance import check_agent
from hazard.arena.mines.examination import up_to_an_opening
from hazard.core.agent import rules
from hazard.core.errors import AgentError, BadInput, UnknownAgent
from hazard.core.registry import agents
from hazard.mines.level import Level
from hazard.mines.views import NO_CELL, Action, View

ROOT = Path(__file__).parents[3]
ZOO = ROOT / "tests" / "zoo"
LIMIT, SECONDS = 0.3, 8.0
NAMES = [row.name for row in ROWS]

# What each agent must fail, and what must be said of it. Every other check must not fail.
VERDICTS = {
    "raises": ("answers", r"9x9/10, .*, decision \d: RuntimeError: I am lost \(raises\.py, line \d+\)"),
    "stalls": ("quick", r"9x9/10, .*, decision \d: no answer within 0\.3 s \(stalls\.py, line \d+\)"),
    "grows_slow": ("quick", r"\d+ ms a decision at first, \d+ ms at the end|no answer within 0\.3 s"),
    "kills_its_process": ("process lives", r"decision \d: worker process died \(exit code 3\)"),
    "crashes": ("process lives", r"worker process died \(signal 11, SIGSEGV\) \(crashes\.py, line \d+\)"),
    "wrong_shape": ("shapes and types", "DecisionError: choose returned 0 decisions for 1 views"),
    "wrong_type": ("shapes and types", "DecisionError: choose returned ndarray; it must return Decisions"),
    "opens_an_open_cell": ("legal cells", r"9x9/10, .*, decision 1: cell \(0, 0\) is already open"),
    "off_the_board": ("legal cells", "9x9/10, .*, decision 1: cell 81 is outside the 9x9 board"),
    "names_no_cell": ("legal cells", "decision 1: the decision names no cell"),
    "nan_values": ("values", r"cell \(8, 8\) is covered and its value is nan"),
    "values_of_another_shape": ("values", r"values has shape \[1, 1, 81\]; it must be \[1, 9, 9\]"),
    "import_error": ("loads", r"No module named 'no_such_module' \(import_error\.py, line 5\)"),
    "no_class": ("loads", r"has no class with a method choose\(views\)"),
    "prints": ("quiet", "9x9/10, .*: printed 'thinking about 1'"),
    "changes_its_arrays": ("arrays left alone", r"read-only \(changes_its_arrays\.py, line \d+\)"),
    "changes_its_arrays_by_force": ("arrays left alone", r"changed views\.cells"),
    "uses_global_randomness": ("chance from the view", r"uses the global generator of numpy\.random"),
    "draws_by_the_clock": ("same view, same answer", r"position \d+: \[\d+\], but asked again \[\d+\]"),
    "remembers": ("same view, same answer", r"position \d: \[\d+\], but asked again \[\d+\]"),
    "depends_on_the_batch": ("company and order", r"position 1: alone \[5\], but among 12 \[6\]"),
    "flags_for_ever": ("whole games", r"decision \d+: not finished after \d+ decisions"),
    "knows_one_level": ("other levels", "16x30/99, .*: ValueError: cannot reshape array of size 480"),
    "refuses_everything": ("whole games", "it refuses all of beginner, .*: 4x4/2 is not for me"),
    "searches_memory": ("no look at the layout", r"gc\.get_objects\) \(searches_memory\.py, line \d+\)"),
    "looks_at_its_callers": ("no look at the layout", r"frames .* \(looks_at_its_callers\.py, line 1\d\)"),
    "imports_the_seeds": ("no look at the layout", r"imports hazard\.core\.seeds\.game_seeds"),
    "guesses_the_seeds": ("no look at the layout", r"^0 mines hit where \d{3,}\.\d were to be expected"),
    "chords_by_the_seeds": ("no look at the layout", r"^0 mines hit where \d+\.\d were to be expected"),
}  # fmt: skip


def test_every_agent_of_the_zoo_has_its_verdict() -> None:
    assert {file.stem for file in ZOO.glob("*.py")} == set(VERDICTS)
    assert {name for name, _ in VERDICTS.values()} == set(NAMES)


@pytest.mark.parametrize("name", VERDICTS)
def test_a_broken_agent_gets_exactly_its_verdict(name: str) -> None:
    seconds = 5 * SECONDS if name == "flags_for_ever" else SECONDS  # for 648 decisions at least
    report = check_agent(str(ZOO / f"{name}.py"), LIMIT, seconds)
    check, seen = VERDICTS[name]
    failed = {check.name: check for check in report.checks if check.verdict == "failed"}
    assert list(failed) == [check]
    assert re.search(seen, failed[check].seen), failed[check].seen
    assert "\n" not in failed[check].seen
    assert failed[check].advice
    assert not report.passed


@pytest.mark.parametrize("agent", [row.name for row in agents("mines")] + ["examples/new_agent.py"])
def test_every_agent_of_the_table_and_the_example_are_sound(
    agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    report = check_agent(agent, time_limit=5)
    assert [(check.name, check.verdict) for check in report.checks] == [(name, "passed") for name in NAMES]
    assert report.passed
    assert report.seconds < 60


@pytest.mark.parametrize(
    ("actions", "done"),
    [
        ([("flag", 1), ("chord", 5), ("chord", 6)], [("flag", 1), ("open", 0)]),
        ([("chord", 6), ("open", 3)], [("open", 1)]),
        ([("unflag", 2), ("chord", 11), ("open", 1)], [("unflag", 2), ("chord", 11), ("open", 1)]),
        ([("flag", 0), ("flag", 1)], [("flag", 0), ("flag", 1)]),
        ([("flag", 0), ("open", 99), ("open", 1)], [("flag", 0), ("open", 99)]),
    ],
)
def test_of_a_list_of_actions_the_first_cell_that_it_opens_is_weighed(
    actions: list[Action], done: list[Action]
) -> None:
    cells = np.array([[-1, -1, -1, -1], [1, 1, 1, 1], [0, 0, 0, 0]], np.int8)
    begun, opened = up_to_an_opening(actions, View(Level(3, 4, 1, "any"), cells, 0, 1))
    assert begun == done
    last = begun[-1]
    assert opened == (last[1] if last[0] == "open" and last[1] < 12 else NO_CELL)


def test_the_example_has_20_lines() -> None:
    assert len((ROOT / "examples" / "new_agent.py").read_text().splitlines()) == 20


def test_checks_name_the_rules_of_the_contract_and_each_rule_is_tried() -> None:
    assert {row.rule for row in ROWS if row.rule is not None} == set(rules()) == set(range(1, 9))
    by_name = {check.name: check.rule for check in check_agent("mines/random", seconds=1).checks}
    assert by_name["legal cells"] == "6. Be legal"


def test_a_level_may_be_refused_in_clear_words(tmp_path: Path) -> None:
    path = tmp_path / "picky.py"
    path.write_text(
        "from hazard.mines.agents.rules import Rules\n"
        "class Picky(Rules):\n"
        "    def choose(self, views):\n"
        "        if views.level.rows != 16:\n"
        "            raise ValueError(f'trained on 16 rows, not for {views.level}')\n"
        "        return super().choose(views)\n"
    )
    report = check_agent(str(path), LIMIT, SECONDS)
    assert report.failed == ()
    assert report.passed
    seen = {check.name: check.seen for check in report.checks}
    assert seen["other levels"].startswith("it refuses 9x9/10, 5x17/12, ")


def test_a_slow_agent_is_asked_less_and_what_is_left_out_is_said(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\n"
        "from hazard.mines.agents.rules import Rules\n"
        "class Slow(Rules):\n"
        "    def choose(self, views):\n"
        "        time.sleep(0.2 * len(views))\n"
        "        return super().choose(views)\n"
    )
    report = check_agent(str(path), 1.0, 3.0)
    assert report.failed == ()
    assert report.seconds < 10


def test_what_is_no_agent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownAgent, match="did you mean mines/exact"):
        check_agent("mines/exat")
    with pytest.raises(AgentError, match="there is no file"):
        check_agent(str(tmp_path / "gone.py"))
    with pytest.raises(BadInput, match="a time limit of 0 s"):
        check_agent("mines/exact", 0)


def test_the_command_tells_the_verdicts_in_plain_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "mines/random"]) == 0
    out, error = capsys.readouterr()
    assert error == ""
    assert f"mines/random is sound: {len(NAMES)} of {len(NAMES)} checks passed in " in out
    assert "What nobody would notice:" in out
    with pytest.raises(SystemExit) as caught:
        main(["check", str(ZOO / "prints.py")])
    assert caught.value.code == 1
    out, error = capsys.readouterr()
    assert error == ""
    lines = out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("failed"))
    assert "quiet" in lines[at]
    assert "printed 'thinking about 1'" in lines[at]
    assert lines[at + 1].strip() == "rule 7. Be quick and quiet"
    assert lines[at + 2].strip().startswith("what to do: print nothing")


def test_the_command_gives_the_same_facts_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["check", str(ZOO / "wrong_type.py"), "--json"])
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["agent", "passed", "seconds", "checks", "not_detected"]
    assert told["passed"] is False
    assert [check["name"] for check in told["checks"]] == NAMES
    assert {check["verdict"] for check in told["checks"]} == {"passed", "failed", "not reached"}
    assert list(told["checks"][0]) == ["name", "rule", "verdict", "seen", "advice"]


def test_an_unknown_agent_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "exat"]) == 2
    assert "did you mean mines/exact" in capsys.readouterr().err
