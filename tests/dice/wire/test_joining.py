"""Our agents on a course server: its habits, its games, and one line for everything that goes wrong."""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from threading import Thread
from time import sleep

import msgspec
import pytest

from hazard.core.errors import BadInput
from hazard.core.registry import resolve
from hazard.dice.command import END
from hazard.dice.formats import format_game_start
from hazard.dice.game import Game
from hazard.dice.playing import Block, play_block
from hazard.dice.rules import Rules
from hazard.dice.wire import messages
from hazard.dice.wire.address import Address, parse_address
from hazard.dice.wire.joining import Joined, JoinedSeries, join_dice
from hazard.dice.wire.messages import Teller
from tests.dice.wire.platform_server import PlatformServer, whole
from tests.dice.wire.served import in_thread, serving, unused_port

SDC = resolve("dt.sdc", "dice")


def join(port: int, **options: object) -> JoinedSeries:
    return join_dice(Address(port=port), options.pop("agent", SDC), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("order", [[1, 2, 3, 4], [3, 1, 4, 2]])
def test_our_agents_play_a_whole_game_on_a_server_in_the_platforms_manner(order: list[int]) -> None:
    import numpy as np

    agents = [resolve(name, "dice") for name in ("kb.stei_adt", "kb.sdc_pre_at", "dt.wpm_d", "dt.stei")]
    server = PlatformServer(Game(Rules(), seed=5), order)
    server.start()
    series: dict[int, JoinedSeries] = {}
    threads: list[Thread] = []
    for player, agent in enumerate(agents, start=1):

        def play(player: int = player, agent: object = agent) -> None:
            series[player] = join(server.port, agent=agent, nickname=f"p{player}")

        threads.append(in_thread(play))
        while len(server.nicknames) < player:
            sleep(0.002)
    for thread in threads:
        thread.join(120)
    server.join(120)
    assert server.died is None
    assert server.nicknames == {1: "p1", 2: "p2", 3: "p3", 4: "p4"}
    block = Block(Rules(), np.full((1, 8), 5, np.uint64), np.array([[name - 1 for name in order]]))
    same = play_block(agents, block, record=True)
    assert same.records is not None
    assert same.records[0].commands == server.game.record().commands
    for player, played in series.items():
        assert played.fault is None
        (game,) = played.games
        assert game.seat == order.index(player)
        assert game.winner == server.game.winner
        assert game.status == ("WON" if game.seat == game.winner else "LOST")
        assert game.decisions == same.deeds.decisions[0, game.seat]


def one_by_one(message: bytes) -> Iterator[bytes]:
    """Packets of a byte."""
    return (message[at : at + 1] for at in range(len(message)))


def cut_anywhere(message: bytes) -> Iterator[bytes]:
    """Packets that begin and end amid names, numbers and words."""
    draws = Random(len(message))
    cuts = sorted(draws.randrange(len(message)) for _ in range(draws.randrange(9)))
    return (message[begin:end] for begin, end in pairwise((0, *cuts, len(message))))


def test_a_game_is_the_same_however_the_server_cuts_what_it_says() -> None:
    played: list[tuple[list[Joined], tuple[str, ...]]] = []
    for pieces in (whole, one_by_one, cut_anywhere):
        server = PlatformServer(Game(Rules(players=2, areas=8), seed=5), [1, 2], pieces)
        server.start()
        found: list[JoinedSeries] = []
        threads = [in_thread(lambda: found.append(join(server.port))) for _ in range(2)]  # noqa: B023
        for thread in threads:
            thread.join(120)
        server.join(120)
        assert server.died is None
        games = sorted((game for series in found for game in series.games), key=lambda game: game.seat)
        untimed = [msgspec.structs.replace(game, seconds=0.0, slowest=0.0) for game in games]
        played.append((untimed, server.game.record().commands))
    assert played == played[:1] * 3


@contextmanager
def scripted(*scripts: Callable[[socket.socket], object]) -> Generator[int]:
    """A server that does this with each client that comes, one after the other, and then stops to listen."""
    listening = socket.create_server(("127.0.0.1", 0))

    def work() -> None:
        for script in scripts:
            client, _ = listening.accept()
            with client:
                client.recv(1000)
                script(client)
        listening.close()

    thread = in_thread(work)
    yield listening.getsockname()[1]
    thread.join(120)
    assert not thread.is_alive()


START = format_game_start(Game(Rules(players=2, areas=6), seed=1).position).encode() + b"\0"
WE_END = b'{"type":"end_turn","areas":{},"score":{},"current_player":2,"reserves":{}}\0'


def begins_and_leaves(client: socket.socket) -> None:
    client.sendall(START)
    client.recv(1000)
    client.sendall(WE_END)


def says_after(data: bytes) -> Callable[[socket.socket], object]:
    def script(client: socket.socket) -> None:
        client.sendall(START)
        client.recv(1000)
        client.settimeout(60)
        with suppress(ConnectionError):
            client.sendall(data)
            client.recv(1000)

    return script


CLOSE = b'{"type":"close_socket"}\0'
FAULTS = [
    (lambda client: None, "closed the connection before a game began"),
    (lambda client: client.sendall(CLOSE), "closed the connection before a game began"),
    (begins_and_leaves, "closed the connection in the middle of the game, after 1 turns"),
    (says_after(CLOSE), "closed the connection in the middle of the game, after 0 turns"),
    (says_after(b"hello\0"), "sent what cannot be: 'hello' is no message: "),
    (says_after(b'{"type":"battle"}\0'), "sent what cannot be: .* is no message: .*`result`"),
    (says_after(WE_END.replace(b"2", b"9")), "sent what cannot be: current_player 9 is no player"),
    (says_after(b"x" * (1 << 21)), "sent what cannot be: a message of more than 1,048,576 bytes"),
    (lambda client: client.sendall(START * 2), "sent what cannot be: a second game_start in one game"),
    (lambda client: client.recv(1), "said nothing for 0.3 s"),
]


@pytest.mark.parametrize(("script", "told"), FAULTS)
def test_what_goes_wrong_is_one_line(script: Callable[[socket.socket], object], told: str) -> None:
    import re

    with scripted(script) as port:
        series = join(port, patience=0.3 if "0.3 s" in told else 60.0)
    assert series.games == ()
    assert series.fault is not None
    assert re.match(f"127.0.0.1:{port} {told}", series.fault), series.fault
    assert "\n" not in series.fault


def test_no_server_is_told_at_once_and_waited_for_when_asked() -> None:
    port = unused_port()
    assert join(port).fault == f"no server at 127.0.0.1:{port}: connection refused"
    found: list[JoinedSeries] = []
    thread = in_thread(lambda: found.append(join(port, wait=10)))
    sleep(0.2)
    with socket.create_server(("127.0.0.1", port)) as late:
        client, _ = late.accept()
        client.close()
        thread.join(120)
    assert found[0].fault == f"127.0.0.1:{port} closed the connection before a game began"


def test_a_name_that_nobody_knows_is_told_in_one_line() -> None:
    series = join_dice(Address("no-such-host.invalid", 5005), SDC)
    assert series.fault is not None
    assert series.fault.startswith("no server at no-such-host.invalid:5005: ")


def test_games_that_were_played_are_kept_when_the_server_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hazard.dice.wire.joining.BETWEEN", 0.2)
    with serving(["dt.sdc"], maps=2) as server:
        series = join(server.port, games=5)
    assert [game.number for game in series.games] == [1, 2]
    assert series.fault is not None
    assert series.fault.startswith("game 3 of 5: no server at 127.0.0.1:")


def test_an_end_of_turn_by_the_servers_clock_is_heard_before_a_command_is_sent() -> None:
    def script(client: socket.socket) -> None:
        client.sendall(START + WE_END)  # our first turn is over before we could look at it
        client.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.recv(1000)
        client.sendall(b'{"type":"game_end","winner":-1}\0{"type":"close_socket"}\0')

    with scripted(script) as port:
        series = join(port)
    assert series.fault is None
    assert (series.games[0].winner, series.games[0].status) == (None, "UNFINISHED")
    assert (series.games[0].decisions, series.games[0].turns) == (0, 1)


def test_a_whole_game_in_one_packet_is_followed_to_its_end() -> None:
    game = Game(Rules(players=2, areas=6), seed=1)
    teller, said = Teller(game.position), START
    while not game.over:  # the other one wins while our turns are ended for us
        attacks = game.position.views()[0].attacks() if game.position.player == 1 else []
        event = game.play(attacks[0] if attacks else END)
        said += teller.tell(event, game.position)
    with scripted(lambda client: client.sendall(said + messages.game_end(game.winner) + CLOSE)) as port:
        series = join(port)
    assert series.fault is None
    (played,) = series.games
    assert (played.decisions, played.winner, played.status) == (0, 1, "LOST")


AGENTS = """
import time
from hazard.dice.agent import PositionAgent
from hazard.dice.command import Command, attack

class Raises(PositionAgent):
    def choose_one(self, view):
        raise RuntimeError("out of ideas")

class Illegal(PositionAgent):
    def choose_one(self, view):
        return attack(0, 0)

class Nonsense(PositionAgent):
    def choose_one(self, view):
        return Command(7, 0, 0)

class Stalls(PositionAgent):
    def choose_one(self, view):
        time.sleep(60)
"""


@pytest.mark.parametrize(
    ("name", "status", "told"),
    [
        ("Raises", "ERROR", "RuntimeError: out of ideas (bots.py, line 8)"),
        ("Illegal", "ILLEGAL", "attack 0 -> 0 breaks the rules"),
        ("Nonsense", "ILLEGAL", "kind 7 is none of 0 (end), 1 (attack), 2 (transfer)"),
        ("Stalls", "TIMEOUT", "no answer within 0.5 s (bots.py, line 20)"),
    ],
)
def test_an_agent_that_fails_ends_its_turns_and_the_server_hears_nothing_wrong(
    name: str, status: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / "bots.py").write_text(AGENTS)
    with serving(["dt.sdc"]) as server:
        agent = resolve(f"{tmp_path / 'bots.py'}:{name}", "dice")
        limit = 0.5 if status == "TIMEOUT" else 60.0
        series = join(server.port, agent=agent, time_limit=limit, nickname="bot")
    assert series.fault is None
    (game,) = series.games
    assert (game.status, game.fault, game.winner) == (status, told, 1)
    assert server.result().result.faults == []


def test_addresses_are_read_as_people_write_them() -> None:
    assert parse_address("example.org:7000") == Address("example.org", 7000)
    assert parse_address(":7000") == Address("127.0.0.1", 7000)
    assert parse_address("example.org") == Address("example.org", 5005)
    assert parse_address("[::1]:7000") == Address("::1", 7000)
    assert str(Address("::1", 7000)) == "[::1]:7000"
    for text in ("", "a:b", "a:0", "a:70000", "a b:1", "::1", "http://a:1", "a:1:2"):
        with pytest.raises(BadInput, match="want HOST:PORT"):
            parse_address(text)


def test_numbers_that_make_no_sense_are_refused() -> None:
    nan = float("nan")
    for options in (
        *({"games": 0}, {"wait": -1.0}, {"wait": nan}, {"patience": 0.0}, {"patience": nan}),
        *({"time_limit": 0.0}, {"transfers": -1}),
    ):
        with pytest.raises(BadInput):
            join(1, **options)
