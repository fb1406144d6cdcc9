"""The limit of exact inference, told in plain words."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from hazard.core.errors import TooWide
from hazard.mines import native

TOO_WIDE = (
    "the numbers of this position hang together too widely for exact inference "
    "(it would take more than 10 seconds or 1 GB); open or flag more cells first"
)


@contextmanager
def limits_told() -> Generator[None]:
    """Turn what the native core raises beyond its limit into TooWide."""
    try:
        yield
    except native.TooWide as error:
        raise TooWide(TOO_WIDE) from error
