"""Matches, tables and tournaments of Dicewars: the same numbers however they are played."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from hazard.arena.dice.block import Tables
from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.dice.match import Playing, all_tables, match_dice, table_dice, tournament_dice
from hazard.arena.dice.result import DiceResult
from hazard.arena.dice.results import results
from hazard.arena.stats import clustered
from hazard.arena.store import Store
from hazard.core.errors import AgentError, BadInput, UnknownAgent
from hazard.core.registry import resolve
from hazard.core.status import Status
from hazard.dice.game import Game
from hazard.dice.playing import Block, play_block
from hazard.dice.record import Record, verify
from hazard.dice.rules import Rules, RulesError
from hazard.dice.seeds import table_seeds

FOUR = Rules()


def deal(maps: int = 80, *, players: int = 4, rotate: bool = True, seed: int = 5) -> Deal:
    return Deal(Rules(players=players), seed, maps, rotate)


def outcome(result: DiceResult) -> object:
    """All numbers but times."""
    told = result.to_json()
    for row in (*told["agents"], *(row for lane in told.get("opponents", ()) for row in lane["agents"])):
        for name in ("ms_per_decision", "slowest_ms"):
            row.pop(name)
    return told


def bot(folder: Path, body: str) -> str:
    path = folder / "bot.py"
    path.write_text(
        "from hazard.dice.agent import PositionAgent\nfrom hazard.dice.command import END, attack\n"
        f"class Bot(PositionAgent):\n    def choose_one(self, view):\n        {body}\n"
    )
    return str(path)


def test_everybody_has_every_seat_once_on_each_map() -> None:
    seats = deal(3).seats(Lane("", ((0, 1, 2, 3),)), 0, 12)
    for board in range(3):
        rotations = seats[4 * board : 4 * board + 4]
        assert [row.tolist().index(0) for row in rotations] == [0, 1, 2, 3]
        for agent in range(4):
            assert sorted(np.argwhere(rotations == agent)[:, 1].tolist()) == [0, 1, 2, 3]
        assert rotations[1].tolist() == [3, 0, 1, 2]  # the order of turns stays, the start moves on


def test_without_rotation_the_first_named_always_begins() -> None:
    seats = deal(5, rotate=False).seats(Lane("", ((0, 1, 1, 1),)), 0, 5)
    assert seats.tolist() == [[0, 1, 1, 1]] * 5


def test_rotations_of_a_map_share_the_map_and_not_the_rolls() -> None:
    first, second, other = (table_seeds(1, *which, 4).tolist() for which in ((3, 0), (3, 1), (4, 0)))
    assert first[:3] == second[:3] != other[:3]
    assert not set(first[3:]) & set(second[3:])
    assert len(set(first + other)) == 16


def test_the_win_rate_counts_the_hero_and_the_intervals_take_maps() -> None:
    result = match_dice("kb.sdc_pre_at", ["kb.stei_adt", "dt.rand"], deal()).run()
    assert result.names == ("dice/kb.sdc_pre_at", "dice/kb.stei_adt", "dice/dt.rand")
    for lane in result.lanes:
        hero, copies = (lane.standings[place] for place in lane.lane.places)
        assert (hero.games, copies.games) == (320, 960)
        assert hero.wins + copies.wins + lane.unwon == 320
        assert sum(seat.wins for seat in hero.by_seat) == hero.wins
        assert [seat.games for seat in hero.by_seat] == [80] * 4
        assert len(hero.by_map[0]) == 80
        assert hero.interval == clustered(*hero.by_map)
    rate, interval = result.mean or (0.0, None)
    assert rate == pytest.approx(sum(lane.standings[0].win_rate or 0 for lane in result.lanes) / 2)
    assert interval is not None
    assert interval.low < rate < interval.high
    first, second = (lane.standings[0].win_rate or 0 for lane in result.lanes)
    assert first + 0.2 < second  # against stei_adt 15 %, against rand 58 %: at 320 games each beyond doubt


def test_an_agent_against_itself_is_told_apart_from_its_copies() -> None:
    result = match_dice("dt.sdc", ["dt.sdc"], deal(100)).run()
    hero, copies = (result.lanes[0].standings[place] for place in (0, 1))
    assert (hero.games, copies.games) == (400, 1200)
    assert hero.interval.low < 0.25 < hero.interval.high


def test_the_same_agent_may_sit_several_times_at_a_table() -> None:
    result = table_dice(["dt.rand", "dt.sdc", "dt.rand"], deal(60, players=3)).run()
    rand, sdc = (result.lanes[0].standings[place] for place in (0, 1))
    assert (rand.agent, rand.games, sdc.games) == ("dice/dt.rand", 360, 180)
    assert rand.wins + sdc.wins + result.lanes[0].unwon == 180


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_tables_of_any_size_are_played(players: int) -> None:
    result = match_dice("dt.stei", ["dt.rand"], deal(10, players=players)).run()
    assert result.played == 10 * players


def test_one_and_two_workers_give_the_same_numbers() -> None:
    playing = [match_dice("kb.stei_at", ["dt.rand", "xlogin00"], deal(100)) for _ in range(2)]
    assert outcome(playing[0].run(workers=1)) == outcome(playing[1].run(workers=2))


def test_a_python_agent_plays_as_its_policy_does() -> None:
    seats = np.tile(np.arange(4), (8, 1))
    seeds = np.array([table_seeds(9, game, 0, 4) for game in range(8)])
    agents = [resolve(f"dice/{name}", "dice") for name in ("kb.stei_adt", "dt.rand", "xlogin42", "dt.wpm_d")]
    native = play_block(agents, Block(FOUR, seeds, seats), record=True)
    asked = play_block(agents, Block(FOUR, seeds, seats), record=True, native=False)
    assert native.records == asked.records
    assert np.array_equal(native.deeds.expected, asked.deeds.expected)


def interrupted(playing: Playing, store: Store, after: int) -> DiceResult:
    """A match that Ctrl-C ends after some blocks."""
    seen = 0

    def progress(_: DiceResult) -> None:
        nonlocal seen
        seen += 1
        if seen == after:
            raise KeyboardInterrupt

    return playing.run(store=store, progress=progress)


def test_an_interrupted_match_goes_on_and_ends_as_if_nothing_had_been() -> None:
    def playing() -> Playing:
        return match_dice("kb.sdc_pre_at", ["dt.stei", "dt.rand"], deal(150))

    whole = playing().run()
    with Store.open() as store:
        part = interrupted(playing(), store, 2)
        assert part.interrupted
        assert 0 < part.played < whole.played
        resumed = playing().run(store=store, resume=True)
    assert resumed.kept == part.played
    assert outcome(resumed) == outcome(whole)


def test_records_hold_every_game_and_verify(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    result = match_dice("kb.stei_dt", ["dt.rand"], deal(6)).run(records=path)
    records = [msgspec.json.decode(line, type=Record) for line in path.read_bytes().splitlines()]
    assert len(records) == result.played == 24
    wins = 0
    for record in records:
        assert verify(record).over
        assert record.winner is not None
        wins += record.agents[record.winner] == "dice/kb.stei_dt"
    assert wins == result.lanes[0].standings[0].wins
    assert Game.from_record(records[0]).winner == records[0].winner


def test_a_tournament_rates_all_agents_and_every_set_meets() -> None:
    tables = all_tables(5, 3, seed=1)
    assert len({tuple(sorted(table)) for table in tables}) == len(tables) == 10
    names = ["dt.rand", "dt.sdc", "kb.stei_adt", "kb.sdc_pre_at", "xlogin00"]
    result = tournament_dice(names, deal(100)).run()
    order = [row.name for row in result.ratings]
    assert order[0] == "dice/kb.stei_adt"
    assert set(order[-2:]) == {"dice/dt.rand", "dice/xlogin00"}
    assert sum(row.points for row in result.ratings) == pytest.approx(0, abs=1e-9)
    games = [result.pooled(place).games for place in range(5)]
    assert max(games) - min(games) == 0
    assert [row["name"] for row in result.to_json()["ratings"]] == order


def test_with_fewer_agents_than_seats_some_sit_twice() -> None:
    assert {tuple(sorted(table)) for table in all_tables(2, 4, seed=1)} == {
        (0, 0, 0, 1),
        (0, 0, 1, 1),
        (0, 1, 1, 1),
    }
    result = tournament_dice(["dt.rand", "dt.sdc"], deal(30)).run()
    assert result.ratings[0].name == "dice/dt.sdc"


def test_a_failing_agent_only_ends_its_turns_and_the_report_says_why(tmp_path: Path) -> None:
    agent = bot(tmp_path, "return 1 / (view.turns - 2) and END")
    result = match_dice(agent, ["dt.rand"], deal(3)).run()
    hero = result.lanes[0].standings[0]
    assert hero.statuses == {"error": 12}
    (fault,) = hero.faults
    assert (fault.status, fault.count) == ("error", 12)
    assert "ZeroDivisionError" in fault.message
    assert "bot.py, line 5" in fault.message
    assert result.lanes[0].standings[1].statuses.get("error") is None
    assert result.lanes[0].standings[1].wins == 12


def test_an_illegal_command_is_named(tmp_path: Path) -> None:
    result = match_dice(bot(tmp_path, "return attack(0, 0)"), ["dt.rand"], deal(1)).run()
    (fault, *_) = result.lanes[0].standings[0].faults
    assert fault.status == "illegal"
    assert fault.message.startswith("attack 0 -> 0: ")


def test_a_block_whose_worker_died_counts_as_errors_of_those_who_sat_there() -> None:
    playing = match_dice("dt.rand", ["dt.sdc"], deal(10))
    block = playing.task(0, 0, record=False).lost("worker process 1 died")
    assert (block.statuses == Status.ERROR).all()
    playing.enter(0, block)
    hero = playing.result().lanes[0].standings[0]
    assert (hero.games, hero.wins, hero.faults[0].message) == (40, 0, "worker process 1 died")


def test_what_the_store_has_is_what_was_played() -> None:
    playing = match_dice("dt.rand", ["dt.sdc"], deal(20))
    block, _ = playing.task(0, 0, record=False).play()
    with Store.open() as store:
        match = store.begin(playing.key())
        store.save_block(match, "0", 0, block.pack(), 1.5, block.faults)
        again = Tables.unpack(0, store.blocks(match, "0")[0])
    assert np.array_equal(again.winner, block.winner)
    assert np.array_equal(again.statuses, block.statuses)
    assert again.deeds == block.deeds
    assert np.array_equal(again.battles, block.battles)


def test_the_leaderboard_counts_a_game_once_and_rates_by_who_met_whom() -> None:
    with Store.open() as store:
        for _ in range(2):
            match_dice("kb.sdc_pre_at", ["dt.rand"], deal(40)).run(store=store, command="hazard match dice …")
        match_dice("kb.stei_adt", ["kb.sdc_pre_at"], deal(40)).run(store=store)
        tournament_dice(["dt.rand", "dt.sdc"], deal(10, players=2)).run(store=store)
        rows = results(store)
    four = [row for row in rows if row.rules.players == 4]
    assert [row.agent for row in four] == ["dice/kb.stei_adt", "dice/kb.sdc_pre_at", "dice/dt.rand"]
    assert {row.agent: row.games for row in four} == {
        "dice/kb.stei_adt": 160,
        "dice/kb.sdc_pre_at": 160 + 480,
        "dice/dt.rand": 480,
    }
    assert all(row.rating is not None for row in four)
    assert four[-1].commands == ("hazard match dice …",)
    assert len([row for row in rows if row.rules.players == 2]) == 2


def test_the_leaderboard_leaves_out_matches_that_say_who_sat_first() -> None:
    with Store.open() as store:
        match_dice("dt.rand", ["dt.sdc"], deal(20)).run(store=store)
        rotated = results(store)
        match_dice("dt.rand", ["dt.sdc"], deal(40, rotate=False)).run(store=store)
        assert results(store) == rotated


@pytest.mark.parametrize(
    ("make", "error", "message"),
    [
        (lambda: match_dice("dt.rand", [], deal(1)), BadInput, "at least one opponent"),
        (lambda: match_dice("dt.rnd", ["dt.sdc"], deal(1)), UnknownAgent, "did you mean dice/dt.rand"),
        (lambda: match_dice("dt.rand", ["dt.sdc"] * 2, deal(1)), BadInput, "name each once"),
        (lambda: match_dice("mines/exact", ["dt.sdc"], deal(1)), AgentError, "unknown agent 'mines/exact'"),
        (lambda: match_dice("missing.py", ["dt.sdc"], deal(1)), AgentError, "there is no file"),
        (lambda: table_dice(["dt.rand"] * 3, deal(1)), BadInput, "3 agents are named for a table of 4"),
        (lambda: tournament_dice(["dt.rand"], deal(1)), BadInput, "at least two agents"),
        (lambda: deal(0), BadInput, "want at least 1"),
        (lambda: deal(1, players=9), RulesError, "players 9: want 2 to 8"),
        (lambda: match_dice("dt.rand", ["dt.sdc"], deal(1)).run(workers=0), BadInput, "0 workers"),
        (lambda: match_dice("dt.rand", ["dt.sdc"], deal(1)).run(resume=True), BadInput, "result store"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_line(make: object, error: type, message: str) -> None:
    with pytest.raises(error) as caught:
        make()  # type: ignore[operator]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
