"""`hazard serve dice` and `hazard join` as their users meet them: in shells of their own."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hazard.apps.cli.main import main
from hazard.dice.record import verify
from tests.dice.wire.served import records_in

# As in a shell's foreground, whatever started the tests.
PROGRAM = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from hazard.apps.cli.main import main
sys.exit(main())
"""


@contextmanager
def served(*words: object) -> Generator[tuple[subprocess.Popen[str], int]]:
    """A server in a process of its own, and its port."""
    command = [sys.executable, "-c", PROGRAM, "serve", "dice", "--port", "0", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        told = server.stderr.readline()
        found = re.fullmatch(r"serving \d+ games? at 127\.0\.0\.1:(\d+), waiting for \d clients?\n", told)
        try:
            assert found, told + server.stderr.read()
            yield server, int(found[1])
        finally:
            server.kill()


def join(port: int, *words: str) -> int:
    return main(["join", f"127.0.0.1:{port}", *words])


def test_a_series_is_told_on_both_sides_and_its_records_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    words = ("--seats", 2, "--areas", 8, "--agent", "dt.rand", "--maps", 2, "--seed", 3, "--records", path)
    with served(*words) as (server, port):
        assert join(port, "--agent", "dt.sdc", "--games", "4") == 0
        out, err = server.communicate(timeout=120)
    assert server.returncode == 0
    assert "one table, 2 players, 8 areas, 2 maps, every map from every seat, seed 3" in out
    assert "client:dice/dt.sdc" in out
    assert "4 games over: one player owns everything" in out
    assert (
        len(
            re.findall(
                r"^game \d of 4: .* \(seat [12]\) wins: one player owns everything;", err, re.MULTILINE
            )
        )
        == 4
    )
    lines = capsys.readouterr().out.splitlines()
    assert [re.findall(r"^game (\d): .*, in seat (\d) of 2; ", line) for line in lines] == [
        [("1", "1")], [("2", "2")], [("3", "1")], [("4", "2")]
    ]  # fmt: skip
    for record in records_in(path):
        verify(record)
    assert len(records_in(path)) == 4


def test_no_rotate_keeps_everybody_in_place_and_json_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    with served("--seats", 2, "--areas", 8, "--agent", "dt.rand", "--maps", 2, "--no-rotate", "--json") as (
        server,
        port,
    ):
        assert join(port, "--agent", "dt.sdc", "--games", "2", "--nickname", "me", "--json") == 0
        out, _ = server.communicate(timeout=120)
    told, joined = json.loads(out), json.loads(capsys.readouterr().out)
    assert (told["rotate"], told["games"], told["stopped"]) == (False, 2, None)
    assert [agent["agent"] for agent in told["agents"]] == ["client:me", "dice/dt.rand"]
    assert (joined["agent"], joined["nickname"], joined["fault"]) == ("dice/dt.sdc", "me", None)
    assert [game["seat"] for game in joined["games"]] == [0, 0]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_series_keeps_what_was_played(
    number: signal.Signals, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.jsonl"
    with served("--seats", 2, "--areas", 8, "--agent", "dt.rand", "--maps", 9, "--records", path) as (
        server,
        port,
    ):
        assert join(port, "--agent", "dt.sdc", "--games", "3") == 0
        server.send_signal(number)
        out, err = server.communicate(timeout=120)
    assert server.returncode == 130
    assert err.endswith("hazard: interrupted after 3 games\n")
    assert "3 games over" in out
    assert len(records_in(path)) == 3
    capsys.readouterr()


def test_what_cannot_be_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["serve", "dice", "--port", "70000"], "port 70000: want 0 to 65535"),
        (["serve", "dice", "--wait", "-1"], "a wait of -1 s: want 0 to 86400"),
        (["serve", "dice", "--clock", "5"], "a clock '5': want SECONDS+SECONDS"),
        (["join", "nowhere", "--agent", "dt.sdc", "--games", "0"], "0 games: want at least 1"),
        (["join", "a:b", "--agent", "dt.sdc"], "an address 'a:b': want HOST:PORT"),
        (["join", "127.0.0.1:1", "--agent", "dt.sdc"], "no server at 127.0.0.1:1: connection refused"),
    ):
        assert main(words) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert told in err
