"""The check of Dicewars agents: the whole table is sound, each broken agent of the zoo gets its verdict."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hazard.apps.cli.main import main
from hazard.arena.conformance import check_agent
from hazard.arena.dice.examination import EXAMINATION, HOMES, TRIED, positions
from hazard.arena.examination import game_of
from hazard.core.errors import UnknownAgent
from hazard.core.registry import agents, resolve
from hazard.dice.views import Decisions, Views

ROOT = Path(__file__).parents[3]
ZOO = ROOT / "tests" / "zoo" / "dice"
LIMIT, SECONDS = 0.3, 8.0
NAMES = [row.name for row in EXAMINATION.rows]

# What each agent must fail, and what must be said of it. Every other check must not fail.
VERDICTS = {
    "no_class": ("loads", r"has no class with a method choose\(views\)"),
    "raises": ("answers", r"4 players, 34 areas, decision \d+: RuntimeError: I am lost \(raises\.py, line"),
    "stalls": ("quick", r"decision \d+: no answer within 0\.3 s \(stalls\.py, line \d+\)"),
    "kills_its_process": ("process lives", r"decision \d+: worker process died \(exit code 3\)"),
    "wrong_shape": ("shapes and types", "DecisionError: choose returned 0 decisions for 1 views"),
    "wrong_type": ("shapes and types", "DecisionError: choose returned ndarray; it must return Decisions"),
    "returns_none": ("shapes and types", r"choose_one returned None; it must return attack"),
    "nan_values": ("values", r"decision 1: attack \d+ -> \d+ is legal and its value is nan"),
    "values_of_another_shape": ("values", r"values has shape \[1, 34, 1\]; it must be \[1, 34, 16\]"),
    "attacks_itself": ("legal commands", r"game 0, decision 1: attack (\d+) -> \1: .* do not touch"),
    "attacks_its_own": ("legal commands", r"decision \d+: attack \d+ -> (\d+): area \1 is your own"),
    "attacks_from_abroad": ("legal commands", r"attack (\d+) -> \d+: area \1 belongs to player \d, not to"),
    "attacks_afar": ("legal commands", r"attack (\d+) -> (\d+): the areas \1 and \2 do not touch"),
    "attacks_with_one_die": ("legal commands", r"attack \d+ -> \d+: an attack needs two dice or more"),
    "attacks_nowhere": ("legal commands", r"attack \d+ -> -1: there is no area -1"),
    "moves_no_dice": ("legal commands", r"transfer \d+ -> \d+: no die can move"),
    "transfers_for_ever": ("legal commands", r"decision 7: transfer .*: all 6 transfers of this turn"),
    "unknown_kind": ("legal commands", r"command \(7, 7, 7\): kind 7 is none of 0 \(end\)"),
    "prints": ("quiet", "4 players, 34 areas, .*: printed 'thinking about 1'"),
    "changes_its_arrays": ("arrays left alone", r"read-only \(changes_its_arrays\.py, line \d+\)"),
    "changes_its_arrays_by_force": ("arrays left alone", r"changed views\.dice"),
    "uses_global_randomness": ("chance from the view", "uses the global generator of random"),
    "remembers": ("same view, same answer", r"position \d: .*, but (asked again|in another process) "),
    "depends_on_the_batch": ("company and order", r"position 1: alone attack .*, but among 12 end of turn"),
    "knows_one_table": ("other tables", r"2 players, \d+ areas, .*: ValueError: cannot reshape array"),
    "refuses_everything": ("whole games", "it refuses all of 4 players, 34 areas, .* are not for me"),
    "imports_the_seeds": ("no look at the rolls", r"imports hazard\.dice\.seeds\.table_seeds"),
    "guesses_the_seeds": ("no look at the rolls", r"^0 attacks lost where \d+\.\d were to be expected"),
}  # fmt: skip


def test_every_agent_of_the_zoo_has_its_verdict() -> None:
    assert {file.stem for file in ZOO.glob("*.py")} == set(VERDICTS) | {"nop"}
    assert {name for name, _ in VERDICTS.values()} == set(NAMES)
    assert {row.rule for row in EXAMINATION.rows if row.rule is not None} == set(range(1, 9))


@pytest.mark.parametrize("name", VERDICTS)
def test_a_broken_agent_gets_exactly_its_verdict(name: str) -> None:
    report = check_agent(str(ZOO / f"{name}.py"), LIMIT, SECONDS, "dice")
    check, seen = VERDICTS[name]
    failed = {check.name: check for check in report.checks if check.verdict == "failed"}
    assert list(failed) == [check], failed
    assert re.search(seen, failed[check].seen), failed[check].seen
    assert "\n" not in failed[check].seen
    assert failed[check].advice
    assert not report.passed


@pytest.mark.parametrize(
    "agent", [row.name for row in agents("dice")] + ["examples/new_dice_agent.py", "tests/zoo/dice/nop.py"]
)
def test_every_agent_of_the_table_and_the_examples_are_sound(
    agent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    report = check_agent(agent, time_limit=5, game="dice")
    assert [(check.name, check.verdict) for check in report.checks] == [(name, "passed") for name in NAMES]
    assert report.seconds < 60


def test_tables_of_2_to_8_players_are_tried_and_of_many_sizes() -> None:
    assert {rules.players for rules in TRIED} == set(range(2, 9))
    assert {2, 34, 45} <= {rules.areas for rules in TRIED}


@pytest.mark.parametrize("rules", HOMES, ids=str)
def test_positions_are_running_games_of_many_stages(rules: object) -> None:
    views = positions(rules)  # pyright: ignore[reportArgumentType]
    assert len(views) >= 4
    assert views.rules.players == rules.players  # pyright: ignore[reportAttributeAccessIssue]
    assert len(set(views.moves.tolist())) > 2
    assert all(view.areas_of(view.player) for view in views)
    assert views.masks()[0].any()


def test_risks_are_those_of_the_attacks_and_come_true_as_often_as_they_say() -> None:
    chooser = resolve("dice/dt.stei", "dice").make()

    def choose(views: Views) -> Decisions:
        asked.append(len(views))
        return chooser.choose(views)

    asked: list[int] = []
    found = EXAMINATION.risks(choose, HOMES[0], 24)
    assert len(found) == sum(asked)
    expected = sum(risk for risk, _ in found)
    spread = sum(risk * (1 - risk) for risk, _ in found) ** 0.5
    assert abs(sum(lost for _, lost in found) - expected) < 3.5 * spread
    assert not any(lost for risk, lost in found if risk == 0)
    assert len(set(found)) > 20


def test_a_name_tells_the_game_and_a_file_is_minesweeper_unless_told() -> None:
    assert [game_of(name) for name in ("dice/dt.stei", "dt.stei", "mines/exact", "exact", "exat", "a/b")] == [
        "dice", "dice", "mines", "mines", "mines", "mines",
    ]  # fmt: skip
    assert game_of("bot.py") == "mines"
    assert game_of("bot.py:Bot", "dice") == "dice"
    with pytest.raises(UnknownAgent, match=r"did you mean dice/dt\.stei"):
        check_agent("dice/dt.steii")
    with pytest.raises(UnknownAgent, match="unknown agent"):
        check_agent("dice/dt.stei", game="mines")


def test_a_table_may_be_refused_in_clear_words(tmp_path: Path) -> None:
    path = tmp_path / "picky.py"
    path.write_text(
        "from hazard.dice.agents.references import Stei\n"
        "class Picky(Stei):\n"
        "    def choose(self, views):\n"
        "        if views.rules.players != 2:\n"
        "            raise ValueError(f'made for two, not for {views.rules.players} players')\n"
        "        return super().choose(views)\n"
    )
    report = check_agent(str(path), LIMIT, SECONDS, "dice")
    assert report.passed
    seen = {check.name: check.seen for check in report.checks}
    assert seen["other tables"].startswith("it refuses 4 players, 34 areas, 3 players, 20 areas, ")


def test_the_command_checks_agents_of_dicewars(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "dice/kb.stei_adt", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [check["name"] for check in report["checks"]] == NAMES
    assert report["passed"] is True
    assert "tables" in report["not_detected"][1]
    with pytest.raises(SystemExit) as caught:
        main(["check", str(ZOO / "prints.py"), "--game", "dice"])
    assert caught.value.code == 1
    out = capsys.readouterr().out
    assert "printed 'thinking about 1'" in out
    assert "tables that were not tried" in out
