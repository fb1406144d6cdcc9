"""Every reader of foreign text or bytes answers any input at all: with a value, or with one clear line.

The long run is sized in millions of inputs; BENCHMARKS.md keeps the figure.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import msgspec
import pytest

from hazard.arena.mines.foreign import read_foreign
from hazard.core.errors import HazardError
from hazard.core.records import parse_lines
from hazard.dice.formats import parse_game_starts
from hazard.mines.first import fixed_cell
from hazard.mines.formats import parse_layouts, parse_mbf, parse_position
from hazard.mines.game import Game
from hazard.mines.level import Level
from hazard.mines.nets.card import Card, ModelFile, sealed
from hazard.mines.record import Record

EXPERT = Level.parse("expert")
GAME_START = (
    b'{"areas":{"1":{"adjacent_areas":[2],"owner":1,"dice":3},"2":{"adjacent_areas":["1"],"owner":"2","dice":8}},'
    b'"no_players":2,"current_player":1,"order":[2,1],"reserves":{"2":7},'
    b'"board":{"1":{"hexes":[[0,0],[2,0]]},"2":{"hexes":[[1,1]],"neighbours":[1]}}}'
)


MODEL = sealed(
    b"\x08\x09:\x02\x08\x01", Card(planes="hint", rows=9, cols=9, mines=10, trained_on=("9x9/10",))
)  # the least that is a model: a version, and a graph of one field


def model(data: bytes, folder: Path) -> None:
    file = folder / "model.onnx"
    file.write_bytes(data)
    ModelFile.read(file, "fuzz")


def foreign(data: bytes, folder: Path) -> None:
    file = folder / "foreign.txt"
    file.write_bytes(data)
    read_foreign(file, 3)


@dataclass(frozen=True)
class Reader:
    """What reads, and well-formed inputs to start from."""

    read: Callable[[bytes, Path], object]
    seeds: tuple[bytes, ...]
    slow: int = 1  # how many times fewer inputs it gets


READERS = {
    "position": Reader(
        lambda data, _: parse_position(data.decode("utf-8", "replace")),
        (b"4x3x2\nH1HH\nH1HH\nHHHH\n", b"5x1x1\r\nHF10H\r\n", b"30x16x99\n" + b"H" * 30 + b"\n"),
    ),
    "layouts": Reader(
        lambda data, _: parse_layouts(data),
        (
            b'{"rows":2,"cols":3,"mines":[[0,1],[1,2]],"first":[0,0]}\n{"rows":2,"cols":3,"mines":[]}\n',
            b'{"rows":16,"cols":30,"mines":[[15,29]]}',
        ),
    ),
    "mbf": Reader(
        lambda data, _: parse_mbf(data), (bytes([3, 2, 0, 2, 1, 0, 2, 1]), bytes([30, 16, 0, 1, 29, 15]))
    ),
    "level": Reader(
        lambda data, _: Level.parse(data.decode("utf-8", "replace")), (b"expert", b"16x30/99", b"9x9/10")
    ),
    "first": Reader(
        lambda data, _: fixed_cell(data.decode("utf-8", "replace"), EXPERT), (b"corner", b"3,3", b"(15, 29)")
    ),
    "record": Reader(
        lambda data, _: [Game.from_record(item) for item in parse_lines(data, Record, "fuzz")],
        (
            b'{"rows":4,"cols":4,"mines":2,"rule":"safe","decisions":["3,3","f0,1","c2,2"],"seed":7,"first":[0,0]}',
            b'{"rows":2,"cols":2,"mines":1,"rule":"any","decisions":["0,0 0,1"],"layout":[[1,1]]}',
        ),
        slow=2,
    ),
    "game_start": Reader(
        lambda data, _: [position.svg() for position in parse_game_starts(data) if position.map.hexes],
        (GAME_START, GAME_START.replace(b'"board"', b'"bored"') + b"\n" + GAME_START),
        slow=2,
    ),
    "model": Reader(model, (MODEL,), slow=5),
    "foreign": Reader(foreign, (b"0 1\n1 0\n2 1\n", b"# a comment\n2 won\n"), slow=5),
}


def mutated(chance: random.Random, seeds: tuple[bytes, ...]) -> bytes:
    """A well-formed input with a few places changed, or nothing but random bytes."""
    if chance.random() < 0.1:
        return chance.randbytes(chance.randrange(60))
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(data) + 1)
        kind = chance.randrange(5)
        if kind == 0:
            data[at:at] = chance.randbytes(1)
        elif kind == 1:
            data[at : at + 1] = bytes([chance.choice(b'0123456789-,.{}[]"x/HF\n\r\t \x00\xff')])
        elif kind == 2:
            del data[at : at + chance.randrange(1, 6)]
        elif kind == 3:
            other = chance.choice(seeds)
            begin = chance.randrange(len(other))
            data[at:at] = other[begin : begin + chance.randrange(1, 12)]
        else:
            data[at:at] = str(
                chance.choice([0, 1, -1, 255, 256, 65536, 2**31, 2**63, 2**64, 10**30])
            ).encode()
    return bytes(data)


def feed(name: str, runs: int, folder: Path) -> None:
    """Feed one reader; what it may raise is one line."""
    reader = READERS[name]
    chance = random.Random(f"{name}/{runs}")
    for _ in range(runs // reader.slow):
        data = mutated(chance, reader.seeds)
        begin = monotonic()
        try:
            reader.read(data, folder)
        except HazardError as error:
            message = str(error)
            assert message, data
            assert "\n" not in message, (data, message)
            assert len(message) < 1000, (data, message)
        except Exception as error:
            raise AssertionError(f"{name} answered {data!r} with {type(error).__name__}: {error}") from error
        assert monotonic() - begin < 10, data


@pytest.mark.parametrize("name", READERS)
def test_a_reader_answers_any_input(name: str, tmp_path: Path) -> None:
    feed(name, 3000, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", READERS)
def test_a_reader_answers_a_million_inputs(name: str, tmp_path: Path) -> None:
    feed(name, 1_000_000, tmp_path)


def test_the_well_formed_inputs_are_well_formed(tmp_path: Path) -> None:
    for name in ("layouts", "mbf", "level", "first", "game_start"):
        for data in READERS[name].seeds:
            READERS[name].read(data, tmp_path)
    for data in READERS["record"].seeds:
        msgspec.json.decode(data)
