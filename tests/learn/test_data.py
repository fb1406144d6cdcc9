"""Data sets: what their columns say is true, they follow from their seed, and they are whole or not there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

from hazard.apps.cli.main import main
from hazard.core.errors import BadInput
from hazard.learn import data as data_module
from hazard.learn.data import ABOUT, COLUMNS, KEY, DataSet, write_positions
from hazard.mines.around import sum_around
from hazard.mines.boards import Boards
from hazard.mines.first import first_cells
from hazard.mines.inference import analyse_many
from hazard.mines.level import Level
from tests.learn.tiny import tiny_recipe

LEVEL = Level.parse("6x5/5", "safe")


def arrays(folder: Path, level: Level = LEVEL) -> dict[str, NDArray[Any]]:
    """All columns, lists as [n, rows, cols]."""
    table = pq.read_table(folder)
    found: dict[str, NDArray[Any]] = {}
    for column in COLUMNS:
        values = table[column.name].combine_chunks()
        if column.list:
            flat = values.flatten().to_numpy(zero_copy_only=False)
            found[column.name] = flat.reshape(-1, level.rows, level.cols)
        else:
            found[column.name] = values.to_numpy(zero_copy_only=False)
    return found


def written(folder: Path, positions: int = 700, threads: int = 1, **more: Any) -> dict[str, NDArray[Any]]:
    data = DataSet(level=str(LEVEL), rule="safe", positions=positions, **more)
    write_positions(data, folder, threads=threads)
    return arrays(folder)


def test_risks_layouts_and_borders_are_those_of_the_positions(tmp_path: Path) -> None:
    told = written(tmp_path / "a", explore=0.2)
    cells = told["cells"]
    many = analyse_many(np.ascontiguousarray(cells), LEVEL.mines)
    np.testing.assert_array_equal(told["risk"], many.mine_probability.astype(np.float32))
    assert told["exact"].all()
    assert (told["mine"].sum(axis=(1, 2)) == LEVEL.mines).all()
    open_ = cells >= 0
    np.testing.assert_array_equal(cells[open_], sum_around(told["mine"])[open_])
    np.testing.assert_array_equal(told["border"], ~open_ & (sum_around(open_) > 0))


def test_opened_cells_lead_from_each_position_to_the_next_one_of_its_game(tmp_path: Path) -> None:
    told = written(tmp_path / "a", explore=0.2)
    each = np.arange(len(told["game"]))
    flat = told["cells"].reshape(len(each), -1)
    assert (flat[each, told["opened"]] == -1).all()
    np.testing.assert_array_equal(told["hit"], told["mine"].reshape(len(each), -1)[each, told["opened"]])
    assert 0 < told["hit"].mean() < 0.5
    goes_on = told["game"][1:] == told["game"][:-1]
    assert (told["move"][1:][goes_on] == told["move"][:-1][goes_on] + 1).all()
    assert (told["move"][1:][~goes_on] == 0).all()
    assert (flat[1:][goes_on][np.arange(goes_on.sum()), told["opened"][:-1][goes_on]] >= 0).all()
    assert not told["hit"][:-1][goes_on].any()


def test_a_game_is_dealt_again_from_its_seed(tmp_path: Path) -> None:
    told = written(tmp_path / "a", 50)
    starts = np.flatnonzero(told["move"] == 0)
    seeds = told["seed"][starts]
    boards = Boards(LEVEL, len(seeds))
    boards.deal(seeds)
    boards.open(first_cells("random", LEVEL, seeds))
    np.testing.assert_array_equal(boards.cells, told["cells"][starts])


def test_least_risk_is_opened_where_nothing_is_explored(tmp_path: Path) -> None:
    told = written(tmp_path / "a", 300)
    each = np.arange(300)
    risks = told["risk"].reshape(300, -1)
    np.testing.assert_array_equal(risks[each, told["opened"]], np.nanmin(risks, axis=1))
    wild = written(tmp_path / "b", 300, explore=1.0)
    risks = wild["risk"].reshape(300, -1)
    assert (risks[each, wild["opened"]] > np.nanmin(risks, axis=1)).mean() > 0.3


def test_the_beginning_depends_on_neither_length_nor_threads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = written(tmp_path / "long", 900, threads=2, explore=0.1)
    monkeypatch.setattr(data_module, "CHUNK", 64)  # 5 chunks, 3 files
    monkeypatch.setattr(data_module, "SHARD", 2)
    short = written(tmp_path / "short", 300, explore=0.1)
    assert sorted(path.name for path in (tmp_path / "short").glob("*.parquet")) == [
        "00000.parquet",
        "00001.parquet",
        "00002.parquet",
    ]
    for name, values in short.items():
        assert len(values) == 300
        np.testing.assert_array_equal(values, long[name][:300], err_msg=name)
    assert not np.array_equal(written(tmp_path / "other", 300, seed=2)["cells"], short["cells"])


def test_every_file_says_what_it_is(tmp_path: Path) -> None:
    written(tmp_path / "a", 40, explore=0.25, seed=9)
    about = msgspec.json.decode((tmp_path / "a" / ABOUT).read_bytes(), type=DataSet)
    assert (about.level, about.rule, about.first, about.seed, about.explore) == (
        "6x5/5",
        "safe",
        "random",
        9,
        0.25,
    )
    schema = pq.read_schema(tmp_path / "a" / "00000.parquet")
    assert msgspec.json.decode(schema.metadata[KEY], type=DataSet) == about
    assert [field.name for field in schema] == [column.name for column in COLUMNS]
    assert schema.field("risk").metadata[b"meaning"].startswith(b"exact chance")


def test_a_recipe_says_level_rule_first_cell_and_exploration(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe = tiny_recipe(tmp_path)
    out = tmp_path / "a"
    assert main(["data", str(recipe), "--positions", "30", "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["level"], told["rule"], told["explore"]) == ("4x4/2", "safe", 0.1)
    assert told["bytes"] == (out / "00000.parquet").stat().st_size
    assert told["files"] == ["00000.parquet"]
    assert len(pq.read_table(out)) == 30


@pytest.mark.parametrize("fault", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_what_is_not_finished_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: BaseException
) -> None:
    def fails(*words: object) -> None:
        raise fault

    monkeypatch.setattr(data_module, "table_of", fails)
    with pytest.raises(BadInput if isinstance(fault, OSError) else KeyboardInterrupt) as caught:
        written(tmp_path / "a", 30)
    assert isinstance(fault, KeyboardInterrupt) or "No space left on device" in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["6x5/5", "--positions", "0", "--out", "a"], "--positions 0: want a whole number from 1"),
        (["6x5/5", "--positions", "5", "--out", "there"], "there is a there already"),
        (["6x5", "--positions", "5", "--out", "a"], "unknown level '6x5'"),
        (["6x5/5", "--positions", "5", "--out", "a", "--explore", "2"], "--explore 2.0: want a number"),
        (["6x5/5", "--positions", "5", "--out", "a", "--first", "x"], "first cell"),
        (["1x2/1", "--positions", "5", "--out", "a", "--rule", "any"], "no positions"),
        (["no.toml", "--positions", "5", "--out", "a"], "there is no file no.toml"),
        (["dense-net-4x4", "--positions", "5", "--out", "a", "--rule", "any"], "are for levels"),
        (["6x5/5", "--positions", "5", "--out", "a", "--threads", "0"], "--threads 0"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    reason: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "there").mkdir()
    assert main(["data", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert reason in err
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
