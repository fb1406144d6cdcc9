"""The messages: what a client says and what a server says, as values and as bytes.

Areas and players have the platform's ids here; `hazard.dice.formats` has the game's first message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hazard.dice.command import Command, Kind
from hazard.dice.event import Event
from hazard.dice.formats import AreaNow, AreaState, GameStart, Id, ids, message_of
from hazard.dice.position import Position
from hazard.dice.wire.framing import NUL, WireError, shown


class ClientDesc(msgspec.Struct, frozen=True, tag_field="type", tag="client_desc"):
    """The first word of a client."""

    nickname: str


class Attack(msgspec.Struct, frozen=True, tag_field="type", tag="battle", rename={"target": "def"}):
    """An attack that a client commands."""

    atk: Id
    target: Id


class Transfer(msgspec.Struct, frozen=True, tag_field="type", tag="transfer"):
    """A transfer that a client commands."""

    src: Id
    dst: Id


class EndTurn(msgspec.Struct, frozen=True, tag_field="type", tag="end_turn"):
    """The end of a turn that a client commands."""


Order = Attack | Transfer | EndTurn


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the two areas that a command was about, as it is afterwards."""

    name: Id
    dice: int
    owner: Id | None = None
    pwr: int | None = None
    """The sum that was rolled."""


class Fought(msgspec.Struct, frozen=True):
    """Both sides of a battle."""

    atk: Place
    target: Place = msgspec.field(name="def")


class Moved(msgspec.Struct, frozen=True):
    """Both ends of a transfer."""

    src: Place
    dst: Place


class BattleTold(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="battle"):
    """A battle as it went."""

    areas: Mapping[str, AreaNow] = {}
    score: Mapping[str, int] = {}
    result: Fought


class TransferTold(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="transfer"):
    """A transfer as it went."""

    areas: Mapping[str, AreaNow] = {}
    score: Mapping[str, int] = {}
    result: Moved


class TurnEnded(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="end_turn"):
    """The end of a turn, with the areas that changed."""

    areas: Mapping[str, AreaNow] = {}
    score: Mapping[str, int] = {}
    current_player: Id
    reserves: Mapping[str, int] = {}


class StateTold(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="game_state"):
    """The whole position in the middle of a game."""

    areas: Mapping[str, AreaNow]
    current_player: Id


class GameEnd(msgspec.Struct, frozen=True, tag_field="type", tag="game_end"):
    """The end of a game; -1: nobody has won."""

    winner: Id


class CloseSocket(msgspec.Struct, frozen=True, tag_field="type", tag="close_socket"):
    """The server will say nothing more."""


Told = BattleTold | TransferTold | TurnEnded | StateTold | GameEnd | CloseSocket

_ORDERS = msgspec.json.Decoder(Order)
_HELLO = msgspec.json.Decoder(ClientDesc)
_TOLD = msgspec.json.Decoder(Told)
_START = msgspec.json.Decoder(GameStart)


class _Typed(msgspec.Struct, frozen=True):
    type: str


_TYPED = msgspec.json.Decoder(_Typed)
_KINDS = ("battle", "transfer", "end_turn", "game_state", "game_end", "close_socket")


def read_hello(data: bytes) -> ClientDesc:
    """The first message of a client; raises WireError."""
    return _read(_HELLO, data)


def read_order(data: bytes) -> Order:
    """A command of a client; raises WireError."""
    return _read(_ORDERS, data)


def read_told(data: bytes) -> GameStart | Told | None:
    """A message of a server, None where its type is not known; raises WireError."""
    kind = _read(_TYPED, data).type
    if kind == "game_start":
        return _read(_START, data)
    return _read(_TOLD, data) if kind in _KINDS else None


def _read(decoder: msgspec.json.Decoder[Any], data: bytes) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WireError(f"{shown(data)} is no message: {error}") from None


def hello(nickname: str) -> bytes:
    """A client's first message."""
    return msgspec.json.encode(ClientDesc(nickname))


def order(command: Command, names: list[int]) -> bytes:
    """A command as a client sends it; `names` are the ids of the areas."""
    kind, source, target = command
    if kind == Kind.ATTACK:
        return msgspec.json.encode(Attack(names[source], names[target]))
    if kind == Kind.TRANSFER:
        return msgspec.json.encode(Transfer(names[source], names[target]))
    return msgspec.json.encode(EndTurn())


def ended(message: object) -> bytes:
    """A message as a server sends it."""
    return msgspec.json.encode(message) + NUL


def game_start(position: Position, seat: int) -> bytes:
    """How a game begins, for one of its players."""
    return ended(msgspec.structs.replace(message_of(position), player=seat + 1))


def game_end(winner: int | None) -> bytes:
    """How a game ended."""
    return ended(GameEnd(-1 if winner is None else winner + 1))


CLOSE = ended(CloseSocket())


class Teller:
    """Says what happens in one game: the message of each command, the same for all clients."""

    def __init__(self, start: Position) -> None:
        self._names = [ids(others) for others in start.map.neighbours]
        self._before: list[AreaState] = self._areas(start)

    def _areas(self, position: Position) -> list[AreaState]:
        pairs = zip(position.owners.tolist(), position.dice.tolist(), self._names, strict=True)
        return [AreaState(owner + 1, dice, adjacent_areas=names) for owner, dice, names in pairs]

    def tell(self, event: Event, position: Position) -> bytes:
        """The message of a command that has led to this position."""
        now = self._areas(position)
        before, self._before = self._before, now
        score = {str(seat + 1): len(position.largest_region(seat)) for seat in range(position.rules.players)}
        kind, source, target = event.command
        if kind == Kind.END:
            changed = {
                str(area + 1): AreaNow(new.owner, new.dice)
                for area, (old, new) in enumerate(zip(before, now, strict=True))
                if old != new
            }
            reserves = {str(seat + 1): count for seat, count in enumerate(position.reserves)}
            player = position.player + 1
            return ended(TurnEnded(areas=changed, score=score, current_player=player, reserves=reserves))
        areas = {str(area + 1): state for area, state in enumerate(now)}
        if event.rolled is None:
            moved = Moved(*(Place(area + 1, now[area].dice) for area in (source, target)))
            return ended(TransferTold(areas=areas, score=score, result=moved))
        fought = Fought(
            *(
                Place(area + 1, now[area].dice, now[area].owner, rolled)
                for area, rolled in zip((source, target), event.rolled, strict=True)
            )
        )
        return ended(BattleTold(areas=areas, score=score, result=fought))
