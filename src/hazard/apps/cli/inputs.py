"""What a verb reads: a file that is named, or standard input, which is called `-`."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

FileOrInput = Annotated[str, Parameter(allow_leading_hyphen=True)]
"""A parameter that takes `-`, and with it everything that begins so: pass it to `refuse_option`."""


def refuse_option(name: str) -> None:
    """Raise BadInput where an unknown option was taken for a file's name."""
    from hazard.core.errors import BadInput

    if name.startswith("-") and name != "-":
        raise BadInput(f"Unknown option: {name}.")
