"""What a foreign program reached on the layouts of a match: a file of lines `index won`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hazard.core.errors import BadInput
from hazard.core.status import Status

WON = {"1": True, "0": False, "true": True, "false": False, "won": True, "lost": False}
FORM = "INDEX WON, such as 17 1: the number of the layout from 0, then 1 for won or 0 for not"


def read_foreign(path: Path | str, games: int, *, layouts: int | None = None) -> NDArray[np.uint8]:
    """How games 0 .. games-1 ended: uint8[games], WON or LOST.

    Blank lines and lines that start with # are skipped; a comma may stand between the two fields. Lines of
    layouts beyond `games` are not used; where the match plays a file of `layouts`, none may be beyond that.
    Raises BadInput that names a bad or repeated line, or the games that have none.
    """
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path} is not a text file") from None
    status = np.zeros(games, np.uint8)
    line_of: dict[int, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        index, won = read_line(line, f"{path}, line {number}")
        if index in line_of:
            raise BadInput(f"{path}, line {number}: layout {index} is in line {line_of[index]} already")
        if layouts is not None and index >= layouts:
            raise BadInput(f"{path}, line {number}: there is no layout {index}; the last is {layouts - 1}")
        line_of[index] = number
        if index < games:
            status[index] = Status.WON if won else Status.LOST
    refuse_missing(path, status)
    return status


def read_line(line: str, where: str) -> tuple[int, bool]:
    """The fields of one line."""
    fields = line.replace(",", " ").split()
    well = len(fields) == 2 and fields[0].isascii() and fields[0].isdigit() and len(fields[0]) < 10
    if not well or fields[1].lower() not in WON:
        shown = line.strip() if len(line.strip()) <= 40 else line.strip()[:37] + "..."
        raise BadInput(f"{where}: {shown!r} is not {FORM}")
    return int(fields[0]), WON[fields[1].lower()]


def refuse_missing(path: Path | str, status: NDArray[np.uint8]) -> None:
    """Raise BadInput that names layouts without a line."""
    missing = np.flatnonzero(status == 0)
    if len(missing):
        some = ", ".join(map(str, missing[:5].tolist())) + (", …" if len(missing) > 5 else "")
        raise BadInput(f"{path}: {len(missing):,} of {len(status):,} layouts have no line: {some}")
