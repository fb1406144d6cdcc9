"""Model files: ONNX with a card, a JSON text of what it plays; read and written without an ONNX library.

An ONNX file is a protobuf message; `metadata_props` are entries of its top level. Only that level is looked
at here, so that a file of any size is judged in a moment and without loading a runtime. What a card says
besides its format and its game is that game's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from hazard.core.errors import AgentError

ENDING = ".onnx"
KEY = "hazard"  # of the entry that holds the card
FORMAT = 1  # of cards; a later Hazard that cannot read these counts on

GRAPH, ENTRY = 7, 14  # fields of a ModelProto
ENTRY_KEY, ENTRY_VALUE = 1, 2  # fields of an entry
VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5  # wire types

Field = tuple[int, int, int, int]
"""Number, where the field begins, where what it holds begins, where it ends."""


class Start(msgspec.Struct, frozen=True):
    """What every card says, whatever the game."""

    format: int
    game: str


class NotProtobuf(ValueError):
    """Bytes that are no message."""


def card_of(file: Path, name: str) -> bytes:
    """The card of a model file, a JSON text; raises AgentError, which calls the agent `name`."""
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise AgentError(f"agent {name}: there is no file {file}") from None
    except OSError as error:
        raise AgentError(f"agent {name}: cannot read {file}: {error.strerror}") from None
    try:
        fields = list(fields_of(data))
        whole = any(number == GRAPH for number, *_ in fields)
        cards = [value for key, value in entries(data, fields) if key == KEY.encode()]
    except NotProtobuf as error:
        raise AgentError(f"agent {name}: {file} is not an ONNX model: {error}") from None
    if not whole:
        raise AgentError(f"agent {name}: {file} is not an ONNX model: it holds no graph")
    if not cards:
        raise AgentError(
            f"agent {name}: {file} does not say what it plays (metadata {KEY!r}); `hazard export` writes "
            "models that do"
        )
    return cards[-1]


def game_of(file: Path, name: str) -> str:
    """The game that a model plays; raises AgentError as `card_of`, and for a card of another format."""
    return start_of(card_of(file, name), file, name).game


def start_of(card: bytes, file: Path, name: str) -> Start:
    """The part of a card that all games share; raises AgentError."""
    try:
        start = msgspec.json.decode(card, type=Start)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise AgentError(f"agent {name}: what {file} says it plays cannot be read: {error}") from None
    if start.format != FORMAT:
        raise AgentError(
            f"agent {name}: {file} has a card of format {start.format}; this Hazard reads format {FORMAT}"
        )
    return start


def with_card(model: bytes, card: bytes) -> bytes:
    """The model with this card in place of any that it had; raises ValueError where it is no message."""
    kept = bytearray()
    for number, begin, inner, end in fields_of(model):
        if number != ENTRY or entry(model[inner:end])[0] != KEY.encode():
            kept += model[begin:end]
    inside = coded(ENTRY_KEY, KEY.encode()) + coded(ENTRY_VALUE, card)
    return bytes(kept) + coded(ENTRY, inside)


def fields_of(data: bytes) -> Iterator[Field]:
    """The fields of a message in their order; raises NotProtobuf."""
    at = 0
    while at < len(data):
        begin = at
        tag, at = varint(data, at)
        number, kind = tag >> 3, tag & 7
        inner = at
        if kind == VARINT:
            _, at = varint(data, at)
        elif kind in (FIXED64, FIXED32):
            at += 8 if kind == FIXED64 else 4
        elif kind == BYTES:
            length, inner = varint(data, at)
            at = inner + length
        else:
            raise NotProtobuf(f"byte {begin} begins no field")
        if number == 0:
            raise NotProtobuf(f"byte {begin} begins no field")
        if at > len(data):
            raise NotProtobuf(f"it ends within the field that begins at byte {begin}")
        yield number, begin, inner, at


def entries(data: bytes, fields: list[Field]) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of the metadata."""
    for number, _, inner, end in fields:
        if number == ENTRY:
            yield entry(data[inner:end])


def entry(data: bytes) -> tuple[bytes, bytes]:
    """Key and value of one entry; raises NotProtobuf."""
    found = {number: data[inner:end] for number, _, inner, end in fields_of(data)}
    return found.get(ENTRY_KEY, b""), found.get(ENTRY_VALUE, b"")


def varint(data: bytes, at: int) -> tuple[int, int]:
    """The whole number that begins at a byte, and where it ends; raises NotProtobuf."""
    value = 0
    for shift in range(0, 70, 7):
        if at >= len(data):
            break
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
    raise NotProtobuf(f"a number has no end at byte {at}")


def coded(number: int, data: bytes) -> bytes:
    """A field that holds bytes."""
    return written(number << 3 | BYTES) + written(len(data)) + data


def written(value: int) -> bytes:
    """A whole number as `varint` reads it."""
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
