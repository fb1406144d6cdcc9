"""Messages come out of bytes wherever packets were split or merged; limits are kept."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import pairwise
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard.dice.wire.framing import Balanced, Ended, WireError

ORDERS = [
    b'{"type":"client_desc","nickname":"a } b { \\" c \\\\"}',
    b'{"type":"battle","atk":1,"def":2}',
    b'{"type" : "transfer", "src": 3, "dst": 4}',
    b'{"type":"end_turn"}',
    '{"type":"client_desc","nickname":"žluťoučký ] kůň","x":[{"y":[]}]}'.encode(),
]
BETWEEN = (b"", b"\0", b"\n", b"\r\n", b"  ", b"\0\n\t \0")


def balanced() -> Balanced:
    return Balanced(longest=200, deepest=4)


@pytest.mark.parametrize("between", BETWEEN)
def test_messages_of_clients_are_the_same_split_at_every_byte(between: bytes) -> None:
    whole = between.join(ORDERS) + between
    for at in range(len(whole) + 1):
        framer = balanced()
        assert framer.feed(whole[:at]) + framer.feed(whole[at:]) == ORDERS
        assert not framer.amid


@pytest.mark.parametrize("between", BETWEEN)
def test_messages_of_clients_come_byte_by_byte_and_all_at_once(between: bytes) -> None:
    whole = between.join(ORDERS)
    framer = balanced()
    assert [message for byte in whole for message in framer.feed(bytes([byte]))] == ORDERS
    assert balanced().feed(whole) == ORDERS


def test_a_message_is_there_with_its_last_byte_and_not_before() -> None:
    framer = balanced()
    assert framer.feed(ORDERS[0][:-1]) == []
    assert framer.amid
    assert framer.feed(ORDERS[0][-1:]) == [ORDERS[0]]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(
    values=st.lists(st.dictionaries(st.text(max_size=5), json_values, max_size=3), max_size=5),
    betweens=st.lists(st.sampled_from(BETWEEN), min_size=5, max_size=5),
    plain=st.booleans(),
    cuts=st.lists(st.integers(0, 1000), max_size=12),
)
def test_any_objects_cut_anywhere_come_out_as_they_went_in(
    values: list[dict[str, object]], betweens: list[bytes], plain: bool, cuts: list[int]
) -> None:
    parts = [json.dumps(value, ensure_ascii=plain).encode() for value in values]
    whole = b"".join(part + between for part, between in zip(parts, betweens, strict=False))
    places = [0, *sorted(min(cut, len(whole)) for cut in cuts), len(whole)]
    framer = Balanced(longest=1 << 20, deepest=99)
    pieces = [whole[begin:end] for begin, end in pairwise(places)]
    assert [message for piece in pieces for message in framer.feed(piece)] == parts


@given(st.lists(st.binary(max_size=60) | st.sampled_from([b"{", b"}", b'"', b"\\", b"[", b"]"]), max_size=20))
def test_any_bytes_give_messages_or_one_refusal(pieces: list[bytes]) -> None:
    for framer in (Balanced(100, 5), Ended(100)):
        with suppress(WireError):
            for piece in pieces:
                for message in framer.feed(piece):
                    assert 0 < len(message) <= 100


GARBAGE = [
    (b"hello", "'hello' is no JSON object"),
    (b"HEAD / HTTP/1.1\r\nHost: example\r\nUser-Agent: something", "…' is no JSON object"),
    (b"[1]", "is no JSON object"),
    (b'{"a":]', "brackets that do not match"),
    (b'{"a":[}', "brackets that do not match"),
    (b'{"a":' * 5, "nested more than 4 deep"),
    (b'{"a":"' + b"x" * 200, "more than 200 bytes"),
    (b'{"a":"' + b"x" * 200 + b'"}', "more than 200 bytes"),
    (b" \0\n" * 100, "more than 200 blanks"),
]


@pytest.mark.parametrize(("data", "told"), GARBAGE)
def test_garbage_is_refused_in_one_piece_and_byte_by_byte(data: bytes, told: str) -> None:
    for pieces in ([data], [bytes([byte]) for byte in data]):
        with pytest.raises(WireError) as refused:
            feed(pieces)
        assert told in str(refused.value) or len(pieces) > 1


def feed(pieces: list[bytes]) -> None:
    framer = balanced()
    for piece in pieces:
        framer.feed(piece)


def test_a_message_of_just_the_longest_length_is_read() -> None:
    message = b'{"a":"' + b"x" * 192 + b'"}'
    assert len(message) == 200
    assert balanced().feed(message * 3) == [message] * 3


def test_small_pieces_of_a_long_message_do_not_cost_its_square() -> None:
    def seconds(length: int) -> float:
        framer = Balanced(longest=1 << 22, deepest=9)
        data = b'{"a":"' + b"\\n" * (length // 2)
        begin = thread_time()
        for at in range(0, length, 64):
            framer.feed(data[at : at + 64])
        return thread_time() - begin

    short = min(seconds(100_000) for _ in range(3))
    long = min(seconds(1_600_000) for _ in range(2))
    assert long < 16 * short * 4  # of this thread, whatever else runs; linear: 16; a square: 256


def test_messages_of_servers_end_with_a_nul_wherever_they_are_cut() -> None:
    whole = b"\0".join(ORDERS) + b"\0"
    for at in range(len(whole) + 1):
        framer = Ended(200)
        assert framer.feed(whole[:at]) + framer.feed(whole[at:]) == ORDERS
    with pytest.raises(WireError, match="more than 200 bytes"):
        Ended(200).feed(b"x" * 201)
