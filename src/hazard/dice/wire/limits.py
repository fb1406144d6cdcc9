"""What a server puts up with from its clients."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_TOLD = 1 << 20  # bytes of a server's message that a client of ours reads: twenty times the longest


@dataclass(frozen=True)
class Limits:
    """Who goes beyond one of these loses the connection; a game goes on without it."""

    message: int = 4096
    """Bytes of a message, or of blanks between two."""
    depth: int = 8
    """Of nested brackets in a message."""
    ahead: int = 64
    """Commands that were sent and not yet carried out."""
    stray: int = 256
    """Messages in a game out of turn, and while waiting for a game. They are not read."""
    unread: int = 4 << 20
    """Bytes of ours that a client has not taken."""
    silent_turns: int = 8
    """Turns one after the other that the clock ended while the client said nothing."""
    connections: int = 64
    """Playing, waiting, or about to say who they are; one more is closed at once."""
    hello: float = 10.0
    """Seconds to say who one is."""
    linger: float = 2.0
    """Seconds to take what is left when the connection is closed."""


LIMITS = Limits()
