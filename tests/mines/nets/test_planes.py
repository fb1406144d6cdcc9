"""What networks see: each encoding against the sentence that describes it, cell by cell."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hazard.core.errors import BadInput
from hazard.mines.nets.planes import PLANES, planes_of
from hazard.mines.views import COVERED, FLAGGED

CELLS = np.array([[[-2, -1, 0], [1, 2, 8]], [[3, 4, 5], [6, 7, -1]]], np.int8)
MINES = 2
ONE_HOT = {code: [float(code == k) for k in range(9)] for code in range(-2, 9)}


def seen(code: int, name: str, board: int) -> list[float]:
    """The channels of a cell of CELLS, in plain Python."""
    covered = code < 0
    if name == "onehot10":
        return [*ONE_HOT[code], float(covered)]
    if name == "onehot10-density":
        return [*ONE_HOT[code], float(covered), MINES / (2, 1)[board]]
    if name == "thesis11":
        return [float(not covered), 1.0, *ONE_HOT[code]]
    if name == "notes":
        return [code / 2 if covered else code / 8]
    return [((-8 if covered else code) + 8) / 16]


@pytest.mark.parametrize("planes", PLANES, ids=lambda planes: planes.name)
def test_each_cell_is_encoded_as_its_row_says(planes) -> None:
    found = planes.encode(CELLS, MINES)
    assert found.dtype == np.float32
    assert found.shape == (2, planes.channels, 2, 3)
    for board, row, col in np.ndindex(CELLS.shape):
        expected = seen(int(CELLS[board, row, col]), planes.name, board)
        assert found[board, :, row, col].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("planes", PLANES, ids=lambda planes: planes.name)
def test_a_buffer_is_filled_whatever_its_layout_in_memory(planes) -> None:
    expected = planes.encode(CELLS, MINES)
    channels_last = np.full((2, 2, 3, planes.channels), np.nan, np.float32).transpose(0, 3, 1, 2)
    assert planes.encode(CELLS, MINES, channels_last) is channels_last
    assert np.array_equal(channels_last, expected)


BLIND_TO_FLAGS = [planes for planes in PLANES if planes.name != "notes"]


@pytest.mark.parametrize("planes", BLIND_TO_FLAGS, ids=lambda planes: planes.name)
def test_a_flag_tells_a_network_nothing(planes) -> None:
    flagged = np.array([[[FLAGGED, 1, COVERED]]], np.int8)
    covered = np.array([[[COVERED, 1, COVERED]]], np.int8)
    assert np.array_equal(planes.encode(flagged, 1), planes.encode(covered, 1))


def test_a_wrong_buffer_is_refused() -> None:
    with pytest.raises(ValueError, match=r"out is float32\[2, 10, 3, 2\]; it must be float32\[2, 10, 2, 3\]"):
        planes_of("onehot10").encode(CELLS, MINES, np.zeros((2, 10, 3, 2), np.float32))


def test_an_unknown_name_gets_a_suggestion() -> None:
    with pytest.raises(BadInput, match="unknown planes 'onehot'; did you mean onehot10"):
        planes_of("onehot")
    with pytest.raises(BadInput, match=r"unknown planes 'xyz'; there are onehot10, "):
        planes_of("xyz")


def test_the_page_about_networks_lists_every_row_of_the_table() -> None:
    page = (Path(__file__).parents[3] / "docs" / "networks.md").read_text()
    for planes in PLANES:
        assert f"| `{planes.name}` | {planes.channels} | " in page
