"""A server of Dicewars among rude clients: does every game end, and is anything left behind?

Two of four clients play politely. The other two drop the connection, garble, flood, sleep, stay away and so
on, each game in another manner; what manners there are stands in tests/dice/wire/rude_clients.py.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from _measure import print_table

sys.path.insert(0, str(Path(__file__).parents[1]))

from hazard.arena.replaying import replay
from hazard.core.records import read_lines
from hazard.dice.record import Record
from tests.dice.wire.rude_clients import Politeness, Rudeness

WAIT = 0.6  # seconds that the server waits for who stays away
NAP = 0.02
CLOCK = "0.3+0.02"  # so short that naps overrun it now and then
STATUSES = ("WON", "LOST", "UNFINISHED", "ILLEGAL", "ERROR", "TIMEOUT")
FEW = 100  # games, after which nothing should grow any more


@dataclass(frozen=True)
class Traces:
    """What a process holds."""

    megabytes: float
    sockets: int
    files: int

    @classmethod
    def of(cls, pid: int) -> Traces:
        """Of a running one, as Linux tells it."""
        status = Path(f"/proc/{pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        folder = f"/proc/{pid}/fd"
        links = [os.readlink(f"{folder}/{name}") for name in os.listdir(folder)]
        sockets = sum(link.startswith("socket:") for link in links)
        return cls(int(found[1]) / 1024, sockets, len(links) - sockets)


def serve(games: int, records: Path) -> subprocess.Popen[str]:
    """The command itself, in a process of its own; it would play on after so many games."""
    words = ["serve", "dice", "--port", "0", "--maps", str(games // 4 + 2), "--seed", "20261119"]
    words += ["--clock", CLOCK, "--wait", str(WAIT), "--records", str(records)]
    program = "import sys; from hazard.apps.cli.main import main; sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def reasons(lines: Sequence[str]) -> dict[int, str]:
    """Why each game was over, by its number, as the server told it."""
    told = (re.match(r"game ([\d,]+) of [\d,]+: .* wins: ([^;]+);", line) for line in lines)
    return {int(found[1].replace(",", "")): found[2] for found in told if found}


def play(games: int, records: Path) -> tuple[list[str], dict[str, Traces], list[Politeness]]:
    """What the server said of the games, what it held when, and who played."""
    lines: list[str] = []
    held: dict[str, Traces] = {}
    with serve(games, records) as server:
        assert server.stderr is not None
        found = re.search(r":(\d+), waiting", server.stderr.readline())
        assert found is not None
        port = int(found[1])
        held["before anybody came"] = Traces.of(server.pid)
        clients = [Politeness(port, "bold"), Politeness(port, "careful", least=1)]
        clients += [Rudeness(port, f"rude {seed}", seed, NAP, 2 * WAIT) for seed in (1, 2)]
        for client in clients:
            client.start()
        for line in server.stderr:
            lines.append(line)
            number = max(reasons([line]), default=0)
            if number == FEW:
                held[f"after {FEW} games, clients coming and going"] = Traces.of(server.pid)
            if number == games:
                break
        for client in clients:
            client.over.set()
        for client in clients:
            client.stop()
        time.sleep(0.1)
        held[f"after {games:,} games, clients gone"] = Traces.of(server.pid)
        server.terminate()
        server.communicate()
    return lines, held, clients


def main() -> None:
    """Play, and print three tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    games: int = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        records = Path(folder) / "games.jsonl"
        begin = time.perf_counter()
        lines, held, clients = play(games, records)
        seconds = time.perf_counter() - begin
        broken = [line for line in replay(records) if line.fault is not None]
        ended = Counter[tuple[str, str]]()
        for record in islice(read_lines(records, Record), games):
            ended.update(zip(record.agents, record.statuses, strict=True))
    why = reasons(lines)
    assert sorted(why) == list(range(1, games + 1)), "a game without an end"
    rows = [[reason, f"{count:,}"] for reason, count in Counter(why.values()).most_common()]
    rows.append(["**all**", f"{len(why):,}"])
    print_table(
        f"{games:,} games served to two polite and two rude clients, {seconds:.0f} s",
        ["over by", "games"],
        rows,
    )
    names = sorted({name for name, _ in ended})
    rows = [[name, *(f"{ended[name, status]:,}" for status in STATUSES)] for name in names]
    print_table(
        "How the seats of each client ended",
        ["client", *(status.lower() for status in STATUSES)],
        rows,
    )
    rows = [[when, f"{of.megabytes:.1f}", str(of.sockets), str(of.files)] for when, of in held.items()]
    print_table("What the server's process held", ["when", "memory, MB", "sockets", "other files"], rows)
    manners = sum((client.manners for client in clients if isinstance(client, Rudeness)), Counter[str]())
    print(f"\nManners: {', '.join(f'{name} {count}' for name, count in manners.most_common())}.")
    print(f"Records that do not replay: {len(broken)}.")


if __name__ == "__main__":
    main()
