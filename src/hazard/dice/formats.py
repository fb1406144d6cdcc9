"""Files of Dicewars: the `game_start` message of the course platform, one or several in a file.

There, areas and players have ids, 1 and up as a rule. Here they are numbered from 0: areas in the order of
their ids, players in the order of their turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from hazard.core.errors import BadInput, PositionError
from hazard.core.records import write_whole
from hazard.dice.map import Hex, Map
from hazard.dice.position import Position
from hazard.dice.rules import MOST_AREAS, MOST_DICE, MOST_PLAYERS, MOST_RESERVE, Rules

Id = int | str

ROWS, COLUMNS = range(-14, 14), range(-32, 32)
"""Of the platform's grid; x and y of a hex are both even or both odd."""


class AreaNow(msgspec.Struct, frozen=True):
    """What may change of an area."""

    owner: Id
    dice: int


class AreaState(AreaNow, frozen=True, kw_only=True):
    """The same, and what it touches."""

    adjacent_areas: list[Id]


class AreaShape(msgspec.Struct, frozen=True):
    """Where an area lies."""

    hexes: list[tuple[int, int]]
    neighbours: list[Id] = []


class GameStart(msgspec.Struct, frozen=True, kw_only=True):
    """The message; what it says beyond this is not needed."""

    type: str = "game_start"
    areas: dict[str, AreaState]
    no_players: int
    current_player: Id
    order: list[Id] = []
    board: dict[str, AreaShape] = {}
    score: dict[str, int] = {}
    player: Id | None = None
    reserves: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    """An addition of ours, where there are some: the platform tells them at the end of a turn only."""


DECODER = msgspec.json.Decoder(GameStart)


def parse_game_starts(text: str | bytes, *, rules: Rules | None = None) -> list[Position]:
    """Every position of a file: one message in any layout, or one a line; raises PositionError.

    `rules` are those of the platform unless given; the message does not hold them.
    """
    data = text.encode() if isinstance(text, str) else text
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\0", b"\n")  # on the wire, messages end with a NUL
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), start=1) if line.strip()]
    if not lines:
        raise PositionError("no game_start message in it")
    if len(lines) == 1 or not is_json(lines[0][1]):
        return [parse_game_start(data, rules=rules)]
    positions: list[Position] = []
    for number, line in lines:
        try:
            positions.append(parse_game_start(line, rules=rules))
        except PositionError as error:
            raise PositionError(f"line {number}: {error}") from None
    return positions


def parse_game_start(data: str | bytes, *, rules: Rules | None = None) -> Position:
    """One message; raises PositionError that names area or player as the message does."""
    try:
        return position_of(DECODER.decode(data), rules)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PositionError(str(error)) from None


def is_json(line: bytes) -> bool:
    """Whether a line is a JSON value by itself."""
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def position_of(message: GameStart, rules: Rules | None = None) -> Position:
    """The position that a message tells, at the beginning of a turn."""
    if message.type not in ("game_start", "game_state"):
        raise PositionError(f"a message of type {message.type[:20]!r} is no game_start")
    seats = seats_of(message)
    found = {number_of(name, "areas"): area for name, area in message.areas.items()}
    areas = {name: found[name] for name in sorted(found)}
    if not 2 <= len(areas) <= MOST_AREAS or len(areas) < len(message.areas):
        raise PositionError(f"areas has {len(message.areas)} areas: want 2 to {MOST_AREAS}, each id once")
    places = {name: place for place, name in enumerate(areas)}
    for name, area in areas.items():
        if not 1 <= area.dice <= MOST_DICE:
            raise PositionError(f"area {name} has {area.dice} dice: want 1 to {MOST_DICE}")
    if rules is None:
        rules = Rules(players=len(seats), areas=max(len(areas), len(seats)))
    elif rules.players != len(seats) or rules.areas < len(areas):
        raise PositionError(
            f"{len(seats)} players on {len(areas)} areas do not fit a table of "
            f"{rules.players} on {rules.areas}"
        )
    try:
        return Position(
            Map(neighbours_of(areas, places), hexes_of(message, places)),
            [seat_of(area.owner, seats, f"area {name}: owner") for name, area in areas.items()],
            [area.dice for area in areas.values()],
            rules=rules,
            reserves=reserves_of(message, seats),
            player=seat_of(message.current_player, seats, "current_player"),
        )
    except PositionError:
        raise
    except BadInput as error:
        raise PositionError(f"{error} (areas counted from 0 in the order of their ids)") from None


def number_of(name: Id, where: str) -> int:
    """An id as a number; the platform has both 3 and "3"."""
    text = str(name)
    if not (text.isascii() and text.removeprefix("-").isdigit() and len(text) <= 9):
        raise PositionError(f"{where}: {text[:20]!r} is no id: want a whole number")
    return int(text)


def seats_of(message: GameStart) -> dict[int, int]:
    """From a player's id to its place in the order of turns."""
    players = message.no_players
    if not 2 <= players <= MOST_PLAYERS:
        raise PositionError(f"no_players {players}: want 2 to {MOST_PLAYERS}")
    order = [number_of(name, "order") for name in message.order] or list(range(1, players + 1))
    if len(order) != players or len(set(order)) < players:
        raise PositionError(f"order names {order[:9]}; it must name each of the {players} players once")
    return {name: seat for seat, name in enumerate(order)}


def seat_of(name: Id, seats: Mapping[int, int], where: str) -> int:
    """The seat of a player by its id."""
    number = number_of(name, where)
    if number not in seats:
        raise PositionError(f"{where} {number} is no player; the players are {', '.join(map(str, seats))}")
    return seats[number]


def neighbours_of(areas: Mapping[int, AreaState], places: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    """What each area touches, in the order of the message."""
    found: list[tuple[int, ...]] = []
    for name, area in areas.items():
        others = [number_of(other, f"area {name}: adjacent_areas") for other in area.adjacent_areas]
        for other in others:
            if other not in places:
                raise PositionError(f"area {name}: adjacent_areas names {other}, which is no area")
        found.append(tuple(places[other] for other in others))
    return tuple(found)


def hexes_of(message: GameStart, places: Mapping[int, int]) -> tuple[tuple[Hex, ...], ...]:
    """The hexes of each area; nothing where the message has no board."""
    if not message.board:
        return ()
    board = {number_of(name, "board"): shape.hexes for name, shape in message.board.items()}
    if board.keys() != places.keys() or len(board) < len(message.board):
        odd = min(board.keys() ^ places.keys(), default=min(places))
        raise PositionError(f"board and areas must have the same areas; they differ in {odd}")
    taken: dict[Hex, int] = {}
    for name in places:
        if not board[name]:
            raise PositionError(f"board, area {name}: no hexes")
        for x, y in board[name]:
            if y not in ROWS or x not in COLUMNS or (x + y) % 2:
                raise PositionError(f"board, area {name}: there is no hex [{x}, {y}] on the grid")
            if (x, y) in taken:
                raise PositionError(f"board, area {name}: hex [{x}, {y}] is also of area {taken[x, y]}")
            taken[x, y] = name
    return tuple(tuple(board[name]) for name in places)


def reserves_of(message: GameStart, seats: Mapping[int, int]) -> list[int]:
    """Dice in reserve of each seat."""
    reserves = [0] * len(seats)
    for name, count in (message.reserves or {}).items():
        if not 0 <= count <= MOST_RESERVE:
            raise PositionError(f"reserves: player {name[:20]} has {count}: want 0 to {MOST_RESERVE}")
        reserves[seat_of(name, seats, "reserves: player")] = count
    return reserves


def message_of(position: Position) -> GameStart:
    """A position as the platform tells it: ids from 1, all for the player whose turn it is.

    Commands, turns and battles so far have no place in it.
    """
    board, players = position.map, range(position.rules.players)
    kept = {str(seat + 1): count for seat, count in enumerate(position.reserves) if count}
    owners, dice = position.owners.tolist(), position.dice.tolist()
    names = [ids(others) for others in board.neighbours]
    return GameStart(
        areas={
            str(area + 1): AreaState(owners[area] + 1, dice[area], adjacent_areas=names[area])
            for area in range(len(board))
        },
        no_players=len(players),
        current_player=position.player + 1,
        order=ids(players),
        board={str(area + 1): AreaShape(list(hexes), names[area]) for area, hexes in enumerate(board.hexes)},
        score={str(seat + 1): len(position.largest_region(seat)) for seat in players},
        player=position.player + 1,
        reserves=kept or msgspec.UNSET,
    )


def ids(numbers: Iterable[int]) -> list[Id]:
    """The platform's ids of our numbers."""
    return [number + 1 for number in numbers]


def format_game_start(position: Position) -> str:
    """One JSON line, without the newline."""
    return msgspec.json.encode(message_of(position)).decode()


def read_game_starts(path: Path | str, *, rules: Rules | None = None) -> list[Position]:
    """Read a file; errors start with its name."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise PositionError(f"cannot read {path}: {error.strerror}") from None
    try:
        return parse_game_starts(data, rules=rules)
    except PositionError as error:
        raise PositionError(f"{path}: {error}") from None


def write_game_starts(path: Path | str, positions: Sequence[Position]) -> None:
    """Write positions as JSON lines, whole or not at all."""
    write_whole(path, "".join(format_game_start(position) + "\n" for position in positions).encode())
