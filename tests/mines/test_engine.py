"""The native engine plays by the rules: compared with plain Python move by move, on any number of threads."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hazard.core.errors import CellError, IllegalMove, LayoutError
from hazard.core.status import Status
from hazard.mines.boards import Boards
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.views import ActionKind
from tests.mines.reference import FLAGGED, SlowGame

# Small, wide, tall, one line, crowded, empty, and wide enough for each of the engine's bit sizes.
LEVELS = [
    "tiny4",
    "tiny5",
    "beginner",
    "expert",
    "1x12/3",
    "9x1/0",
    "3x20/40",
    "24x5/20",
    "60x60/500",
    "2x2/0",
]
LEVELS_AND_RULES = [Level.parse(text, rule) for text in LEVELS for rule in ("open", "safe", "any")]
SEEDS = np.array([0, 1, 2**64 - 1, 77, 2**63], np.uint64)


def slow(level: Level, seed: int) -> SlowGame:
    return SlowGame(level.rows, level.cols, level.mines, level.rule, seed)


def random_move(dice: random.Random, game: SlowGame, cells: list[int]) -> tuple[ActionKind, int]:
    """Mostly legal moves, true and false flags among them; `cells` is what the engine shows."""
    kind: ActionKind = dice.choice(["open", "open", "flag", "unflag", "chord", "chord"])
    if kind == "flag" and game.mines and dice.random() < 0.8:
        return kind, dice.choice(sorted(game.mines))
    candidates = {
        "open": [i for i, code in enumerate(cells) if code == -1 and i not in (game.mines or ())],
        "unflag": [i for i, code in enumerate(cells) if code == FLAGGED],
        "chord": [i for i, code in enumerate(cells) if code > 0],
    }.get(kind)
    if not candidates or dice.random() < 0.1:
        return kind, dice.randrange(len(cells))
    return kind, dice.choice(candidates)


@pytest.mark.parametrize("level", LEVELS_AND_RULES, ids=lambda level: f"{level}-{level.rule}")
def test_every_move_does_what_the_rules_say(level: Level) -> None:
    for seed in SEEDS.tolist():
        dice = random.Random(seed)
        boards, reference = Boards(level, 1), slow(level, seed)
        boards.deal(np.array([seed], np.uint64))
        for _ in range(120):
            kind, cell = random_move(dice, reference, boards.cells[0].ravel().tolist())
            legal = getattr(reference, kind)(cell)
            if legal:
                boards.act(0, kind, cell)
            else:
                with pytest.raises(IllegalMove):
                    boards.act(0, kind, cell)
            assert boards.cells[0].ravel().tolist() == reference.cells
            assert Status(int(boards.status[0])).name == reference.status
            assert boards.covered[0].ravel().tolist() == [code == -1 for code in reference.cells]
            assert int(boards.opened[0]) == sum(code >= 0 for code in reference.cells)
        if reference.mines is not None:
            assert set(np.flatnonzero(boards.layout(0)).tolist()) == reference.mines


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("rule", ["open", "safe", "any"])
def test_many_boards_at_once_are_the_same_games(rule: str, threads: int) -> None:
    level = Level.parse("beginner", rule)
    seeds = np.arange(200, dtype=np.uint64) * np.uint64(0x123456789ABCDEF)
    boards = Boards(level, len(seeds), threads=threads)
    boards.deal(seeds)
    references = [slow(level, seed) for seed in seeds.tolist()]
    dice = random.Random(5)
    while (boards.status == 0).any():
        actions = np.array([dice.randrange(-1, level.area) for _ in references], np.int32)
        boards.open(actions)
        for reference, cell in zip(references, actions.tolist(), strict=True):
            if cell >= 0:
                reference.open(cell)
        assert boards.cells.reshape(len(seeds), -1).tolist() == [game.cells for game in references]
    assert [Status(code).name for code in boards.status.tolist()] == [game.status for game in references]


def test_a_game_is_the_same_as_object_and_as_board() -> None:
    level = Level.parse("intermediate", "safe")
    for seed in range(20):
        game, boards = Game(level, seed), Boards(level, 3)
        boards.deal(np.array([9, seed, 11], np.uint64))
        for cell in random.Random(seed).sample(range(level.area), 60):
            row, col = divmod(cell, level.cols)
            if game.status == Status.UNFINISHED and game.cells[row, col] == -1:
                game.open(row, col)
            boards.open(np.array([-1, cell, -1], np.int32))
            assert np.array_equal(boards.cells[1], game.cells)
            assert boards.status[1] == game.status


@pytest.mark.parametrize("threads", [1, 3])
def test_stepping_deals_finished_boards_afresh_and_says_how_they_ended(threads: int) -> None:
    level = Level.parse("tiny5", "safe")
    boards = Boards(level, 64, threads=threads)
    boards.deal(np.arange(64, dtype=np.uint64))
    wins = losses = 0
    for _ in range(300):
        before = boards.cells.copy()
        boards.step(boards.draw())
        over = boards.finished != 0
        wins += int((boards.finished == Status.WON).sum())
        losses += int((boards.finished == Status.LOST).sum())
        assert (boards.status == 0).all()
        assert (boards.cells[over] == -1).all()
        assert (boards.opened == (boards.cells >= 0).sum(axis=(1, 2))).all()
        assert ((boards.cells[~over] >= 0) >= (before[~over] >= 0)).all()
    assert wins > 50
    assert losses > 500


def test_a_run_of_steps_is_a_function_of_the_seeds_alone() -> None:
    def run(threads: int) -> list[bytes]:
        boards = Boards(Level.parse("beginner"), 50, threads=threads)
        boards.deal(np.arange(50, dtype=np.uint64))
        seen: list[bytes] = []
        for _ in range(200):
            boards.step(boards.draw())
            seen.append(boards.cells.tobytes() + boards.finished.tobytes())
        return seen

    assert run(1) == run(3)


def test_drawing_is_uniform_over_what_may_be_opened() -> None:
    boards = Boards(Level.parse("3x3/1", "safe"), 20_000)
    boards.deal(np.arange(20_000, dtype=np.uint64))
    counts = np.bincount(boards.draw(), minlength=9)
    # 8 degrees of freedom: a right program exceeds 45 less than once in 100,000 times.
    assert ((counts - 20_000 / 9) ** 2 / (20_000 / 9)).sum() < 45


def test_nothing_is_drawn_that_cannot_be_opened() -> None:
    boards = Boards(Level.parse("tiny4", "safe"), 3)
    boards.deal(np.arange(3, dtype=np.uint64))
    for cell in range(15):
        boards.act(0, "flag", cell)
    boards.open(np.array([-1, 0, -1], np.int32))
    mine = int(np.flatnonzero(boards.layout(1))[0])
    boards.open(np.array([-1, mine, -1], np.int32))
    drawn = boards.draw()
    assert drawn[0] == 15
    assert drawn[1] == -1
    assert drawn[2] >= 0


@pytest.mark.parametrize("first", [(0, 0), (3, 3), (8, 4)])
def test_first_click_never_hits_a_mine_under_safe_and_opens_a_zero_under_open(first: tuple[int, int]) -> None:
    cell = np.full(2000, first[0] * 9 + first[1], np.int32)
    for text, rule, fine in (
        ("9x9/80", "safe", lambda seen: seen >= 0),
        ("9x9/72", "open", lambda seen: seen == 0),
    ):
        boards = Boards(Level.parse(text, rule), len(cell))
        boards.deal(np.arange(len(cell), dtype=np.uint64))
        boards.open(cell)
        assert fine(boards.cells[:, first[0], first[1]]).all()
        assert (boards.layout(0).sum(), boards.layout(1999).sum()) == (boards.level.mines,) * 2


def test_under_any_the_first_click_hits_as_often_as_mines_are_dense() -> None:
    boards = Boards(Level.parse("9x9/27", "any"), 20_000)
    boards.deal(np.arange(20_000, dtype=np.uint64))
    boards.open(np.zeros(20_000, np.int32))
    lost = int((boards.status == Status.LOST).sum())
    assert abs(lost - 20_000 / 3) < 4.5 * (20_000 * 2 / 9) ** 0.5  # beyond 4.5 sigma once in 100,000 times


@pytest.mark.parametrize("rule", ["open", "safe", "any"])
def test_layouts_are_uniform_given_the_rule(rule: str) -> None:
    # 3x4 with 2 mines, first cell in a corner: few enough layouts to count each.
    level = Level.parse("3x4/2", rule) if rule != "open" else Level.parse("3x5/2", rule)
    games = 40_000
    boards = Boards(level, games)
    boards.deal(np.arange(games, dtype=np.uint64))
    boards.open(np.zeros(games, np.int32))
    allowed = {"open": level.area - 4, "safe": level.area - 1, "any": level.area}[rule]
    possible = allowed * (allowed - 1) // 2
    seen: dict[bytes, int] = {}
    for board in range(games):
        layout = boards.layout(board).tobytes()
        seen[layout] = seen.get(layout, 0) + 1
    assert len(seen) == possible
    expected = games / possible
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    # Wilson and Hilferty: 4.5 sigma above the mean, once in 100,000 times for a right program.
    degrees = possible - 1
    assert chi_square < degrees * (1 - 2 / (9 * degrees) + 4.5 * (2 / (9 * degrees)) ** 0.5) ** 3


def test_agents_with_different_first_clicks_share_nearly_the_whole_layout() -> None:
    level = Level.parse("expert", "open")
    boards = Boards(level, 2)
    shared: list[int] = []
    for seed in range(50):
        boards.deal(np.array([seed, seed], np.uint64))
        boards.open(np.array([0, 8 * 30 + 15], np.int32))
        shared.append(int((boards.layout(0) & boards.layout(1)).sum()))
    assert min(shared) >= 99 - 13  # at most 4 and 9 mines have to move


def test_the_caller_owns_the_arrays() -> None:
    level = Level.parse("beginner")
    buffer = np.full((3, 10, 9, 9), 7, np.int8)
    covered = np.zeros((10, 9, 9), np.bool_)
    boards = Boards(level, 10, cells=buffer[1], covered=covered)
    boards.deal(np.arange(10, dtype=np.uint64))
    assert (buffer[1] == -1).all()
    assert covered.all()
    boards.open(boards.draw())
    assert boards.cells is not None
    assert (buffer[1] >= 0).any()
    assert (buffer[[0, 2]] == 7).all()
    assert np.array_equal(covered, buffer[1] == -1)


@pytest.mark.parametrize(
    "bad",
    [np.zeros((10, 9, 9), np.int16), np.zeros((9, 9, 9), np.int8), np.zeros((10, 9, 18), np.int8)[:, :, ::2]],
    ids=["type", "shape", "strides"],
)
def test_an_array_that_cannot_be_written_in_place_is_refused(bad: np.ndarray) -> None:
    with pytest.raises(
        ValueError, match=r"cells is int\d+\[.*it must be a writeable, C-contiguous int8\[10, 9, 9\]"
    ):
        Boards(Level.parse("beginner"), 10, cells=bad)


def test_actions_off_the_board_are_refused() -> None:
    boards = Boards(Level.parse("tiny4"), 2)
    with pytest.raises(CellError, match="cell 16 is outside the 4x4 board"):
        boards.act(0, "open", 16)
    for actions in (np.array([16, 0], np.int32), np.array([-2, 0], np.int32), np.array([0], np.int32)):
        with pytest.raises(ValueError, match=r"off the board|\[n\]"):
            boards.open(actions)


def test_a_layout_of_another_level_is_refused() -> None:
    boards = Boards(Level.parse("tiny4"), 1)
    with pytest.raises(LayoutError, match="5x5 cells does not fit boards of 4x4/2"):
        boards.deal_layout(0, Layout(5, 5, ((0, 0), (1, 1))))
    with pytest.raises(LayoutError, match="1 mines does not fit boards of 4x4/2"):
        boards.deal_layout(0, Layout(4, 4, ((0, 0),)))


def test_the_layout_of_a_game_that_has_not_begun_is_not_known() -> None:
    with pytest.raises(ValueError, match="not fixed"):
        Boards(Level.parse("tiny4"), 1).layout(0)
