"""The drawing of a position is well-formed, complete, and tells certain cells by shape."""

from __future__ import annotations

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
    position = Position.parse("5x2x3\n1HHHH\n1HH3H\n")
    drawing = position.svg(analyse(position))
    assert len(titles(drawing)) == 10
    assert "row 0, column 1: mine with probability 0.5" in titles(drawing)
    words = [title for title in titles(drawing) if title and "certainly" in title]
    assert words
    plain = position.svg()
    assert drawing.count("<circle") == len(words)
    assert "<circle" not in plain


def test_the_best_cell_is_framed_and_said() -> None:
    analysis = analyse(POSITION)
    assert analysis.best == (0, 2)
    assert "row 0, column 2: certainly safe, best" in titles(POSITION.svg(analysis))


def test_the_scale_gets_darker_with_every_step_of_risk() -> None:
    def lightness(risk: float) -> float:
        red, green, blue = (int(colour(risk)[i : i + 2], 16) for i in (1, 3, 5))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    steps = [lightness(step / 100) for step in range(101)]
    assert all(later < earlier for earlier, later in zip(steps, steps[1:], strict=False))


@pytest.mark.parametrize(
    ("risk", "text"), [(0.001, "&lt;1"), (0.005, "1"), (0.2063, "21"), (0.994, "99"), (0.999, "&gt;99")]
)
def test_what_is_not_certain_never_reads_nought_or_hundred(risk: float, text: str) -> None:
    assert per_cent(risk) == text
