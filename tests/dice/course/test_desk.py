"""An AI at the desk is asked what it was asked in the match, and answers what it answered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec

from tests.dice.course.playing import RULES, ZOO, course, play

PROGRAM = """
import sys
from hazard.core.records import read_lines
from hazard.dice.course.desk import Desk
from hazard.dice.record import Record

record = next(read_lines(sys.argv[2], Record))
for one in Desk(sys.argv[1]).decisions(record, seat=0):
    kind = {"EndTurnCommand": 0, "BattleCommand": 1, "TransferCommand": 2}[type(one.answer).__name__]
    areas = (one.answer.source_name - 1, one.answer.target_name - 1) if kind else (0, 0)
    assert tuple(one.played) == (kind, *areas), one
    assert one.position.player == 0
    print(one.number)
"""


def at_the_desk(tmp_path: Path, name: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own, as the desk changes the one that it stands in."""
    outcomes = play(course("xsimple"), 1, RULES)
    assert outcomes.records is not None
    file = tmp_path / "games.jsonl"
    file.write_bytes(msgspec.json.encode(outcomes.records[0]) + b"\n")
    words = [sys.executable, "-c", PROGRAM, str(ZOO / name), str(file)]
    return subprocess.run(words, capture_output=True, text=True, timeout=300)


def test_it_decides_as_it_did_in_the_match(tmp_path: Path) -> None:
    done = at_the_desk(tmp_path, "xpackage")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 10


def test_prints_are_seen_and_exceptions_come_through(tmp_path: Path) -> None:
    assert "thinking 1" in at_the_desk(tmp_path, "xprints.py").stdout
    broken = at_the_desk(tmp_path, "xconstructor.py")
    assert broken.returncode == 1
    assert "IndexError: list index out of range" in broken.stderr
    assert "xconstructor.py" in broken.stderr
