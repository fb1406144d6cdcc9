from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec
import pytest

from hazard.arena.identity import Identity, identities, identity
from hazard.arena.mines.results import MatchKey, results
from hazard.arena.mines.standing import Played, Tally, stored
from hazard.arena.stats import wilson
from hazard.arena.store import Store
from hazard.core.errors import StoreError
from hazard.core.registry import resolve

EXACT, RANDOM = "mines/exact 0.1.0", "mines/random 0.1.0"
KEY = MatchKey(
    level="9x9/10", rule="open", first="default", boards="seed 1", games=512, agents=(EXACT, RANDOM)
)


def codes(*values: int) -> bytes:
    return bytes(values)


def test_the_store_stands_in_hazard_home(hazard_home: Path) -> None:
    with Store.open() as store:
        assert store.path == hazard_home / "hazard.sqlite"
        assert store.path.exists()


def test_blocks_come_back_as_they_were_saved_also_after_the_store_was_closed() -> None:
    with Store.open() as store:
        match = store.begin(KEY)
        store.save_block(match, EXACT, 256, codes(1, 2, 3), 0.5, {258: "it raised"})
        store.save_block(match, EXACT, 0, codes(1, 1), 0.25)
    with Store.open() as store:
        blocks = store.blocks(match, EXACT)
        assert list(blocks) == [0, 256]
        assert blocks[256].outcome == codes(1, 2, 3)
        assert blocks[256][1:] == (0.5, {258: "it raised"})
        assert blocks[0].faults == {}
        assert store.blocks(match, RANDOM) == {}


def test_without_resume_a_match_starts_anew_and_what_was_played_is_kept() -> None:
    with Store.open() as store:
        first = store.begin(KEY)
        store.save_block(first, EXACT, 0, codes(1, 2), 1.0)
        second = store.begin(KEY)
        assert second != first
        assert store.blocks(second, EXACT) == {}
        assert results(store)[0].games == 2


def test_resume_takes_the_last_unfinished_match_of_the_same_key() -> None:
    with Store.open() as store:
        store.begin(KEY)
        last = store.begin(KEY)
        store.begin(msgspec.structs.replace(KEY, games=256))
        assert store.begin(KEY, resume=True) == last
        store.finish(last)
        assert store.begin(KEY, resume=True) < last


@pytest.mark.parametrize(
    "change",
    [
        {"level": "9x9/11"},
        {"rule": "safe"},
        {"first": "corner"},
        {"boards": "seed 2"},
        {"games": 1},
        {"agents": (EXACT,)},
        {"agents": (EXACT, "mines/random 0.2.0")},
        {"until": "0,1"},
    ],
    ids=str,
)
def test_a_match_of_another_key_is_never_resumed(change: dict[str, object]) -> None:
    with Store.open() as store:
        first = store.begin(KEY)
        assert store.begin(msgspec.structs.replace(KEY, **change), resume=True) != first


def test_a_finished_match_has_its_counts_intervals_command_and_versions_in_the_file() -> None:
    with Store.open() as store:
        match = store.begin(KEY, command="hazard match mines exact")
        store.save_block(match, EXACT, 0, codes(1, 1, 2, 3), 2.0, {3: "boom"})
        tally = Tally(EXACT, 512)
        for start, saved in store.blocks(match, EXACT).items():
            tally.add(Played.unpack(start, saved))
        store.finish(match, [stored(EXACT, tally)], {"pairs": []})
        connection = sqlite3.connect(store.path)
    connection.row_factory = sqlite3.Row
    row = dict(connection.execute("SELECT * FROM standings").fetchone())
    told = dict(connection.execute("SELECT * FROM matches").fetchone())
    connection.close()
    low, high = wilson(2, 4)
    assert row == {
        "match_id": match,
        "agent": EXACT,
        "games": 4,
        "wins": 2,
        "low": low,
        "high": high,
        "seconds": 2.0,
        "statuses": '{"won":2,"lost":1,"error":1}',
    }
    assert told["command"] == "hazard match mines exact"
    assert told["summary"] == '{"pairs":[]}'
    assert told["begun"] < told["finished"]
    assert told["python"].startswith("3.")
    assert msgspec.json.decode(told["key"], type=MatchKey) == KEY


def test_a_layout_that_was_played_in_two_matches_counts_once_with_its_last_outcome() -> None:
    with Store.open() as store:
        long, short = store.begin(KEY), store.begin(msgspec.structs.replace(KEY, games=2))
        other = store.begin(msgspec.structs.replace(KEY, boards="seed 2"))
        store.save_block(long, EXACT, 0, codes(1, 1, 2, 2), 1.0)
        store.save_block(short, EXACT, 0, codes(2, 1), 1.0)
        store.save_block(other, EXACT, 0, codes(1), 1.0)
        (row,) = results(store)
    assert (row.games, row.wins) == (5, 2)
    assert row.boards == ("seed 1", "seed 2")
    assert row.games_per_second == pytest.approx(7 / 3)
    assert row.interval == wilson(2, 5)


def test_layouts_of_a_file_are_a_row_of_their_own() -> None:
    with Store.open() as store:
        sources = "seed 1", "file sha256:0a", "file sha256:0b", "file sha256:0a seed 2"
        for wins, boards in enumerate(sources):
            match = store.begin(msgspec.structs.replace(KEY, boards=boards))
            store.save_block(match, EXACT, 0, codes(*[1] * wins, *[2] * (4 - wins)), 1.0)
        found = [(row.file, row.wins, row.games, row.boards) for row in results(store)]
    assert found == [
        ("", 0, 4, ("seed 1",)),
        ("sha256:0a", 3, 4, ("file sha256:0a",)),  # the same layouts, played again
        ("sha256:0b", 2, 4, ("file sha256:0b",)),
    ]


def test_results_are_asked_by_level_rule_and_first_cell_and_come_best_first() -> None:
    with Store.open() as store:
        match = store.begin(KEY)
        store.save_block(match, RANDOM, 0, codes(2, 2), 1.0)
        store.save_block(match, EXACT, 0, codes(1, 1), 1.0)
        other = store.begin(msgspec.structs.replace(KEY, rule="safe", level="8x8/10"))
        store.save_block(other, EXACT, 0, codes(1), 1.0)
        assert [row.agent for row in results(store, level="9x9/10")] == ["mines/exact", "mines/random"]
        assert [row.level for row in results(store, rule="safe")] == ["8x8/10"]
        assert results(store, first="corner") == []
        assert list(store.played("dice")) == []


def test_two_versions_of_an_agent_are_two_rows() -> None:
    with Store.open() as store:
        match = store.begin(KEY)
        store.save_block(match, "bot.py:Bot sha256:1", 0, codes(1), 1.0)
        store.save_block(match, "bot.py:Bot sha256:2", 0, codes(2), 1.0)
        assert [(row.agent, row.version, row.wins) for row in results(store)] == [
            ("bot.py:Bot", "sha256:1", 1),
            ("bot.py:Bot", "sha256:2", 0),
        ]


def test_a_changed_file_is_another_agent_and_a_moved_one_the_same(tmp_path: Path) -> None:
    text = "class Bot:\n    def choose(self, views): ...\n"
    names = []
    for folder, code in (("a", text), ("b", text), ("c", text + "# changed\n")):
        path = tmp_path / folder / "bot.py"
        path.parent.mkdir()
        path.write_text(code)
        names.append(identity(resolve(str(path), "mines")))
    assert names[0] == names[1] != names[2]
    assert names[0].name == "bot.py:Bot"
    assert Identity.parse(str(names[0])) == names[0]


def test_two_files_of_the_same_name_and_content_are_kept_apart_in_a_match(tmp_path: Path) -> None:
    agents = [resolve("mines/exact", "mines")]
    for folder in ("a", "b"):
        path = tmp_path / folder / "bot.py"
        path.parent.mkdir()
        path.write_text("class Bot:\n    def choose(self, views): ...\n")
        agents.append(resolve(str(path), "mines"))
    names = identities(agents)
    assert names[0] == str(identity(agents[0]))
    assert [Identity.parse(name).name for name in names[1:]] == [
        f"{tmp_path / folder / 'bot.py'}:Bot" for folder in ("a", "b")
    ]
    assert identities(agents[:2])[1] == str(identity(agents[1]))


def test_a_table_agent_goes_by_the_version_of_hazard() -> None:
    import hazard

    assert identity(resolve("exact", "mines")) == ("mines/exact", hazard.__version__)


def save_many(path: str, first: int) -> None:
    """What one of several processes does."""
    with Store.open(path) as store:
        match = store.begin(KEY, resume=True)
        for start in range(first, 40, 2):
            store.save_block(match, EXACT, 256 * start, b"\1" * 256, 0.1)


def test_two_processes_may_make_and_write_the_same_store_at_once(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(save_many, [str(path)] * 2, [0, 1]))
    with Store.open(path) as store:
        (row,) = results(store)
        assert row.games == 40 * 256


def test_what_was_saved_survives_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "killed.sqlite"
    program = (
        "import sys\n"
        "from hazard.arena.store import Store\n"
        "from tests.arena.test_store import KEY, EXACT\n"
        "store = Store.open(sys.argv[1])\n"
        "match, won = store.begin(KEY), bytes([1]) * 256\n"
        "for start in range(10**9):\n"
        "    store.save_block(match, EXACT, 256 * start, won, 0.1)\n"
        "    print(start, flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout is not None
    for _ in range(50):
        process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    rest, _ = process.communicate()
    told = [int(line) for line in rest.splitlines() if line]
    with Store.open(path) as store:
        blocks = store.blocks(store.begin(KEY, resume=True), EXACT)
    assert len(blocks) >= max([49, *told])
    assert all(len(block.outcome) == 256 for block in blocks.values())


def test_what_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_bytes(b"no database at all, but long enough to look at" * 50)
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE recipes (cake TEXT)")
    connection.close()
    newer = tmp_path / "newer.sqlite"
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    for path, message in (
        (text, "not a database"),
        (foreign, "something else"),
        (newer, "schema 99"),
        (tmp_path, "unable"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(StoreError, match=message) as told:
            Store.open(path)
        assert str(path) in str(told.value)
        if path is text:
            assert path.read_bytes() == before
    connection = sqlite3.connect(foreign)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
    connection.close()
