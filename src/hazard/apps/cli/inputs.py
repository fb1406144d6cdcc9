"""What a verb reads: a file that is named, or standard input, which is called `-`."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter


def _refuse_option(_type: object, name: str) -> None:
    """Raise BadInput where an unknown option was taken for a file's name."""
    from hazard.core.errors import BadInput

    if name.startswith("-") and name != "-":
        raise BadInput(f"Unknown option: {name}.")


def standard_input() -> bytes:
    """All of standard input."""
    return sys.stdin.buffer.read() if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()


FileOrInput = Annotated[str, Parameter(allow_leading_hyphen=True, validator=_refuse_option)]
"""A parameter that takes `-`; everything else that begins so is no file but a mistake."""
