"""Watching an agent: one decision at a time, its values drawn, its faults told."""

from __future__ import annotations

from pathlib import Path

import pytest

from hazard.apps.cli.faces import FANCY
from hazard.apps.cli.watch import PAUSES, Watched, WatchState, press, render
from hazard.core.errors import AgentError
from hazard.core.registry import agents, resolve
from hazard.mines.level import Level


def watched(agent: str = "mines/exact", level: str = "beginner", seed: int = 4) -> Watched:
    return Watched(Level.parse(level), seed, resolve(agent, "mines"))


def agent_file(folder: Path, body: str) -> str:
    path = folder / "bot.py"
    path.write_text(f"import numpy as np\nfrom hazard.mines.views import Decisions\nclass Bot:\n{body}\n")
    return str(path)


def test_space_steps_and_stops_the_agent_a_lets_it_go_on() -> None:
    state = WatchState()
    assert press(state, None) == (state, None)
    going, wish = press(state, "a")
    assert wish is None
    assert press(going, None) == (going, "step")
    assert press(going, "space") == (state, "step")


def test_the_pace_stays_within_the_table() -> None:
    state = WatchState()
    for _ in range(20):
        state = press(state, "+")[0]
    assert state.pause == PAUSES[-1]
    for _ in range(20):
        state = press(state, "-")[0]
    assert state.pause == PAUSES[0]


@pytest.mark.parametrize("row", agents("mines"), ids=lambda row: row.name)
def test_every_listed_agent_can_be_watched_to_the_end(row: object) -> None:
    name: str = row.name  # type: ignore[attr-defined]
    plays = getattr(resolve(name, "mines").make(), "levels", ()) if "dense" in name else ()
    game = watched(name, (*plays, "beginner")[0])
    for _ in range(81):
        if game.over:
            break
        chosen = game.chosen
        game.step()
        assert chosen == game.last
    assert game.won + game.lost == 1
    assert "n deals the next game" in render(WatchState(), game, (24, 80), FANCY).plain


@pytest.mark.parametrize("room", [(24, 80), (40, 120), (10, 36)])
def test_the_picture_fits_and_marks_the_cell_that_comes_next(room: tuple[int, int]) -> None:
    game = watched(level="expert")
    for _ in range(3):
        shown = render(WatchState(), game, room, FANCY).plain.split("\n")
        assert len(shown) <= room[0]
        assert all(len(line) <= room[1] for line in shown)
        assert any("[" in line for line in shown)
        game.step()


def test_values_that_are_no_risks_are_drawn_as_ranks(tmp_path: Path) -> None:
    body = """    def choose(self, views):
        values = np.arange(views.cells.size, dtype=np.float32).reshape(views.cells.shape)
        return Decisions(np.zeros(len(views), np.int32), values, "score")"""
    game = watched(agent_file(tmp_path, body), "3x4/1")
    shown = render(WatchState(), game, (24, 80), FANCY).plain
    assert "[<1]" in shown
    assert "99" in shown


def test_an_agent_that_fails_is_named_with_its_decision(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"bot.py, decision 0: .*boom \(bot.py, line 4\)"):
        watched(agent_file(tmp_path, "    def choose(self, views): raise RuntimeError('boom')"))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("None", "choose returned NoneType"),
        ("views.cells[:, 0, 0]", "choose returned ndarray"),
        ("[]", "choose returned 0 lists of actions for 1 views"),
        ("Decisions(np.zeros(0, np.int32))", "choose returned 0 decisions for 1 views"),
        ("Decisions(np.zeros(1, np.int32), np.zeros((1, 1, 81), np.float32))", "values has shape"),
    ],
)
def test_an_answer_of_the_wrong_shape_is_told_as_in_a_match(tmp_path: Path, answer: str, told: str) -> None:
    with pytest.raises(AgentError, match=rf"bot.py, decision 0: DecisionError: .*{told}"):
        watched(agent_file(tmp_path, f"    def choose(self, views): return {answer}"))


def test_an_illegal_decision_is_named(tmp_path: Path) -> None:
    body = "    def choose(self, views): return Decisions(np.full(len(views), 99999, np.int32))"
    game = watched(agent_file(tmp_path, body))
    with pytest.raises(AgentError, match="decision 0"):
        game.step()
