"""A game: its moves, what it refuses, undo, the hidden layout, its record."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard.core.errors import BadInput, CellError, IllegalMove, RecordError
from hazard.core.records import read_lines, write_lines
from hazard.core.status import Status
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.record import Record
from hazard.mines.views import Action

# . . . * .
# . . . . .
# * . . . .
MINES = Layout(3, 5, ((0, 3), (2, 0)))


def test_the_same_level_and_seed_are_the_same_game() -> None:
    games = [Game(Level.parse("expert"), 12345) for _ in range(2)]
    for game in games:
        game.open(3, 3)
    assert games[0].position == games[1].position
    assert str(games[0].position) != str(Game(Level.parse("expert"), 12346).position)


def test_opening_tells_how_many_cells_changed_and_floods_from_a_zero() -> None:
    game = Game.from_layout(MINES)
    assert game.open(0, 2) == 1
    assert game.open(0, 0) == 5  # (0, 2) is open already
    assert str(game.position).split() == ["5x3x2", "001HH", "111HH", "HHHHH"]


def test_all_safe_cells_open_is_a_win_whatever_the_flags() -> None:
    game = Game.from_layout(MINES)
    game.flag(0, 3)
    for cell in ((0, 0), (2, 1), (2, 2), (2, 4), (0, 4)):
        if game.cells[cell] == -1:
            game.open(*cell)
    assert game.status == Status.WON
    assert game.reveal() == MINES


def test_opening_a_mine_loses_and_shows_no_cell() -> None:
    game = Game.from_layout(MINES)
    assert game.open(0, 3) == 0
    assert game.status == Status.LOST
    assert (game.cells == -1).all()
    with pytest.raises(IllegalMove, match="the game is over"):
        game.open(0, 0)


def test_a_flagged_cell_cannot_be_opened_and_stops_no_flood_elsewhere() -> None:
    game = Game.from_layout(MINES)
    game.flag(1, 0)
    with pytest.raises(IllegalMove, match=r"cannot open cell \(1, 0\): it is flagged"):
        game.open(1, 0)
    game.open(0, 0)
    assert str(game.position).split() == ["5x3x2", "001HH", "F11HH", "HHHHH"]
    game.unflag(1, 0)
    assert game.open(1, 0) == 1


def test_a_chord_opens_the_other_neighbours_of_a_number_with_as_many_flags() -> None:
    game = Game.from_layout(MINES)
    game.open(1, 2)
    with pytest.raises(IllegalMove, match=r"cell \(1, 2\) shows 1 but has 0 flagged neighbours"):
        game.chord(1, 2)
    game.flag(0, 3)
    assert game.chord(1, 2) > 0
    assert game.status == Status.UNFINISHED
    assert str(game.position).split() == ["5x3x2", "001FH", "11111", "H1000"]


def test_a_chord_on_a_false_flag_loses() -> None:
    game = Game.from_layout(MINES)
    game.open(1, 2)
    game.flag(0, 2)
    game.chord(1, 2)
    assert game.status == Status.LOST


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (("open", 0, 0), r"cannot open cell \(0, 0\): it is open"),
        (("flag", 0, 0), r"cannot flag cell \(0, 0\): it is open"),
        (("unflag", 0, 4), r"cannot unflag cell \(0, 4\): it is covered"),
        (("chord", 0, 4), r"cannot chord cell \(0, 4\): it is covered; only open numbers"),
    ],
)
def test_illegal_moves_are_refused_in_plain_words_and_leave_no_trace(
    move: tuple[str, int, int], message: str
) -> None:
    game = Game.from_layout(MINES)
    game.open(0, 0)
    before, moves = game.position, game.moves
    with pytest.raises(IllegalMove, match=message):
        getattr(game, move[0])(*move[1:])
    assert (game.position, game.moves) == (before, moves)


def test_a_cell_off_the_board_is_named() -> None:
    game = Game(Level.parse("expert"), 1)
    with pytest.raises(CellError, match=r"cell \(3, 40\) is outside the 16x30 board"):
        game.open(3, 40)
    with pytest.raises(CellError, match=r"cell \(-1, 0\)"):
        game.flag(-1, 0)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_has_64_bits(seed: int) -> None:
    with pytest.raises(BadInput, match="not a number of 64 bits"):
        Game(Level.parse("tiny4"), seed)


def test_the_layout_is_hidden_while_the_game_runs() -> None:
    game = Game.from_layout(MINES)
    game.open(0, 0)
    with pytest.raises(IllegalMove, match="hidden"):
        game.reveal()


def test_the_view_of_a_game_cannot_be_written_to() -> None:
    game = Game.from_layout(MINES)
    with pytest.raises(ValueError, match="read-only"):
        game.cells[0, 0] = 3


def play_randomly(game: Game, seed: int, moves: int) -> None:
    dice = random.Random(seed)
    for _ in range(moves):
        covered = np.argwhere(game.cells < 0).tolist()
        if game.status != Status.UNFINISHED or not covered:
            return
        row, col = dice.choice(covered)
        if game.cells[row, col] == -2:
            game.unflag(row, col)
        elif dice.random() < 0.3:
            game.flag(row, col)
        else:
            game.open(row, col)


def test_undo_goes_back_move_by_move_even_from_a_lost_game() -> None:
    for seed in range(20):
        game = Game(Level.parse("beginner"), seed)
        positions = [game.position]
        for step in range(12):
            play_randomly(game, 100 * seed + step, 1)
            if len(game.moves) == len(positions):
                positions.append(game.position)
        while len(positions) > 1:
            assert game.position == positions.pop()
            assert game.undo()
        assert game.position == positions[0]
        assert not game.undo()


def test_a_decision_of_several_actions_is_taken_back_as_one() -> None:
    game = Game.from_layout(MINES)
    game.open(0, 0)
    before = game.position
    game.play([("open", 9), ("open", 14), ("open", 4)])
    assert len(game.decisions) == 2
    game.undo()
    assert game.position == before


def test_an_illegal_action_in_a_decision_undoes_all_of_it() -> None:
    game = Game.from_layout(MINES)
    game.open(0, 0)
    before = game.position
    with pytest.raises(IllegalMove):
        game.play([("flag", 4), ("open", 9), ("open", 4)])
    assert (game.position, len(game.decisions)) == (before, 1)


def test_the_first_cell_of_the_house_is_no_move_and_is_not_undone() -> None:
    game = Game(Level.parse("expert"), 8, first=(3, 3))
    assert (game.cells >= 0).any()
    assert game.moves == ()
    assert not game.undo()
    assert game.record().first == (3, 3)


@given(
    seed=st.integers(0, 2**64 - 1),
    rule=st.sampled_from(["open", "safe", "any"]),
    first=st.none() | st.tuples(st.integers(0, 8), st.integers(0, 8)),
    from_layout=st.booleans(),
)
def test_a_game_comes_back_from_its_record(
    seed: int, rule: str, first: tuple[int, int] | None, from_layout: bool
) -> None:
    level = Level.parse("beginner", rule)
    game = Game(level, seed, first=first)
    if from_layout:
        mines = random.Random(seed).sample([(r, c) for r in range(9) for c in range(9)], 10)
        game = Game.from_layout(Layout(9, 9, tuple(mines)), first=first)
    play_randomly(game, seed % 1000, 15)
    game.undo()
    again = Game.from_record(game.record("somebody"))
    assert again.position == game.position
    assert again.status == game.status
    assert again.record("somebody") == game.record("somebody")


def test_records_are_lines_that_a_person_can_read(tmp_path: Path) -> None:
    game = Game.from_layout(MINES, first=(0, 0))
    game.flag(0, 3)
    game.play([("open", 8), ("open", 4)])
    path = tmp_path / "games.jsonl"
    write_lines(path, [game.record("me"), game.record()])
    line = path.read_text().splitlines()[0]
    assert line == (
        '{"rows":3,"cols":5,"mines":2,"rule":"any","decisions":["f0,3","1,3 0,4"],'
        '"layout":[[0,3],[2,0]],"first":[0,0],"agent":"me","check":"b2a5a3b874c07f88"}'
    )
    assert list(read_lines(path, Record)) == [game.record("me"), game.record()]


GOOD = '{"rows":3,"cols":5,"mines":2,"rule":"any","decisions":["0,0"],"seed":4}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 2: .*truncated"),
        ('{"rows":3}', "line 2: .*missing required field `cols`"),
        (GOOD.replace('"any"', '"all"'), r"line 2: Invalid enum value 'all' - at `\$.rule`"),
        (GOOD.replace("0,0", "0,5"), r"line 2: decision 0: cell \(0, 5\) is outside the 3x5 board"),
        (GOOD.replace("0,0", "x0,0"), "line 2: decision 0: move 'x0,0' is not ROW,COL"),
        (GOOD.replace(',"seed":4', ""), "line 2: a record needs a seed or a layout"),
        (GOOD.replace('"seed":4', '"layout":[[0,0]]'), "line 2: 2 mines are announced, but the layout has 1"),
        (GOOD.replace('"seed":4', '"seed":-4'), "line 2: seed -4 is not a number of 64 bits"),
        (GOOD.replace('"mines":2', '"mines":15'), "line 2: 15 mines do not fit on 3x5"),
        (GOOD.replace('"seed":4', '"seed":4,"status":"DRAWN"'), "line 2: unknown status 'DRAWN'"),
        (
            GOOD.replace('"seed":4', '"seed":4,"game":"dice"'),
            "line 2: a record of 'dice' is no record of mines",
        ),
        (GOOD.replace('"seed":4', '"seed":4,"sead":5'), "line 2: .*unknown field `sead`"),
        (GOOD.replace('"seed":4', '"seed":4,"first":[3,0]'), r"line 2: cell \(3, 0\) is outside"),
    ],
)
def test_a_broken_record_is_told_with_its_line(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{GOOD}\n{line}\n")
    with pytest.raises(RecordError, match=message) as caught:
        list(read_lines(path, Record))
    assert "\n" not in str(caught.value)


def test_a_record_that_was_tampered_with_does_not_replay() -> None:
    game = Game.from_layout(MINES)
    game.open(0, 3)
    record = game.record()
    assert record.status == "LOST"
    for changed in ({"status": "WON"}, {"decisions": ("0,0", "0,3", "0,4")}, {"layout": ((0, 2), (2, 0))}):
        with pytest.raises(RecordError):
            Game.from_record(msgspec.structs.replace(record, **changed))


def test_an_unfinished_game_may_have_ended_by_the_agents_fault() -> None:
    record = msgspec.structs.replace(Game.from_layout(MINES).record(), check=None)
    for status in ("ERROR", "TIMEOUT", "ILLEGAL"):
        assert Game.from_record(msgspec.structs.replace(record, status=status)).status == Status.UNFINISHED


def test_actions_are_told_as_kind_and_cell() -> None:
    game = Game.from_layout(MINES)
    game.open(0, 2)
    game.flag(0, 3)
    expected: tuple[Action, ...] = (("open", 2), ("flag", 3))
    assert game.moves == expected
