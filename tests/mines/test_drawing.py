"""The drawing of a position is well-formed, complete, and tells certain cells by shape."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from hazard.mines.drawing import colour, per_cent
from hazard.mines.inference import analyse
from hazard.mines.position import Position

SVG = "{http://www.w3.org/2000/svg}"
POSITION = Position.parse("4x2x2\n1HHH\n1HHF\n")


def titles(drawing: str) -> list[str | None]:
    return [element.text for element in ElementTree.fromstring(drawing).iter(f"{SVG}title")]


def test_a_notebook_shows_the_position() -> None:
    assert POSITION._repr_svg_() == POSITION.svg()
    assert titles(POSITION.svg())[:2] == ["row 0, column 0: 1", "row 0, column 1: covered"]
    assert titles(POSITION.svg())[-1] == "row 1, column 3: flagged"


def test_risks_are_told_and_certain_cells_have_a_shape() -> None:
    drawing = POSITION.svg(analyse(POSITION))
    assert titles(drawing) == [
        "row 0, column 0: 1",
        "row 0, column 1: mine with probability 0.5",
        "row 0, column 2: certainly safe, best",
        "row 0, column 3: certainly safe",
        "row 1, column 0: 1",
        "row 1, column 1: mine with probability 0.5",
        "row 1, column 2: certainly safe",
        "row 1, column 3: flagged",
    ]
    assert drawing.count("<circle") == 3
    assert "<circle" not in POSITION.svg()


def test_flags_that_are_not_trusted_show_their_risk() -> None:
    drawing = POSITION.svg(analyse(POSITION, trust_flags=False))
    assert "row 1, column 3: mine with probability 0.25" in titles(drawing)


def test_the_scale_gets_darker_with_every_step_of_risk() -> None:
    def lightness(risk: float) -> float:
        red, green, blue = (int(colour(risk)[i : i + 2], 16) for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    steps = [lightness(step / 100) for step in range(101)]
    assert all(later < earlier for earlier, later in pairwise(steps))


@pytest.mark.parametrize(
    ("risk", "text"), [(0.001, "&lt;1"), (0.005, "1"), (0.2063, "21"), (0.994, "99"), (0.999, "&gt;99")]
)
def test_what_is_not_certain_never_reads_nought_or_hundred(risk: float, text: str) -> None:
    assert per_cent(risk) == text
