"""Two of four clients drop, garble, flood or sleep: every game ends, and nothing of them is left."""

from __future__ import annotations

import gc
import os
from collections import Counter
from pathlib import Path

import pytest

from hazard.arena.dice.serving import STAYED_AWAY
from hazard.arena.replaying import replay
from hazard.dice.rules import Rules
from hazard.dice.wire.client import Client
from hazard.dice.wire.clock import Clock
from hazard.dice.wire.table import Table
from tests.dice.wire.rude_clients import MANNERS, Politeness, Rudeness
from tests.dice.wire.served import records_in, serving

WAIT = 0.3
REASONS = {"one player owns everything", "8 rounds of nothing but ended turns", "10,000 battles"}


def held() -> tuple[int, int, int]:
    """Clients and tables in this process, and its open files, sockets among them, where Linux tells."""
    gc.collect()
    things = gc.get_objects()
    # By type: isinstance would ask objects of any library, some of which warn when they are asked.
    clients, tables = (sum(issubclass(type(thing), kind) for thing in things) for kind in (Client, Table))
    files = Path("/proc/self/fd")
    return clients, tables, len(os.listdir(files)) if files.is_dir() else 0


def survive(games: int, areas: int, nap: float, clock: Clock, records: Path) -> Counter[str]:
    """Serve so many games to rude clients; how often each manner was tried."""
    before = held()
    with serving(
        rules=Rules(4, areas), maps=games, seed=7, clock=clock, wait=WAIT, records=records
    ) as server:
        port = server.port
        rude = [Rudeness(port, f"rude {seed}", seed, nap, 2 * WAIT) for seed in (1, 2)]
        clients = [Politeness(port, "bold"), Politeness(port, "careful", least=1), *rude]
        for client in clients:
            client.start()
        server.join(3 * games)
        for client in clients:
            client.stop()
    served = server.result()
    assert served.stopped is None
    assert sum(served.endings.values()) == served.result.played == games
    assert set(served.endings) <= REASONS
    assert all(line.fault is None for line in replay(records))
    of_polite = {fault.message for fault in served.result.faults if "rude" not in fault.agent}
    assert of_polite <= {STAYED_AWAY, "the clock ended a turn"}  # a busy machine makes them slow
    failed = sum(
        "rude" in name and status == "ERROR"
        for record in records_in(records)
        for name, status in zip(record.agents, record.statuses, strict=True)
    )
    assert failed > games / 4
    for now, then in zip(held(), before, strict=True):
        assert now <= then
    return sum((client.manners for client in rude), Counter[str]())


def test_every_game_among_rude_clients_ends_and_leaves_nothing_behind(tmp_path: Path) -> None:
    manners = survive(len(MANNERS), 10, 0.01, Clock(0.2, 0.02), tmp_path / "games.jsonl")
    assert len(manners) > len(MANNERS) / 2


@pytest.mark.long
def test_three_hundred_games_among_rude_clients_end(tmp_path: Path) -> None:
    manners = survive(300, 34, 0.02, Clock(0.3, 0.02), tmp_path / "games.jsonl")
    assert set(manners) == set(MANNERS)
