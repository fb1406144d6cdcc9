"""What was played is kept and counted: after Ctrl-C, after kill -9, by whatever number of workers."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from hazard.arena.mines.match import MatchResult, match_mines
from hazard.arena.replaying import replay
from hazard.arena.store import Store
from hazard.core.errors import BadInput
from hazard.core.records import read_lines
from hazard.mines.level import Level
from hazard.mines.record import Record

BEGINNER = Level.parse("beginner")
TWO = ["mines/random", "mines/rules"]

# Plays as its view's seed says; fails on some games, so that faults are kept and counted too.
BOT = """
import numpy as np
from hazard.mines.choice import random_cell
from hazard.mines.views import COVERED, Decisions

class Bot:
    def choose(self, views):
        if len(views) == 1 and views.seeds[0] % 251 == 0:
            raise RuntimeError("unlucky seed")
        if (views.seeds % 251 == 0).any():
            raise RuntimeError("an unlucky seed among them")
        return Decisions(random_cell(views, views.cells == COVERED))
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    return path


def without_times(told: dict[str, object]) -> dict[str, object]:
    for row in told["agents"]:  # type: ignore[attr-defined]
        del row["games_per_second"]
    return told


def stop_at(played: int) -> Callable[[MatchResult], None]:
    def stop(result: MatchResult) -> None:
        if result.played >= played:
            raise KeyboardInterrupt

    return stop


def test_an_interrupted_match_goes_on_where_it_was(bot: Path) -> None:
    agents = [str(bot), "mines/rules"]
    whole = match_mines(agents, BEGINNER, games=1500)
    with Store.open() as store:
        kept = 0
        for played in (256, 700, 2100):
            part = match_mines(
                agents, BEGINNER, games=1500, progress=stop_at(played), store=store, resume=kept > 0
            )
            assert part.interrupted
            assert part.kept == kept
            kept = part.played
        last = match_mines(agents, BEGINNER, games=1500, store=store, resume=True, workers=2)
    assert (last.kept, last.played) == (kept, 3000)
    assert without_times(last.to_json()) == without_times(whole.to_json())
    assert last.faults == whole.faults
    assert last.faults[0].count > 1
    for agent in agents:
        assert np.array_equal(last.statuses[agent], whole.statuses[agent])
    assert last.standings[0].seconds > 0


def test_without_resume_a_match_starts_anew_and_a_finished_one_is_not_resumed() -> None:
    with Store.open() as store:
        match_mines(TWO, BEGINNER, games=1000, progress=stop_at(512), store=store)
        assert match_mines(TWO, BEGINNER, games=1000, store=store).kept == 0
        assert match_mines(TWO, BEGINNER, games=1000, store=store, resume=True).kept == 512
        assert match_mines(TWO, BEGINNER, games=1000, store=store, resume=True).kept == 0


@pytest.mark.parametrize(
    "other",
    [
        {"games": 1100},
        {"seed": 2},
        {"first": "corner"},
        {"level": Level.parse("beginner", "safe")},
        {"until": "0,1"},
        {"agents": [*TWO, "mines/exact"], "until": None},
    ],
)
def test_another_match_is_never_resumed(other: dict[str, object]) -> None:
    same = {"agents": TWO, "level": BEGINNER, "games": 1000, "until": "-1,9"}
    with Store.open() as store:
        match_mines(**same, progress=stop_at(512), store=store)
        assert match_mines(**{**same, **other}, store=store, resume=True).kept == 0


def test_a_bot_that_changed_is_another_one(bot: Path) -> None:
    with Store.open() as store:
        match_mines([str(bot)], BEGINNER, games=1000, progress=stop_at(512), store=store)
        bot.write_text(BOT + "# better\n")
        assert match_mines([str(bot)], BEGINNER, games=1000, store=store, resume=True).kept == 0


def test_a_verdict_that_was_reached_before_the_kill_is_the_verdict() -> None:
    agents = ["mines/exact", "mines/equations"]
    whole = match_mines(agents, BEGINNER, games=20_000, until="0,2")
    with Store.open() as store:
        for played in (256, 1000):
            match_mines(
                agents,
                BEGINNER,
                games=20_000,
                until="0,2",
                store=store,
                resume=True,
                progress=stop_at(played),
            )
        last = match_mines(agents, BEGINNER, games=20_000, until="0,2", store=store, resume=True, workers=3)
    assert last.kept > 0
    assert without_times(last.to_json()) == without_times(whole.to_json())


def test_a_block_whose_worker_died_is_played_again_when_the_match_goes_on(tmp_path: Path) -> None:
    path, mark = tmp_path / "dies.py", tmp_path / "died"
    path.write_text(
        "import os\nfrom pathlib import Path\nfrom hazard.mines.agents.random import Random\n"
        f"class Dies(Random):\n    mark = Path({str(mark)!r})\n"
        "    def choose(self, views):\n"
        "        if not self.mark.exists():\n"
        "            self.mark.touch()\n"
        "            os.kill(os.getpid(), 9)\n"
        "        return super().choose(views)\n"
    )
    with Store.open() as store:
        first = match_mines([str(path)], BEGINNER, games=1000, workers=2, store=store, progress=stop_at(512))
        assert first.interrupted
        again = match_mines([str(path)], BEGINNER, games=1000, store=store, resume=True)
    assert again.standings[0].statuses.get("error", 0) == 0


def test_resume_needs_a_store() -> None:
    with pytest.raises(BadInput, match="result store"):
        match_mines(TWO, BEGINNER, games=256, resume=True)


# Records


def test_records_are_the_same_bytes_however_the_match_was_played(bot: Path, tmp_path: Path) -> None:
    agents = [str(bot), "mines/rules"]
    one, two, three = (tmp_path / f"{name}.jsonl" for name in ("one", "two", "three"))
    match_mines(agents, BEGINNER, games=600, records=one)
    match_mines(agents, BEGINNER, games=600, records=two, workers=2)
    with Store.open() as store:
        part = match_mines(agents, BEGINNER, games=600, records=three, store=store, progress=stop_at(700))
        assert len(list(read_lines(three, Record))) == part.played
        match_mines(agents, BEGINNER, games=600, records=three, store=store, resume=True)
    assert one.read_bytes() == two.read_bytes() == three.read_bytes()
    records = list(read_lines(one, Record))
    assert [record.agent for record in records] == [str(bot)] * 600 + ["mines/rules"] * 600
    assert {game.fault for game in replay(one)} == {None}


def test_games_that_were_played_without_records_are_played_again_for_them(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    match_mines(TWO, BEGINNER, games=600, records=one)
    with Store.open() as store:
        match_mines(TWO, BEGINNER, games=600, store=store, progress=stop_at(512))
        match_mines(TWO, BEGINNER, games=600, store=store, records=two, resume=True)
    assert one.read_bytes() == two.read_bytes()


def test_records_hold_the_games_that_count(tmp_path: Path) -> None:
    agents, path = ["mines/exact", "mines/equations"], tmp_path / "games.jsonl"
    result = match_mines(agents, BEGINNER, games=20_000, until="0,2", records=path, workers=3)
    assert len(list(read_lines(path, Record))) == result.played < 20_000


def test_where_records_cannot_be_written_is_told_before_the_first_game(tmp_path: Path) -> None:
    with Store.open() as store:
        for records, message in ((tmp_path / "missing" / "games.jsonl", "not there"), (tmp_path, "a folder")):
            with pytest.raises(BadInput, match=message):
                match_mines(TWO, BEGINNER, games=256, records=records, store=store)
        assert not store.path.with_name("match-1").exists()


def test_nothing_stays_behind(tmp_path: Path, hazard_home: Path) -> None:
    with Store.open() as store:
        match_mines(TWO, BEGINNER, games=256, records=tmp_path / "games.jsonl", store=store)
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]
    assert all(path.name.startswith("hazard.sqlite") for path in hazard_home.iterdir())


# kill -9

PROGRAM = "import sys; from hazard.apps.cli.main import main; sys.exit(main())"


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    home.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "match", "mines", *words],
        env={**os.environ, "HAZARD_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def told_by(process: subprocess.Popen[str]) -> dict[str, object]:
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return without_times(json.loads(out))


def kept_blocks(home: Path) -> int:
    """How many blocks of unfinished matches the store holds."""
    file = home / "hazard.sqlite"
    if not file.exists():
        return 0
    query = "SELECT count(*) FROM blocks b JOIN matches m ON m.id = b.match_id WHERE m.finished IS NULL"
    with Store.open(file), closing(sqlite3.connect(file)) as connection:
        return int(connection.execute(query).fetchone()[0])


def killed_again_and_again(tmp_path: Path, bot: Path, kills: int, games: int, seed: int) -> None:
    """Kill a match at random moments, go on each time, and compare the end with the uninterrupted match."""
    words = [str(bot), "mines/exact", "mines/equations", "--games", str(games), "--json"]
    records = [tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"]
    begin = time.monotonic()
    whole = told_by(start(tmp_path / "whole", *words, "--workers", "1", "--records", str(records[0])))
    needed = time.monotonic() - begin
    random = np.random.default_rng(seed)
    home, grew = tmp_path / "parts", 0
    for kill in range(kills):
        before = kept_blocks(home)
        workers = ["--workers", str(1 + kill % 2)]
        process = start(home, *words, *workers, "--records", str(records[1]), "--resume")
        if kill == 0:  # once for certain while something is kept, however busy the machine is
            while process.poll() is None and kept_blocks(home) == before:
                time.sleep(0.05)
        else:  # at any moment, from before the first line of ours runs, but seldom after the last
            time.sleep(random.uniform(0, 0.2 + 1.5 * needed / kills))
        if random.random() < 0.5:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()  # its workers have to find out for themselves
        process.communicate(timeout=60)
        after = kept_blocks(home)
        assert after >= before or after == 0  # 0: it had come to its end
        grew += after > before
    last = told_by(start(home, *words, "--workers", "2", "--records", str(records[1]), "--resume"))
    assert grew > 0
    assert last == whole
    assert records[0].read_bytes() == records[1].read_bytes()


def test_a_match_killed_at_random_moments_ends_as_if_it_had_not_been(tmp_path: Path, bot: Path) -> None:
    killed_again_and_again(tmp_path, bot, kills=4, games=1500, seed=2)


@pytest.mark.long
def test_a_match_killed_twenty_times_ends_as_if_it_had_not_been(tmp_path: Path, bot: Path) -> None:
    killed_again_and_again(tmp_path, bot, kills=20, games=20_000, seed=1)
