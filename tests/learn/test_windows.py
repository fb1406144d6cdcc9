"""The window classifier: what the bot's windows are, that they are learnt, and how the player uses them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hazard.core.errors import BadInput, LevelError
from hazard.learn.export import export_run
from hazard.learn.recipe import load_recipe
from hazard.learn.runs import new_run
from hazard.learn.training import train
from hazard.learn.windows.bot import NONE, around, labelled
from hazard.learn.windows.learner import Windows
from hazard.learn.windows.settings import WindowsRecipe
from hazard.mines.level import Level
from hazard.mines.nets import windows as player
from hazard.mines.nets.card import ModelFile
from hazard.mines.nets.session import Net
from hazard.mines.playing import play_block
from hazard.mines.views import View, Views

SMALL = """
learner = "windows"
sessions = 4
checkpoint_every = 2
threads = 1
precision = "f32"
[data]
levels = ["6x6/5", "8x8/10"]
windows = 3000
test = 1000
boards = 50
[network]
width = 48
layers = 2
[fit]
batch = 64
rate = 3e-3
"""


def recipe(tmp_path: Path, *settings: str) -> WindowsRecipe:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    loaded = load_recipe(str(path), settings)
    assert isinstance(loaded, WindowsRecipe)
    return loaded


def test_all_windows_that_hold_a_cell_know_its_place() -> None:
    cells = np.arange(42, dtype=np.int8).reshape(6, 7)
    for (row, col), count in {(0, 0): 1, (0, 3): 4, (2, 3): 12, (5, 6): 1, (3, 3): 12}.items():
        windows, places = around(cells, row, col)
        assert len(windows) == len(places) == count
        assert [window.flat[place] for window, place in zip(windows, places, strict=True)] == [
            cells[row, col]
        ] * count


def test_windows_are_half_around_mines_and_labelled_by_their_place() -> None:
    windows = labelled([Level.parse("10x10/10", "open")], "random", 6000, 100, 1)
    mines = windows.labels != NONE
    assert (len(windows), mines.sum()) == (6000, 3000)
    assert set(windows.labels.tolist()) == set(range(17))
    flat = windows.cells.reshape(-1, 16)
    marked = flat[np.flatnonzero(mines), windows.labels[mines]]
    assert (marked == -1).all()  # the mine is covered, and not flagged yet
    assert (flat == -2).any()
    assert (
        windows.labels == labelled([Level.parse("10x10/10", "open")], "random", 6000, 100, 1).labels
    ).all()


def test_a_window_that_proves_its_mine_is_labelled_with_the_first_one() -> None:
    windows = labelled([Level.parse("10x10/10", "open")], "random", 20_000, 200, 2)
    proved = 0
    for cells, label in zip(windows.cells, windows.labels, strict=True):
        # A number inside, with all its covered cells inside the window, and as many of them as it says.
        for row, col in ((1, 1), (1, 2), (2, 1), (2, 2)):
            near = [(r, c) for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)]
            covered = [r * 4 + c for r, c in near if cells[r, c] < 0]
            waiting = [place for place in covered if cells.flat[place] == -1]
            if cells[row, col] > 0 and cells[row, col] == len(covered) and waiting:
                proved += 1
                assert label != NONE
                assert label <= waiting[0]
    assert proved > 1000


def test_a_training_that_is_put_back_goes_on_as_the_same(tmp_path: Path) -> None:
    whole, half, other = (Windows(recipe(tmp_path, "network.dropout=0.2")) for _ in range(3))
    rows = [whole.session() for _ in range(4)]
    for _ in range(2):
        half.session()
    other.load(half.state())
    assert [other.session() for _ in range(2)] == rows[2:]


def test_it_learns_where_mines_are(tmp_path: Path) -> None:
    learner = Windows(recipe(tmp_path, "sessions=8", "data.windows=8000"))
    rows = [learner.session() for _ in range(8)]
    assert float(rows[-1]["test_accuracy"] or 0) > 0.52  # guessing is right in a half at most
    assert float(rows[-1]["test_accuracy_mine"] or 0) > 0.15  # there in a sixteenth
    assert float(rows[-1]["loss"] or 9) < float(rows[0]["loss"] or 0)


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('data.levels=["3x9/2"]', "does not fit on 3x9/2"),
        ("data.levels=[]", "at least one"),
        ("data.first=agent", "data.first"),
    ],
)
def test_recipes_that_cannot_be_say_where(tmp_path: Path, setting: str, told: str) -> None:
    with pytest.raises(BadInput, match=told):
        recipe(tmp_path, setting)


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Net:
    folder = tmp_path_factory.mktemp("windows")
    run = new_run(folder, recipe(folder, "sessions=8", "data.windows=20000"), "small", "windows", "", {})
    train(run)
    file = folder / "windows.onnx"
    export_run(run, file)
    return Net(ModelFile.read(file, "windows"), "windows")


def test_the_player_wins_where_a_random_one_never_does(network: Net) -> None:
    agent = object.__new__(player.Windows)
    agent.net = network
    seeds = np.arange(150, dtype=np.uint64)
    outcomes = play_block(agent, Level.parse("8x8/6", "open"), seeds, seeds, np.full(150, 18, np.int32))
    assert outcomes.won.mean() > 0.2
    assert not any(outcomes.messages)


def view(text: str, mines: int) -> View:
    codes = {"H": -1, "F": -2}
    lines = text.split()
    cells = np.array([[codes.get(c) if c in codes else int(c) for c in line] for line in lines], np.int8)
    rows, cols = cells.shape
    return View(Level(rows, cols, mines, "any"), cells, 0, 7)


def chances(seen: View, **given: float) -> NDArray[np.float32]:
    out = np.where(seen.cells == -1, np.float32(0.01), np.float32(-1))
    for name, chance in given.items():
        out[int(name[1]), int(name[2])] = chance
    return out


def test_the_likeliest_mine_is_flagged_and_satisfied_numbers_are_chorded() -> None:
    seen = view("1HHH 11HH 0011 0000", 3)
    assert player.decided(seen, chances(seen, c01=0.9), 1) == [("flag", 1), ("chord", 5)]


def test_flags_around_a_number_with_too_many_are_taken_back() -> None:
    seen = view("1FHH 11HH 0011 0000", 4)
    actions = player.decided(seen, chances(seen, c12=0.9), 1)
    assert actions[0] == ("flag", 6)
    assert ("unflag", 1) in actions
    assert ("unflag", 6) in actions
    assert not any(kind == "chord" for kind, _ in actions)


def test_with_a_flag_for_every_mine_all_else_is_opened() -> None:
    seen = view("1FHH 11HH 0011 0000", 1)
    assert player.decided(seen, chances(seen), 1) == [("open", cell) for cell in (2, 3, 6, 7)]


def test_where_no_window_says_anything_a_cell_is_opened_blindly() -> None:
    seen = view("1FHH 11HH 0011 0000", 4)
    assert player.decided(seen, np.full((4, 4), -1, np.float32), 3) == [("open", 3)]


def test_after_many_decisions_chance_breaks_the_circle() -> None:
    seen = view("1HHH 11HH 0011 0000", 3)
    told = chances(seen, c01=0.9, c02=0.8)
    late = [View(seen.level, seen.cells, moves, 7) for moves in range(40, 60)]
    assert {player.likely_mine(one, told) for one in late} > {1, 2}
    assert player.likely_mine(seen, told) == 1


def test_a_board_without_windows_is_refused(network: Net) -> None:
    agent = object.__new__(player.Windows)
    agent.net = network
    level = Level(3, 9, 2, "safe")
    views = Views(level, np.full((1, 3, 9), -1, np.int8), np.zeros(1, np.int32), np.zeros(1, np.uint64))
    with pytest.raises(LevelError, match="3x9/2"):
        agent.choose(views)
