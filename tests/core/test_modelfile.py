"""The card in a model file: written and read without an ONNX library, and what is said where that fails."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from hazard.core.errors import AgentError
from hazard.core.modelfile import card_of, fields_of, game_of, with_card
from tests.mines.networks import windows

CARD = b'{"format":1,"game":"mines"}'


def written(folder: Path, data: bytes) -> Path:
    file = folder / "model.onnx"
    file.write_bytes(data)
    return file


def test_a_card_is_what_onnx_calls_metadata_and_the_graph_stays_as_it_was(tmp_path: Path) -> None:
    model = windows(10)
    found = onnx.load_model_from_string(with_card(model, CARD))
    assert [(entry.key, entry.value) for entry in found.metadata_props] == [("hazard", CARD.decode())]
    assert found.graph == onnx.load_model_from_string(model).graph


def test_a_new_card_takes_the_place_of_the_old_one_and_other_metadata_stay(tmp_path: Path) -> None:
    model = onnx.load_model_from_string(with_card(windows(10), b"old"))
    model.metadata_props.add(key="author", value="somebody")
    again = with_card(model.SerializeToString(), CARD)
    entries = {entry.key: entry.value for entry in onnx.load_model_from_string(again).metadata_props}
    assert entries == {"author": "somebody", "hazard": CARD.decode()}
    assert card_of(written(tmp_path, again), "me") == CARD


def test_a_card_that_the_onnx_library_wrote_is_read(tmp_path: Path) -> None:
    model = onnx.load_model_from_string(windows(10))
    model.metadata_props.add(key="hazard", value=CARD.decode())
    file = written(tmp_path, model.SerializeToString())
    assert card_of(file, "me") == CARD
    assert game_of(file, "me") == "mines"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is not an ONNX model: it holds no graph"),
        (b"hello world, this is a text\n", "is not an ONNX model: byte 2 begins no field"),
        (b"\x0a\xff\xff\xff\xff\x0f", "is not an ONNX model: it ends within the field that begins at byte 0"),
        (b"\xff" * 40, "is not an ONNX model: a number has no end at byte 10"),
        (windows(10)[:-20], "is not an ONNX model: it ends within the field"),
        (
            windows(10),
            "does not say what it plays (metadata 'hazard'); `hazard export` writes models that do",
        ),
        (with_card(windows(10), b"{"), "says it plays cannot be read: Input data was truncated"),
        (with_card(windows(10), b"{}"), "cannot be read: Object missing required field `format`"),
        (
            with_card(windows(10), b'{"format":2,"game":"mines"}'),
            "has a card of format 2; this Hazard reads format 1",
        ),
    ],
)
def test_what_is_no_model_that_plays_is_told_in_one_line(tmp_path: Path, data: bytes, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        game_of(written(tmp_path, data), "me")
    assert str(caught.value).startswith("agent me: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"agent me: there is no file .*gone\.onnx"):
        card_of(tmp_path / "gone.onnx", "me")
    with pytest.raises(AgentError, match=r"agent me: cannot read .*: Is a directory"):
        card_of(tmp_path, "me")


def test_fields_cover_a_message_without_gaps() -> None:
    data = with_card(windows(10), CARD)
    fields = list(fields_of(data))
    assert [begin for _, begin, _, _ in fields] == [0, *(end for *_, end in fields[:-1])]
    assert fields[-1][3] == len(data)
