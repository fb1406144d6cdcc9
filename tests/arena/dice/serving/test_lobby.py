"""Who plays: clients as they come, and later by their nicknames."""

from __future__ import annotations

import time
from dataclasses import replace

from hazard.dice.wire.limits import LIMITS
from tests.dice.wire.served import Raw, plays, serving, until


def test_who_says_no_name_in_time_or_something_else_first_is_sent_away() -> None:
    with serving(["dt.sdc"], limits=replace(LIMITS, hello=1.0)) as server:
        silent, rude = Raw(server.port, "s"), Raw(server.port, "r")
        rude.say(b'{"type":"end_turn"}')
        assert rude.to_the_end() == ""
        assert silent.to_the_end() == ""
        Raw(server.port, "me").run()
    assert server.result().result.faults == []


def test_one_connection_too_many_is_closed_and_the_others_play() -> None:
    with serving(["dt.sdc"], limits=replace(LIMITS, connections=3)) as server:
        idle = [Raw(server.port, "idle") for _ in range(2)]
        time.sleep(0.05)
        player = Raw(server.port, "me")
        time.sleep(0.05)
        assert Raw(server.port, "late").to_the_end() == ""
        player.run()
        for client in idle:
            client.to_the_end()
    assert server.result().result.played == 1


def test_clients_are_known_by_nickname_and_strangers_sent_away() -> None:
    with serving(["dt.sdc"], maps=2, rotate=True) as server:
        port = server.port
        Raw(port, "me").run()
        stranger = Raw(port, "stranger").hello()
        assert stranger.to_the_end() == "close_socket"
        for _ in range(3):
            Raw(port, "me").run()
    served = server.result()
    assert served.result.names == ("client:me", "dice/dt.sdc")
    assert [seat.games for seat in served.result.lanes[0].standings[0].by_seat] == [2, 2]
    assert any(line.startswith("stranger came") for line in server.lines)


def test_of_those_who_wait_under_one_name_the_last_has_the_place() -> None:
    with serving(["dt.sdc"], maps=2) as server:
        playing = Raw(server.port, "me").hello()
        assert playing.until_ours()
        waiting = Raw(server.port, "me").hello()
        for _ in range(2):
            later = Raw(server.port, "me").hello()
            assert waiting.to_the_end() == "close_socket"
            waiting = later
        playing.send(playing.decide())
        playing.go_on()
        waiting.go_on()
    assert server.result().result.faults == []


def test_two_clients_of_one_nickname_are_one_agent_with_two_seats() -> None:
    with serving(maps=2) as server:
        threads = [plays(server.port, "twin", 2) for _ in range(2)]
    for thread in threads:
        thread.join(120)
    row = server.result().result.lanes[0].standings[0]
    assert (row.agent, row.games, row.wins) == ("client:twin", 4, 2)


def test_who_stays_away_from_the_next_game_only_ends_its_turns() -> None:
    with serving(maps=2, wait=2.0) as server:
        port = server.port
        once, both = plays(port, "once"), plays(port, "both", 2)
    once.join(120)
    both.join(120)
    served = server.result()
    assert served.result.played == 2
    assert served.stopped is None
    (fault,) = served.result.faults
    assert (fault.agent, fault.message) == ("client:once", "did not come to the game")


def test_who_leaves_before_the_game_begins_is_forgotten() -> None:
    with serving() as server:
        leaver = Raw(server.port, "leaver").hello()
        until(server, "leaver came")
        leaver.socket.close()
        until(server, "leaver left")
        threads = [plays(server.port, name) for name in "ab"]
    for thread in threads:
        thread.join(120)
    assert set(server.result().result.names) == {"client:a", "client:b"}


def test_a_nickname_is_made_fit_for_a_table() -> None:
    with serving(["dt.sdc"]) as server:
        Raw(server.port, " \x1b[31m\nred\0" + "x" * 100).run()
    name = server.result().result.names[0]
    assert name == "client:[31mred" + "x" * 33
