"""Bytes from a terminal become named keys, however they are cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hazard.apps.cli.keys import decode


@pytest.mark.parametrize(
    ("data", "keys"),
    [
        (b"a?3,", ["a", "?", "3", ","]),
        (b" \r\n\x7f", ["space", "enter", "enter", "backspace"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD", ["up", "left"]),
        (b"\x1b[1;5C\x1b[H\x1b[4~", ["right", "home", "end"]),
        (b"\x1b[24~\x1b[200~q", ["q"]),
        ("é→".encode(), ["é", "→"]),
        (b"\x01\x02x", ["x"]),
        (b"\xffx", ["x"]),
    ],
)
def test_keys_get_their_names(data: bytes, keys: list[str]) -> None:
    assert decode(data, more_may_come=False) == (keys, b"")


def test_a_lone_escape_waits_for_more_and_is_a_key_when_nothing_comes() -> None:
    assert decode(b"\x1b") == ([], b"\x1b")
    assert decode(b"\x1b", more_may_come=False) == (["escape"], b"")


def test_escape_before_another_key_is_a_key() -> None:
    assert decode(b"\x1bq", more_may_come=False) == (["escape", "q"], b"")


@given(st.lists(st.sampled_from([b"\x1b[A", b"q", b"\x1b[1;5C", "é".encode(), b" ", b"\x1bOB"])), st.data())
def test_where_the_bytes_are_cut_does_not_matter(pieces: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(pieces)
    cut = data.draw(st.integers(0, len(whole)))
    first, rest = decode(whole[:cut])
    second, left = decode(rest + whole[cut:])
    assert first + second == decode(whole)[0]
    assert left == b""


@given(st.binary(max_size=40))
def test_no_bytes_upset_it(data: bytes) -> None:
    keys, rest = decode(data, more_may_come=False)
    assert rest == b""
    assert all(keys)
