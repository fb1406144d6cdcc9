"""Positions that a person can read and check by hand: golden/NAME.mine, and what follows in NAME.expected.

An `.expected` file tells its story up to the first blank line. Then follow the exact number of layouts, the
risks laid out like the board (`.` open, `safe` and `mine` are certain) and the dead cells; or, for a position
that no layout fits, the smallest set of numbers that clash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

from hazard.core.errors import Contradiction
from hazard.mines.deduction import MINE, SAFE, UNKNOWN
from hazard.mines.formats import read_position
from hazard.mines.inference import analyse
from hazard.mines.position import Position
from tests.mines.brute_force import Cell, EveryLayout

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.mine"))
EVERYTHING = sorted(path.stem for path in GOLDEN.iterdir())
CERTAIN = {"safe": Fraction(0), "mine": Fraction(1)}


@dataclass(frozen=True)
class Expected:
    """What an `.expected` file says."""

    trust_flags: bool
    layouts: int  # 0 where numbers clash
    risks: dict[Cell, Fraction]  # of the covered cells
    dead: list[Cell]
    clash: tuple[Cell, ...]
    mine_count_clashes: bool

    @classmethod
    def read(cls, name: str) -> Expected:
        text = (GOLDEN / f"{name}.expected").read_text().split("\n\n", 1)[1]

        def line(word: str) -> str:
            found = re.search(rf"^{word} (.*)$", text, re.MULTILINE)
            return found[1] if found else ""

        def cells(words: str) -> list[Cell]:
            return [(int(row), int(col)) for row, col in re.findall(r"\((\d+), (\d+)\)", words)]

        board = re.search(r"^risks\n((?:.+\n)+)", text, re.MULTILINE)
        rows = [row.split() for row in board[1].splitlines()] if board else []
        risks = {
            (row, col): CERTAIN[word] if word in CERTAIN else Fraction(word)
            for row, words in enumerate(rows)
            for col, word in enumerate(words)
            if word != "."
        }
        return cls(
            trust_flags="flags are not trusted" not in text,
            layouts=int(line("layouts") or 0),
            risks=risks,
            dead=cells(line("dead")),
            clash=tuple(cells(line("clash"))),
            mine_count_clashes="the mine count" in line("clash"),
        )


def wrong_cells(position: Position, expected: Expected) -> list[str]:
    """Where `analyse` says something else."""
    analysis = analyse(position, trust_flags=expected.trust_flags)
    wrong: list[str] = []
    for (row, col), risk in expected.risks.items():
        found, certain = float(analysis.mine_probability[row, col]), int(analysis.certain[row, col])
        right = SAFE if risk == 0 else MINE if risk == 1 else UNKNOWN
        # A few roundings of doubles; what is certain has none.
        if certain != right or abs(found - risk) > (1e-14 if right == UNKNOWN else 0):
            wrong.append(f"cell ({row}, {col}): risk {found}, certain {certain}, but exactly {risk}")
    return wrong


def test_every_position_has_its_expected_file_and_nothing_else_lies_there() -> None:
    assert sorted(NAMES * 2) == EVERYTHING


@pytest.mark.parametrize("name", NAMES)
def test_golden_position(name: str) -> None:
    position, expected = read_position(GOLDEN / f"{name}.mine"), Expected.read(name)
    if expected.layouts == 0:
        with pytest.raises(Contradiction) as caught:
            analyse(position, trust_flags=expected.trust_flags)
        clash = caught.value
        assert (clash.cells, clash.uses_mine_count) == (expected.clash, expected.mine_count_clashes)
        assert clash.smallest
        return
    analysis = analyse(position, trust_flags=expected.trust_flags)
    assert wrong_cells(position, expected) == []
    assert analysis.layouts == expected.layouts
    assert analysis.dead == expected.dead
    assert analysis.safe == [cell for cell, risk in expected.risks.items() if risk == 0]
    assert analysis.mine == [cell for cell, risk in expected.risks.items() if risk == 1]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_files_expect_is_what_counting_every_layout_gives(name: str) -> None:
    position, expected = read_position(GOLDEN / f"{name}.mine"), Expected.read(name)
    every = EveryLayout(position, trust_flags=expected.trust_flags)
    assert every.count == expected.layouts
    if every.count:
        covered = [*every.flags, *every.hidden]
        assert {cell: every.risk(cell) for cell in covered} == expected.risks
        assert sorted(filter(every.is_dead, covered)) == expected.dead
