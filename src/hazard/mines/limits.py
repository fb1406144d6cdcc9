"""The limit of exact inference, told in plain words."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from hazard.core.errors import TooWide
from hazard.mines import native

TOO_WIDE = (
    "this position is too wide for exact inference: its numbers hang together in too many ways for "
    "10 seconds and 1 GB, or it has more layouts than about 10^4900; open or flag more cells first"
)


@contextmanager
def limits_told() -> Generator[None]:
    """Turn what the native core raises beyond its limit into TooWide."""
    try:
        yield
    except native.TooWide as error:
        raise TooWide(TOO_WIDE) from error
