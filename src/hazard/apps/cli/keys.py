"""What a terminal sends, as named keys: bytes in, names out, no state."""

from __future__ import annotations

import re

_ESCAPE = 0x1B
_SEQUENCE = re.compile(rb"\x1b(?:\[(?P<parameters>[0-?]*)[ -/]*(?P<final>[@-~])|O(?P<single>[@-~]))")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")
_FINALS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left", b"H": "home", b"F": "end", b"M": "enter"}
_TILDES = {b"1": "home", b"4": "end", b"5": "page up", b"6": "page down", b"7": "home", b"8": "end"}
_PLAIN = {
    b" ": "space",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "backspace",
    b"\x08": "backspace",
    b"\t": "tab",
}


def decode(data: bytes, *, more_may_come: bool = True) -> tuple[list[str], bytes]:
    """The keys in `data`, and the rest that is not a whole key yet.

    A lone escape byte may begin a sequence; with `more_may_come=False` it is the key "escape", and any other
    unfinished rest is dropped. Sequences that name no known key are dropped.
    """
    keys: list[str] = []
    while data:
        if data[0] == _ESCAPE:
            if found := _SEQUENCE.match(data):
                if name := _named(found):
                    keys.append(name)
                data = data[found.end() :]
                continue
            if _UNFINISHED.match(data):
                if more_may_come:
                    break
                return ([*keys, "escape"] if len(data) == 1 else keys), b""
            keys.append("escape")
            data = data[1:]
            continue
        size = _character_size(data[0])
        if len(data) < size:
            return keys, (data if more_may_come else b"")
        character, data = data[:size], data[size:]
        text = _PLAIN.get(character) or character.decode("utf-8", "ignore")
        if text and (text in _PLAIN.values() or text.isprintable()):
            keys.append(text)
    return keys, data


def _named(found: re.Match[bytes]) -> str | None:
    """The key's name; modifiers (`1;5A`) do not matter."""
    if found["single"]:
        return _FINALS.get(found["single"])
    if found["final"] == b"~":
        return _TILDES.get(found["parameters"].split(b";")[0])
    return None if found["final"] == b"M" else _FINALS.get(found["final"])


def _character_size(first: int) -> int:
    """Bytes of the UTF-8 character that begins with byte `first`; 1 where none does."""
    leads = ((0xC0, 0xE0, 2), (0xE0, 0xF0, 3), (0xF0, 0xF8, 4))
    return next((size for low, high, size in leads if low <= first < high), 1)
