"""`hazard draw`: a position as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

if TYPE_CHECKING:
    from hazard.dice.position import Position

_Item = TypeVar("_Item")

_SEED = "seed:"


def draw(
    source: Annotated[str, Parameter(name="INPUT", allow_leading_hyphen=True)],
    /,
    *,
    out: str | None = None,
    line: int | None = None,
    step: int | None = None,
    players: int | None = None,
) -> None:
    """Draw a position of Dicewars or Minesweeper as SVG.

    Of a record of Dicewars, the position after its last command, which is marked, or after `--step` commands.

    Parameters
    ----------
    source
        A file (`-` is standard input): a map as `game_start` JSON, a record of Dicewars, the position text of
        Minesweeper. Or `seed:N`: the Dicewars map that a game of this seed begins with.
    out
        Where to write the SVG; without it, standard output.
    line
        Which line of a file with several maps or records, from 1.
    step
        How many commands of the record have been played; 0 is the start.
    players
        With `seed:N`: 2 to 8; 4 unless said otherwise.
    """
    from hazard.apps.cli.output import remarks
    from hazard.core.records import write_whole

    picture = _picture(source, line, step, players)
    if out is None:
        print(picture)
        return
    write_whole(out, picture.encode() + b"\n")
    remarks().print(f"{source} is drawn in {out}", soft_wrap=True)


def _picture(source: str, line: int | None, step: int | None, players: int | None) -> str:
    from hazard.core.errors import BadInput

    if source.startswith(_SEED):
        if line is not None or step is not None:
            raise BadInput("--line and --step are for files; seed:N is a map at its beginning")
        return _fresh(source.removeprefix(_SEED), 4 if players is None else players).svg()
    if players is not None:
        raise BadInput(f"--players is for seed:N; {source} knows its players")
    data = _read(source)
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] in (b"{", b"["):
        name = "standard input" if source == "-" else source
        return _of_json(name, data, line, step)
    if line is not None or step is not None:
        raise BadInput(f"--line and --step are for records and maps; {source} is neither")
    return _mines(source, data)


def _read(source: str) -> bytes:
    import sys
    from pathlib import Path

    return sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()


def _fresh(seed: str, players: int) -> Position:
    from hazard.core.errors import BadInput
    from hazard.dice.game import Game
    from hazard.dice.rules import Rules

    if not (seed.isascii() and seed.isdigit() and len(seed) <= 20):
        raise BadInput(f"seed:{seed[:40]}: want seed: and a number, such as seed:7")
    return Game(Rules(players=players), int(seed)).position


def _mines(source: str, data: bytes) -> str:
    from hazard.core.errors import PositionError
    from hazard.mines.formats import parse_position

    try:
        return parse_position(data.decode()).svg()
    except UnicodeDecodeError:
        raise PositionError(f"{source} is not a text file") from None
    except PositionError as error:
        raise PositionError(f"{source}: {error}") from None


def _of_json(name: str, data: bytes, line: int | None, step: int | None) -> str:
    """A map or a record, by what the JSON holds."""
    from hazard.core.errors import BadInput, HazardError

    if line is not None:
        lines = data.split(b"\n")
        if not 1 <= line <= len(lines) or not lines[line - 1].strip():
            raise BadInput(f"{name}: there is nothing in line {line}")
        name, data = f"{name}, line {line}", lines[line - 1]
    try:
        if b'"areas":{' in b"".join(data.split()):
            return _map(data, step).svg()
        return _record(data, step)
    except HazardError as error:
        raise BadInput(f"{name}: {error}") from None


def _map(data: bytes, step: int | None) -> Position:
    from hazard.core.errors import BadInput
    from hazard.dice.formats import parse_game_starts

    if step is not None:
        raise BadInput("this is a map; --step is for records")
    return _only(parse_game_starts(data), "maps")


def _record(data: bytes, step: int | None) -> str:
    from hazard.core.errors import RecordError
    from hazard.core.records import parse_lines
    from hazard.dice.record import Record, steps

    if b'"decisions"' in data:
        raise RecordError("this is a record of Minesweeper; `hazard replay` shows it")
    record: Record = _only(list(parse_lines(data, Record, "record")), "records")
    last = len(record.commands)
    wanted = last if step is None else step
    if not 0 <= wanted <= last:
        raise RecordError(f"step {wanted}: the record has {last} commands, want 0 to {last}")
    position, event = record.beginning(), None
    for number, played in enumerate(steps(record), start=1):
        if number <= wanted:
            position, event = played.position, played.event
    return position.svg(event)


def _only(found: list[_Item], what: str) -> _Item:
    """The one item of a file; raises BadInput where it holds another number of them."""
    from hazard.core.errors import BadInput

    if len(found) != 1:
        raise BadInput(f"{len(found)} {what} in it; --line N says which to draw")
    return found[0]
