"""From bytes to messages, wherever packets were split or merged; limits keep a hostile sender harmless."""

from __future__ import annotations

import re

from hazard.core.errors import HazardError

NUL = b"\0"
BLANKS = b" \t\r\n\0"
_MARK = re.compile(rb'["{}\[\]]')  # what matters outside of a string
_IN_STRING = re.compile(rb'["\\]')
_NO_BLANK = re.compile(rb"[^ \t\r\n\0]")


class WireError(HazardError):
    """What came over the wire is no message, or the wire itself failed."""


class Ended:
    """Messages that each end with a NUL, as a server sends them."""

    def __init__(self, longest: int) -> None:
        self.longest = longest
        self._part = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are complete now; raises WireError where one is too long."""
        *ends, rest = data.split(NUL)
        messages: list[bytes] = []
        for end in ends:
            self._grow(end)
            if message := bytes(self._part).strip():
                messages.append(message)
            self._part.clear()
        self._grow(rest)
        return messages

    def _grow(self, data: bytes) -> None:
        self._part += data
        if len(self._part) > self.longest:
            raise WireError(f"a message of more than {self.longest:,} bytes")

    @property
    def amid(self) -> bool:
        """Whether a message has begun and not ended."""
        return bool(self._part.strip())


class Balanced:
    """Messages that end where their braces balance, as clients send them.

    Between them may stand blanks, line breaks and NULs. Every byte is looked at once, however small the
    pieces are that come.
    """

    def __init__(self, longest: int, deepest: int) -> None:
        self.longest, self.deepest = longest, deepest
        self._part = bytearray()
        self._at = 0  # of _part, looked at
        self._open = bytearray()  # brackets that wait for their ends
        self._string = False
        self._blanks = 0  # since the last message

    @property
    def amid(self) -> bool:
        """Whether a message has begun and not ended."""
        return bool(self._part)

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are complete now; raises WireError at the first byte that cannot be of one."""
        messages: list[bytes] = []
        self._part += data
        while self._begins():
            end = self._end()
            if end is None:
                self._refuse_long(len(self._part))
                break
            self._refuse_long(end)
            messages.append(bytes(self._part[:end]))
            del self._part[:end]
            self._at = 0
        return messages

    def _refuse_long(self, length: int) -> None:
        if length > self.longest:
            raise WireError(f"a message of more than {self.longest:,} bytes")

    def _begins(self) -> bool:
        """Drop blanks before a message; whether there is one."""
        if self._at:
            return True
        found = _NO_BLANK.search(self._part)
        blank = len(self._part) if found is None else found.start()
        self._blanks = self._blanks + blank if blank == len(self._part) else blank
        del self._part[:blank]
        if self._blanks > self.longest:
            raise WireError(f"more than {self.longest:,} blanks")
        if found is None:
            return False
        if self._part[0] != ord("{"):
            raise WireError(f"{shown(self._part)} is no JSON object")
        self._blanks = 0
        return True

    def _end(self) -> int | None:
        """Where the message ends, or None while it goes on."""
        part = self._part
        while found := (_IN_STRING if self._string else _MARK).search(part, self._at):
            mark, self._at = part[found.start()], found.end()
            if mark == ord("\\"):
                if self._at == len(part):  # what it stands before is still to come
                    self._at -= 1
                    return None
                self._at += 1
            elif mark == ord('"'):
                self._string = not self._string
            elif mark in b"{[":
                self._open.append(mark)
                if len(self._open) > self.deepest:
                    raise WireError(f"a message nested more than {self.deepest} deep")
            elif bytes((self._open.pop(), mark)) not in (b"{}", b"[]"):
                raise WireError(f"{shown(part)} has brackets that do not match")
            if not self._open:
                return self._at
        self._at = len(part)
        return None


def shown(data: bytes | bytearray) -> str:
    """The beginning of some bytes, as a message can quote them."""
    text = repr(bytes(data[:40]))[1:]
    return text if len(data) <= 40 else f"{text[:-1]}…{text[-1]}"
