"""The course's AI that judges by a network: it does what is described, and what networks are told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hazard.core.registry import ResolvedAgent, agents, resolve
from hazard.dice import native
from hazard.dice.agents.course_net import AS_WRITTEN, BY_NETWORK, PARTS, part
from hazard.dice.playing import Block, play_block
from hazard.dice.record import steps
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds
from hazard.dice.views import View, Views
from tests.dice.real_games import real_views
from tests.dice.reference_course_net import Habits, Judge, Owned, by_hand, command_of
from tests.dice.reference_players import Board

FORMS = {
    "course-net": Habits(),
    "course-net-authors": Habits(far=False),
    "course-net, no transfers": Habits(front=False, evacuates=False),
    "course-net, front only": Habits(evacuates=False),
    "course-net, evacuation only": Habits(front=False),
    "course-net, no reply": Habits(replies=0),
    "course-net, two replies": Habits(replies=2),
    "course-net, three replies": Habits(replies=3),
    "course-net, careful while small": Habits(care="small"),
    "course-net, careful once large": Habits(care="large"),
}
FOUR = Rules()


@pytest.fixture(scope="module")
def positions() -> list[View]:
    """Positions that games have, early and late."""
    found = real_views(FOUR, 12, 0.05, 8)
    return [view for views in found[::3] for view in views][:90]


def chosen(policy: str, view: View) -> list[int]:
    number = native.policies().index(policy)
    return native.choose(number, one(view).native)[0].tolist()


def one(view: View, **changed: object) -> Views:
    """A view as Views of one row."""
    arrays = {
        name: np.asarray(getattr(view, name))[np.newaxis]
        for name in ("neighbours", "owners", "dice", "reserves")
    }
    counts = {
        "player": np.array([view.player], np.int8),
        "transfers": np.array([view.transfers], np.int8),
        "commands": np.array([view.commands], np.int32),
        "turns": np.array([view.turns], np.int32),
        "moves": np.array([view.moves], np.int32),
        "seeds": np.array([view.seed], np.uint64),
    }
    return Views(view.rules, **(arrays | counts | changed))  # pyright: ignore[reportArgumentType]


def by_network(view: View, name: str) -> Judge:
    """A judge that asks the core's network about boards on the map of the view."""

    def judge(boards: list[Owned], player: int) -> list[float]:
        many = np.repeat(np.asarray(view.neighbours)[np.newaxis], len(boards), axis=0)
        n = len(boards)
        views = Views(
            view.rules,
            many,
            np.array([owners for owners, _ in boards], np.int8),
            np.array([dice for _, dice in boards], np.int8),
            np.zeros((n, 4), np.int16),
            np.full(n, player, np.int8),
            *(np.zeros(n, kind) for kind in (np.int8, np.int32, np.int32, np.int32, np.uint64)),  # pyright: ignore[reportArgumentType]
        )
        return native.outcomes(name, views.native)[:, player].tolist()

    return judge


@pytest.mark.parametrize("policy", FORMS)
def test_a_form_commands_what_its_description_says(policy: str, positions: list[View]) -> None:
    name = AS_WRITTEN if policy == AS_WRITTEN else BY_NETWORK
    wrong = [
        (list(told), done)
        for view in positions
        if (told := command_of(Board(view), by_network(view, name), FORMS[policy]))
        != tuple(done := chosen(policy, view))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("policy", "rules"),
    [
        ("course-net-by-hand", FOUR),
        ("course-net-by-hand", Rules(players=2)),
        (BY_NETWORK, Rules(players=2)),
        (BY_NETWORK, Rules(players=6, areas=20)),
        (BY_NETWORK, Rules(areas=20)),
    ],
    ids=str,
)
def test_other_tables_are_judged_by_hand(policy: str, rules: Rules) -> None:
    views = [view for found in real_views(rules, 6, 0.1, 3)[::4] for view in found][:60]
    for view in views:
        board = Board(view)
        assert list(command_of(board, by_hand(board), Habits())) == chosen(policy, view)


def test_every_native_form_is_of_the_table_or_a_part() -> None:
    forms = {name for name in native.policies() if name.startswith("course-net")}
    listed = {row.native for row in agents("dice") if row.native and row.native.startswith("course-net")}
    assert forms == listed | set(PARTS)


def test_the_authors_form_tries_attacks_on_the_board_of_the_beginning() -> None:
    """In whole games: its commands are those of the description that is given the first position."""
    names = ["dice/course-net-authors", "dice/kb.sdc_pre_at", "dice/dt.stei", "dice/kb.stei_adt"]
    seeds = np.array([table_seeds(21, number, 0, 4) for number in range(2)])
    seats = np.array([np.roll(range(4), number) for number in range(2)], np.intp)
    outcomes = play_block([resolve(name, "dice") for name in names], Block(FOUR, seeds, seats), record=True)
    assert outcomes.records is not None
    stale = current = asked = 0
    for number, record in enumerate(outcomes.records):
        position = record.beginning()
        beginning = (position.owners.tolist(), position.dice.tolist())
        own = [step for step in steps(record) if step.before.player == number]
        for before, event, _ in own[:80]:
            board, judge = Board(before.view), by_network(before.view, AS_WRITTEN)
            asked += 1
            stale += event.command == command_of(board, judge, Habits(far=False), beginning)
            current += event.command == command_of(board, judge, Habits(far=False))
    assert stale == asked > 50
    assert current < asked


def test_parts_play_whole_games_natively() -> None:
    found = [ResolvedAgent(f"dice/{name}", part(name)) for name in PARTS]
    seeds = np.array([table_seeds(22, number, 0, 4) for number in range(len(found))])
    seats = (np.arange(4) + np.arange(len(found))[:, np.newaxis]) % len(found)
    outcomes = play_block(found, Block(FOUR, seeds, seats.astype(np.intp)))
    assert (outcomes.winner >= 0).sum() > len(found) // 2


def test_inputs_are_adjacency_owners_dice_and_largest_regions(positions: list[View]) -> None:
    for view in positions[:20]:
        inputs = native.outcome_inputs(one(view).native)[0]
        touching = [float(b in view.around(a)) for a in range(34) for b in range(a + 1, 34)]
        assert inputs[:561].tolist() == touching
        assert inputs[561:629:2].tolist() == (view.owners + 1).tolist()
        assert inputs[562:629:2].tolist() == view.dice.tolist()
        board = Board(view)
        assert inputs[629:].tolist() == [len(region_of(board, player)) for player in range(4)]


def region_of(board: Board, player: int) -> list[int]:
    """One of a player's largest regions."""
    left, best = {area for area, owner in enumerate(board.owners) if owner == player}, list[int]()
    while left:
        region = [left.pop()]
        for area in region:
            near = {other for other in board.beside[area] if other in left}
            left -= near
            region += near
        best = max(best, region, key=len)
    return best


def test_a_missing_network_says_which_file_is_not_there(tmp_path: Path, positions: list[View]) -> None:
    folder = Path(native.__file__).parent / "nets" / "weights"
    native.set_network_folder(str(tmp_path))
    try:
        with pytest.raises(RuntimeError, match=r"course-net\.f32 is not there, or holds no network"):
            native.outcomes(BY_NETWORK, one(positions[0]).native)
    finally:
        native.set_network_folder(str(folder))
    assert native.outcomes(BY_NETWORK, one(positions[0]).native).sum() == pytest.approx(1)
