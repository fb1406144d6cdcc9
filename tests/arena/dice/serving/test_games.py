"""Served games: those of a match, told as the platform tells them, against agents of ours too."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hazard.arena.dice.deal import Deal
from hazard.arena.dice.match import table_dice
from hazard.arena.replaying import replay
from hazard.core.registry import resolve
from hazard.dice.record import Record
from hazard.dice.rules import Rules
from hazard.dice.wire.address import Address
from hazard.dice.wire.joining import join_dice
from tests.dice.wire.served import Raw, fault_of, in_thread, plays, records_in, serving, until


def matched(agents: list[str], deal: Deal, path: Path) -> list[Record]:
    """The records of a match of the same seeds."""
    table_dice(agents, deal).run(records=path)
    return records_in(path)


def games_of(records: list[Record]) -> list[tuple[object, ...]]:
    return [(record.seeds, record.commands, record.winner, record.rules) for record in records]


def test_clients_in_the_platforms_manner_play_the_games_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "served.jsonl"
    with serving(["dt.sdc", "kb.sdc_post_at"], rules=Rules(areas=20), records=path) as server:
        clients = [plays(server.port, nickname) for nickname in ("one", "two")]
    for client in clients:
        client.join(10)
    served = server.result()
    assert games_of(records_in(path)) == games_of(
        matched(["dt.sdc"] * 4, Deal(Rules(areas=20), 1, 1, False), tmp_path / "match.jsonl")
    )
    assert served.stopped is None
    assert served.endings == {"one player owns everything": 1}
    assert all(line.fault is None for line in replay(path))
    assert set(records_in(path)[0].agents[2:]) == {"dice/dt.sdc", "dice/kb.sdc_post_at"}
    assert sorted(records_in(path)[0].agents[:2]) == ["client:one", "client:two"]


def test_joined_agents_play_the_games_of_a_match_from_every_seat(tmp_path: Path) -> None:
    agents = ["kb.stei_adt", "kb.sdc_pre_at", "dt.wpm_c", "dt.stei"]
    path = tmp_path / "served.jsonl"
    with serving(rules=Rules(), maps=2, rotate=True, records=path) as server:
        address = Address("127.0.0.1", server.port)
        threads = []
        for name in agents:  # one after the other: they sit as they come
            threads.append(in_thread(lambda name=name: join_dice(address, resolve(name, "dice"), games=8)))
            until(server, f"{name} came")
    served = server.result()
    match = table_dice(agents, Deal(Rules(), 1, 2, True)).run(records=tmp_path / "match.jsonl")
    assert games_of(records_in(path)) == games_of(records_in(tmp_path / "match.jsonl"))
    told, same = served.to_json(), match.to_json()
    for ours, theirs in zip(told["agents"], same["agents"], strict=True):
        assert ours.pop("agent") == f"client:{theirs.pop('agent')}"
        for timing in ("ms_per_decision", "slowest_ms"):
            del ours[timing], theirs[timing]
        assert ours.pop("attacks_expected") == pytest.approx(
            theirs.pop("attacks_expected")
        )  # summed otherwise
        assert ours == theirs
    assert (told["endings"], told["stopped"]) == ({"one player owns everything": 8}, None)


def test_messages_are_those_of_the_platform() -> None:
    with serving(["kb.sdc_pre_at"], rules=Rules(players=2)) as server:
        client = Raw(server.port, "me")
        client.run()
    server.result()
    first, *rest = client.said
    assert set(first) == {
        "type", "areas", "score", "player", "no_players", "current_player", "board", "order"
    }  # fmt: skip
    assert (first["type"], first["player"], first["no_players"]) == ("game_start", 1, 2)
    assert set(first["areas"]["1"]) == {"adjacent_areas", "owner", "dice"}
    assert set(first["board"]["1"]) == {"hexes", "neighbours"}
    assert [message["type"] for message in rest[-2:]] == ["game_end", "close_socket"]
    fields = {
        "battle": {"type", "areas", "score", "result"},
        "transfer": {"type", "areas", "score", "result"},
        "end_turn": {"type", "areas", "score", "current_player", "reserves"},
    }
    assert {message["type"] for message in rest[:-2]} == set(fields)
    for message in rest[:-2]:
        assert set(message) == fields[message["type"]]
        assert set(message["score"]) == {"1", "2"}
        if message["type"] == "end_turn":
            assert all(set(area) == {"owner", "dice"} for area in message["areas"].values())
            assert set(message["reserves"]) == {"1", "2"}
        else:
            assert len(message["areas"]) == 34
            sides, named = (
                (("atk", "def"), {"name", "dice", "owner", "pwr"})
                if message["type"] == "battle"
                else (("src", "dst"), {"name", "dice"})
            )
            for side in sides:
                told = message["result"][side]
                assert set(told) == named
                assert told["dice"] == message["areas"][str(told["name"])]["dice"]


BROKEN = """
class Broken:
    def choose(self, views):
        if views.moves[0] > 1:
            raise RuntimeError("out of ideas")
        from hazard.dice.views import Decisions
        return Decisions.of([(0, 0, 0)])
"""


def test_an_agent_of_ours_that_fails_ends_its_turns_with_a_status(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    with serving([str(tmp_path / "broken.py")]) as server:
        Raw(server.port, "me").run()
    status, message = fault_of(server.result())
    assert status == "error"
    assert "RuntimeError: out of ideas (broken.py, line 5)" in message


COURSE = """
from dicewars.ai.utils import possible_attacks
from dicewars.client.ai_driver import BattleCommand, EndTurnCommand

class AI:
    def __init__(self, player_name, board, players_order, max_transfers):
        self.me = player_name
        self.turns = 0
        self.areas = sum(area.get_owner_name() == player_name for area in board.areas.values())

    def ai_turn(self, board, nb_moves_this_turn, nb_transfers_this_turn, nb_turns_this_game, time_left):
        if self.turns == LAST:
            raise RuntimeError(f"began with {self.areas}")
        for source, target in possible_attacks(board, self.me):
            if source.get_dice() > target.get_dice():
                return BattleCommand(source.get_name(), target.get_name())
        self.turns += 1
        return EndTurnCommand()
"""


def test_ais_of_the_course_play_the_games_of_a_match_on_both_ends_of_the_wire(tmp_path: Path) -> None:
    ais: list[str] = []
    for name, last in (("lasting", "None"), ("failing", "1")):
        (tmp_path / f"{name}.py").write_text(COURSE.replace("LAST", last))
        ais.append(f"course:{tmp_path / name}.py")
    path, rules = tmp_path / "served.jsonl", Rules(3, 20)
    with serving(ais, rules=rules, maps=3, records=path) as server:
        joined = join_dice(Address(port=server.port), resolve(ais[1], "dice"), games=3)
    served = server.result()
    table_dice([ais[1], *ais], Deal(rules, 1, 3, False)).run(records=tmp_path / "match.jsonl")
    assert games_of(records_in(path)) == games_of(records_in(tmp_path / "match.jsonl"))
    assert joined.nickname == "dice/failing"
    began = [record.beginning().owners for record in records_in(path)]
    ended = [(game.status, game.fault) for game in joined.games]
    assert ended == [
        ("ERROR", f"RuntimeError: began with {(owners == 0).sum()} (failing.py, line 13)") for owners in began
    ]
    told = {fault.message for fault in served.result.faults}
    assert (
        told <= {f"RuntimeError: began with {(o == 2).sum()} (failing.py, line 13)" for o in began} != set()
    )


def test_an_ai_of_the_course_has_a_process_for_its_game_and_no_longer(tmp_path: Path) -> None:
    (tmp_path / "born").mkdir()
    note = f"open({str(tmp_path / 'born')!r} + '/' + str(__import__('os').getpid()), 'w').close()"
    ai = tmp_path / "noting.py"
    ai.write_text(COURSE.replace("LAST", "None").replace("self.turns = 0", f"self.turns = 0; {note}"))
    with serving([f"course:{ai}"], maps=3) as server:
        join_dice(Address(port=server.port), resolve(f"course:{ai}", "dice"), games=3)
    assert server.result().result.played == 3
    born = list((tmp_path / "born").iterdir())
    assert len(born) == 6
    for path in born:  # though the process that made them waits for more
        with pytest.raises(ProcessLookupError):
            os.kill(int(path.name), 0)
