"""Blocks of games: both ways of playing agree, and an agent's faults cost its own games only."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from hazard.core.errors import BadInput, LayoutError
from hazard.core.registry import agents, resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.agent import MinesAgent, PositionAgent
from hazard.mines.agents.exact import Exact
from hazard.mines.agents.random import Random
from hazard.mines.agents.rules import Rules
from hazard.mines.first import first_cells
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.playing import Outcomes, play_block
from hazard.mines.views import Action, Decisions, View, Views

NAMES = [row.name for row in agents("mines") if row.native]
BLOCK = 256


def play(
    agent: Any, level: Level, games: int, first: str = "default", start: int = 0, **options: Any
) -> Outcomes:
    seeds, agent_seeds = game_seeds(1, start, games)
    return play_block(agent, level, seeds, agent_seeds, first_cells(first, level, seeds), **options)


def assert_same(one: Outcomes, other: Outcomes) -> None:
    for name in ("status", "opened", "decisions", "guesses"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert one.records == other.records


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("level", "rule", "first", "blocks"),
    [
        ("beginner", "open", "default", 40),  # 10,000 games
        ("beginner", "safe", "agent", 4),
        ("beginner", "any", "random", 4),
        ("expert", "open", "default", 1),
        ("expert", "safe", "agent", 1),
        ("3x20/12", "safe", "agent", 2),
    ],
)
def test_an_agent_and_its_native_policy_play_move_for_move_the_same(
    name: str, level: str, rule: str, first: str, blocks: int
) -> None:
    agent, size = resolve(name, "mines"), Level.parse(level, rule)
    for block in range(blocks):
        options: dict[str, Any] = {
            "first": first,
            "start": block * BLOCK,
            "record": True,
            "count_guesses": block < 4,
        }
        native = play(agent, size, BLOCK, **options)
        assert_same(native, play(agent, size, BLOCK, native=False, **options))


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("level", "rule"), [("expert", "open"), ("expert", "safe"), ("intermediate", "open")]
)
def test_they_agree_on_10_000_large_games(name: str, level: str, rule: str) -> None:
    agent, size = resolve(name, "mines"), Level.parse(level, rule)
    for start in range(0, 10_000, 500):
        options: dict[str, Any] = {"start": start, "record": True, "count_guesses": True}
        assert_same(play(agent, size, 500, **options), play(agent, size, 500, native=False, **options))


@pytest.mark.parametrize("name", NAMES)
def test_threads_and_blocks_change_nothing(name: str) -> None:
    agent, level = resolve(name, "mines"), Level.parse("beginner", "safe")
    whole = play(agent, level, 60, record=True, count_guesses=True, threads=3)
    assert whole.records is not None
    for start, games in ((0, 7), (7, 50), (57, 3)):
        for native in (True, False):
            part = play(agent, level, games, start=start, record=True, count_guesses=True, native=native)
            assert part.records == whole.records[start : start + games]
            assert np.array_equal(part.guesses, whole.guesses[start : start + games])


@pytest.mark.parametrize("native", [True, False])
def test_records_replay_to_the_outcome(native: bool) -> None:
    outcomes = play(resolve("exact", "mines"), Level.parse("beginner"), 50, record=True, native=native)
    assert outcomes.records is not None
    for game, record in enumerate(outcomes.records):
        again = Game.from_record(record)
        assert again.status == outcomes.status[game]
        assert (again.cells >= 0).sum() == outcomes.opened[game]
        assert len(record.decisions) == outcomes.decisions[game]
        assert (record.agent, record.first) == ("mines/exact", (2, 2))


@pytest.mark.parametrize("native", [True, False])
def test_given_layouts_are_played(native: bool) -> None:
    rng = np.random.default_rng(4)
    layouts = [
        Layout.from_mask((rng.permutation(81) < 10).reshape(9, 9))
        for _ in range(30)
    ]  # fmt: skip
    level = Level.parse("beginner", "any")
    outcomes = play(
        resolve("exact", "mines"), level, 30, "corner", layouts=layouts, record=True, native=native
    )
    assert outcomes.records is not None
    for layout, record, status in zip(layouts, outcomes.records, outcomes.status.tolist(), strict=True):
        assert record.layout == layout.mines
        assert record.seed is None
        assert Game.from_record(record).status == status
        if (0, 0) in layout.mines:
            assert (status, record.decisions) == (Status.LOST, ())


def test_layouts_of_another_level_are_refused() -> None:
    layouts = [Layout(2, 2, ((0, 0), (0, 1))), Layout(2, 2, ((0, 0),))]
    with pytest.raises(LayoutError, match="layout 1 is 2x2/1, not 2x2/2"):
        play(Random(), Level.parse("2x2/2", "any"), 2, layouts=layouts)


def test_a_first_cell_off_the_board_is_refused() -> None:
    seeds = np.zeros(1, np.uint64)
    with pytest.raises(BadInput, match="a first cell is outside the 4x4 board"):
        play_block(Random(), Level.parse("tiny4"), seeds, seeds, np.array([16], np.int32))
    with pytest.raises(ValueError, match="one seed, agent seed, first cell"):
        play_block(Random(), Level.parse("tiny4"), seeds, seeds, np.array([0, 0], np.int32))


@pytest.mark.parametrize("native", [True, False])
def test_a_block_of_no_games(native: bool) -> None:
    assert len(play(resolve("exact", "mines"), Level.parse("tiny4"), 0, record=True, native=native)) == 0


def test_a_guess_is_a_decision_that_opens_a_cell_which_is_not_certainly_safe() -> None:
    outcomes = play(resolve("random", "mines"), Level.parse("beginner"), 200, count_guesses=True)
    assert (outcomes.guesses <= outcomes.decisions).all()
    assert (outcomes.guesses[outcomes.status == Status.LOST] >= 1).all()
    exact = play(resolve("exact", "mines"), Level.parse("beginner"), 200, count_guesses=True)
    assert exact.guesses.mean() < 1
    assert (play(resolve("exact", "mines"), Level.parse("beginner"), 5).guesses == -1).all()


def test_exact_tells_its_risks() -> None:
    level = Level.parse("beginner")
    cells = np.full((1, 9, 9), -1, np.int8)
    cells[0, 2, 2] = 3
    decisions = Exact().choose(Views(level, cells, np.zeros(1, np.int32), np.zeros(1, np.uint64)))
    assert decisions.meaning == "risk"
    assert decisions.values is not None
    assert decisions.values[0, 1, 1] == pytest.approx(3 / 8)
    assert np.isnan(decisions.values[0, 2, 2])


# Agents with faults. Each game's agent seed tells which games go wrong.


def odd(view: View) -> bool:
    return view.seed % 2 == 1


class Faulty(PositionAgent):
    """Plays random cells, but in games of odd seeds does `fault` at its second decision."""

    def __init__(self, fault: Callable[[View], Any]) -> None:
        self.fault = fault

    def choose_one(self, view: View) -> Any:
        if odd(view) and view.moves == 1:
            return self.fault(view)
        return int(Random().choose(Views(view.level, view.cells[None], *arrays_of(view))).cells[0])


def arrays_of(view: View) -> tuple[Any, Any]:
    return np.array([view.moves], np.int32), np.array([view.seed], np.uint64)


def raises(view: View) -> int:
    raise RuntimeError("I am\nlost")


def leaves(view: View) -> int:
    raise SystemExit(3)


def writes(view: View) -> int:
    view.cells[0, 0] = 0
    return 0


def an_open_cell(view: View) -> int:
    return int(np.flatnonzero(view.cells >= 0)[0])


@pytest.mark.parametrize(
    ("fault", "status", "message"),
    [
        (raises, Status.ERROR, r"RuntimeError: I am lost \(test_playing\.py, line \d+\)"),
        (leaves, Status.ERROR, r"SystemExit: 3"),
        (writes, Status.ERROR, r"ValueError: assignment destination is read-only"),
        (lambda view: "x", Status.ERROR, "DecisionError: choose_one returned 'x'"),
        (lambda view: 1.5, Status.ERROR, "DecisionError: choose_one returned 1.5"),
        (an_open_cell, Status.ILLEGAL, r"cell \(\d+, \d+\) is already open"),
        (lambda view: 81, Status.ILLEGAL, "cell 81 is outside the 9x9 board"),
        (lambda view: -5, Status.ILLEGAL, "cell -2 is outside the 9x9 board"),
        (lambda view: -1, Status.ILLEGAL, "the decision names no cell"),
        (lambda view: [], Status.ILLEGAL, "the decision names no cell"),
        (lambda view: [("open", 81)], Status.ILLEGAL, "cell 81 is outside the 9x9 board"),
        (
            lambda view: [("unflag", int(np.flatnonzero(view.cells < 0)[0]))],
            Status.ILLEGAL,
            "cannot unflag cell",
        ),
        (lambda view: [("dig", 0)], Status.ERROR, r"DecisionError: action \('dig', 0\)"),
    ],
)
def test_a_fault_ends_its_own_games_only_and_says_why(
    fault: Callable[[View], Any], status: Status, message: str
) -> None:
    import re

    level = Level.parse("9x9/5", "safe")
    seeds, agent_seeds = game_seeds(1, 0, 60)
    first = first_cells("default", level, seeds)
    outcomes = play_block(Faulty(fault), level, seeds, agent_seeds, first, record=True, count_guesses=True)
    good = play_block(Random(), level, seeds, agent_seeds, first, count_guesses=True)
    assert outcomes.records is not None
    reached = (agent_seeds % 2 == 1) & (good.decisions > 1)
    assert 10 < reached.sum() < 50
    assert np.array_equal(outcomes.status[~reached], good.status[~reached])
    assert np.array_equal(outcomes.guesses[~reached], good.guesses[~reached])
    for game in range(60):
        said = outcomes.messages[game]
        if reached[game]:
            assert outcomes.status[game] == status
            assert outcomes.decisions[game] == 1
            assert said is not None
            assert re.match(message, said), said
            assert "\n" not in said
            assert outcomes.records[game].status == status.name
            Game.from_record(outcomes.records[game])
        else:
            assert said is None


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (None, "DecisionError: choose returned NoneType"),
        (Decisions(np.zeros(7, np.int32)), "DecisionError: choose returned 7 decisions for 1 views"),
        ([[("open", 1)]] * 3, "DecisionError: choose returned 3 lists of actions for 1 views"),
    ],
)
def test_an_answer_for_the_wrong_number_of_games_is_an_error(answer: Any, message: str) -> None:
    class Wrong:
        def choose(self, views: Views) -> Any:
            return answer

    outcomes = play(Wrong(), Level.parse("tiny5", "any"), 4, "agent")
    assert (outcomes.status == Status.ERROR).all()
    assert all(said and said.startswith(message) for said in outcomes.messages)


def test_an_illegal_decision_opens_nothing() -> None:
    class Greedy:
        def choose(self, views: Views) -> Decisions:
            return Decisions(np.tile(np.array([0, 1, 99], np.int32), (len(views), 1)))

    outcomes = play(Greedy(), Level.parse("5x5/1", "any"), 20, "agent")
    assert (outcomes.status == Status.ILLEGAL).all()
    assert (outcomes.opened == 0).all()


def test_a_list_of_actions_is_carried_out_up_to_the_first_illegal_one() -> None:
    class Hasty:
        def choose(self, views: Views) -> list[list[Action]]:
            return [[("open", 0), ("flag", 99), ("open", 8)]] * len(views)

    layout = Layout(3, 3, ((1, 1),))
    outcomes = play(Hasty(), layout.level(), 1, "agent", layouts=[layout], record=True)
    assert outcomes.records is not None
    assert (outcomes.status[0], outcomes.opened[0]) == (Status.ILLEGAL, 1)
    assert outcomes.records[0].decisions == ("0,0",)


def test_several_cells_are_opened_in_order_and_what_a_flood_opened_is_skipped() -> None:
    class All:
        def choose(self, views: Views) -> Decisions:
            return Decisions(np.tile(np.arange(9, dtype=np.int32), (len(views), 1)))

    layout = Layout(3, 3, ((2, 2),))
    outcomes = play(All(), layout.level(), 1, "agent", layouts=[layout], record=True, count_guesses=True)
    assert outcomes.records is not None
    assert outcomes.records[0].decisions == ("0,0",)  # the rest opened by itself, and the game was won
    assert (outcomes.won[0], outcomes.decisions[0], outcomes.guesses[0]) == (True, 1, 1)


class Flagger(PositionAgent):
    """Flags what the rules know to be mines, chords what it can, and opens one random cell otherwise."""

    def choose_one(self, view: View) -> list[Action]:
        from hazard.mines.deduction import MINE, counting_rules

        views = Views(view.level, view.cells[None], *arrays_of(view))
        mines = (counting_rules(view.cells[None])[0] == MINE) & (view.cells == -1)
        actions: list[Action] = [("flag", cell) for cell in np.flatnonzero(mines).tolist()]
        return actions or [("open", int(Rules().choose(views).cells[0, 0]))]


def test_an_agent_may_flag_and_its_games_replay() -> None:
    level = Level.parse("beginner", "safe")
    outcomes = play(Flagger(), level, 40, record=True, count_guesses=True)
    assert outcomes.records is not None
    assert outcomes.won.sum() > 15
    for record, status in zip(outcomes.records, outcomes.status.tolist(), strict=True):
        assert Game.from_record(record).status == status
    assert any("f" in move for record in outcomes.records for move in record.decisions)


def test_a_chord_is_one_decision_and_a_guess_where_what_it_opens_is_uncertain() -> None:
    layout = Layout(3, 5, ((0, 3), (2, 0)))

    class Chorder:
        def __init__(self, *decisions: list[Action]) -> None:
            self.decisions = decisions

        def choose(self, views: Views) -> list[list[Action]]:
            return [self.decisions[move] for move in views.moves.tolist()]

    def outcome(flag: int) -> Outcomes:
        agent = Chorder([("open", 7)], [("flag", flag), ("chord", 7)], [("flag", 99)])
        return play(agent, layout.level(), 1, "agent", layouts=[layout], record=True, count_guesses=True)

    right, wrong = outcome(3), outcome(2)
    assert right.records is not None
    assert right.records[0].decisions[:2] == ("1,2", "f0,3 c1,2")
    assert (right.status[0], right.guesses[0]) == (Status.ILLEGAL, 2)
    assert (wrong.status[0], wrong.guesses[0], wrong.decisions[0]) == (Status.LOST, 2, 2)


def test_an_agent_that_flags_for_ever_is_left_alone() -> None:
    class Restless:
        def choose(self, views: Views) -> list[list[Action]]:
            kinds: Iterator[Action] = (("unflag", 0) if move % 2 else ("flag", 0) for move in views.moves)
            return [[action] for action in kinds]

    outcomes = play(Restless(), Level.parse("tiny4", "any"), 3, "agent")
    assert (outcomes.status == Status.UNFINISHED).all()
    assert outcomes.messages[0] == "not finished after 128 decisions"


def test_time_is_shared_among_the_games_that_ran() -> None:
    outcomes = play(Exact(), Level.parse("beginner"), 30)
    assert (outcomes.seconds[outcomes.decisions > 0] > 0).all()


def test_outcomes_travel_between_processes() -> None:
    outcomes = play(resolve("rules", "mines"), Level.parse("tiny5", "safe"), 5, record=True)
    assert_same(pickle.loads(pickle.dumps(outcomes)), outcomes)


def test_table_agents_fit_the_protocol() -> None:
    made: list[MinesAgent] = [resolve(name, "mines").make() for name in NAMES]
    assert [type(agent).__name__ for agent in made] == ["Random", "Rules", "Equations", "Exact"]


@pytest.mark.parametrize("name", NAMES)
def test_decisions_depend_on_neither_company_nor_order(name: str) -> None:
    rng = np.random.default_rng(6)
    level = Level.parse("beginner", "safe")
    played = play(resolve(name, "mines"), level, 40, record=True)
    assert played.records is not None
    games = [Game.from_record(record) for record in played.records]
    for game in games:
        game.undo()
    cells = np.array([game.cells for game in games if game.status == Status.UNFINISHED])
    count = len(cells)
    seeds = rng.integers(0, 2**63, count).astype(np.uint64)
    views = Views(level, cells, np.arange(count, dtype=np.int32), seeds)
    agent = resolve(name, "mines").make()
    together = agent.choose(views).cells.reshape(count, -1)
    order = rng.permutation(count)
    shuffled = agent.choose(views[order]).cells.reshape(count, -1)
    for place, row in enumerate(order.tolist()):
        alone = agent.choose(views[np.array([row])]).cells.reshape(-1)
        for answer in (shuffled[place], together[row]):
            assert answer[answer >= 0].tolist() == alone[alone >= 0].tolist()
