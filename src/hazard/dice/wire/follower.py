"""A game as a client hears of it: from the server's messages to the views that an agent decides by. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from hazard.core.errors import BadInput
from hazard.dice.command import Command, Kind
from hazard.dice.formats import AreaNow, GameStart, Id, number_of, position_of, seats_of
from hazard.dice.games import DEGREE, empty_views
from hazard.dice.position import Position
from hazard.dice.rules import MOST_DICE, MOST_RESERVE, Rules
from hazard.dice.views import NOBODY, Views
from hazard.dice.wire import messages
from hazard.dice.wire.framing import WireError

USUAL = Rules()


class Follower:
    """One game, from `game_start` to `game_end`; `hear` every message, then look whether it is `our_turn`.

    The messages do not tell the limit of `transfers` a turn. Whose command a message is about follows from
    whose turn it is, so a turn that the server ended for us is one that we ended.
    """

    def __init__(self, transfers: int = USUAL.transfers, seed: int = 0) -> None:
        self.transfers, self._seed = transfers, seed
        self.views: Views | None = None
        """What an agent in our place sees, while it is our turn; rewritten in place."""
        self.start: Position | None = None
        """How the game began."""
        self.seat = -1
        """Our place in the order of turns."""
        self.over = self.closed = False
        self.winner: int | None = None
        """A seat, once the game is over; None: nobody."""
        self.turns = 0
        """That have ended, of all players."""
        self._places: dict[int, int] = {}
        self._seats: dict[int, int] = {}
        self._names: list[int] = []

    @property
    def begun(self) -> bool:
        """Whether the game has begun."""
        return self.views is not None

    @property
    def our_turn(self) -> bool:
        """Whether the next command is ours; who owns everything has won, and need not wait to be told."""
        if self.views is None or self.over or int(self.views.player[0]) != self.seat:
            return False
        return any(owner not in (self.seat, NOBODY) for owner in self.views.owners[0].tolist())

    def position(self, _game: int) -> Position:
        """Where the game began: all that an agent which keeps something for each game is told of it."""
        assert self.start is not None
        return self.start

    def seed(self, _game: int, _seat: int) -> int:
        """Of the agent's own randomness."""
        return self._seed

    def order(self, command: Command) -> bytes:
        """A command of ours as bytes."""
        return messages.order(command, self._names)

    def hear(self, data: bytes) -> bool:
        """One message of the server; whether it brought the game a step further. Raises WireError.

        Messages of types that we do not know are passed over, as clients of the platform do.
        """
        told = messages.read_told(data)
        if told is None:
            return False
        if isinstance(told, messages.CloseSocket):
            self.closed = True
            return False
        if isinstance(told, GameStart):
            self._start(told)
            return True
        if self.over:
            raise WireError("the game goes on after its end")
        return self._go_on(told)

    def _start(self, told: GameStart) -> None:
        if self.views is not None:
            raise WireError("a second game_start in one game")
        if told.player is None:
            raise WireError("game_start does not say which player we are")
        try:
            rules = Rules(told.no_players, max(len(told.areas), told.no_players), transfers=self.transfers)
            self.start = start = position_of(told, rules)
            self._seats = seats_of(told)
            self._names = sorted(number_of(name, "areas") for name in told.areas)
            self.seat = self._seat(told.player, "player")
        except BadInput as error:
            raise WireError(f"game_start: {error}") from None
        self._places = {name: place for place, name in enumerate(self._names)}
        seen = start.views(seed=self._seed)
        self.views = views = empty_views(rules, 1, max(DEGREE, start.map.degree))
        for whole, part in zip(views.arrays, seen.arrays, strict=True):
            whole[tuple(slice(length) for length in part.shape)] = part

    def _go_on(self, told: messages.Told) -> bool:
        if self.views is None:
            raise WireError("the game goes on before its game_start")
        views = self.views
        ours = self.our_turn
        match told:
            case messages.BattleTold(areas=areas, result=fought):
                self._change(areas)
                self._place(fought.atk)
                self._place(fought.target)
                self._count(ours)
            case messages.TransferTold(areas=areas, result=moved):
                self._change(areas)
                self._place(moved.src)
                self._place(moved.dst)
                views.transfers[0] = max(0, views.transfers[0] - 1)
                self._count(ours)
            case messages.TurnEnded(areas=areas, reserves=reserves, current_player=player):
                self._change(areas)
                for name, count in reserves.items():
                    if not 0 <= count <= MOST_RESERVE:
                        raise WireError(f"player {name[:20]} has {count} dice in reserve")
                    views.reserves[0, self._seat(name, "reserves")] = count
                views.turns[0] += ours
                views.moves[0] += ours
                self._begin_turn(player)
                self.turns += 1
            case messages.StateTold(areas=areas, current_player=player):
                self._change(areas)
                if self._seat(player, "current_player") == int(views.player[0]):
                    return False
                self._begin_turn(player)
            case messages.GameEnd(winner=winner):
                self.over = True
                self.winner = None if str(winner) == "-1" else self._seat(winner, "winner")
            case messages.CloseSocket():
                self.closed = True
        return True

    def _count(self, ours: bool) -> None:
        """One more command of this turn."""
        assert self.views is not None
        self.views.commands[0] += 1
        self.views.moves[0] += ours

    def _begin_turn(self, player: Id) -> None:
        assert self.views is not None
        self.views.player[0] = self._seat(player, "current_player")
        self.views.commands[0] = 0
        self.views.transfers[0] = self.transfers

    def _change(self, areas: Mapping[str, AreaNow]) -> None:
        for name, area in areas.items():
            self._set(name, area.owner, area.dice)

    def _place(self, place: messages.Place) -> None:
        self._set(place.name, place.owner, place.dice)

    def _set(self, name: Id, owner: Id | None, dice: int) -> None:
        assert self.views is not None
        area = self._places.get(self._number(name, "areas"))
        if area is None:
            raise WireError(f"there is no area {name}; the areas are {self._names[0]} to {self._names[-1]}")
        if not 1 <= dice <= MOST_DICE:
            raise WireError(f"area {name} has {dice} dice: want 1 to {MOST_DICE}")
        self.views.dice[0, area] = dice
        if owner is not None:
            self.views.owners[0, area] = self._seat(owner, f"area {name}: owner")

    def _seat(self, name: Id, where: str) -> int:
        seat = self._seats.get(self._number(name, where))
        if seat is None:
            players = ", ".join(map(str, self._seats))
            raise WireError(f"{where} {str(name)[:20]} is no player; the players are {players}")
        return seat

    def _number(self, name: Id, where: str) -> int:
        try:
            return name if isinstance(name, int) else number_of(name, where)
        except BadInput as error:
            raise WireError(str(error)) from None


def illegal(views: Views, command: Command) -> str | None:
    """Why a command is not one that the rules allow; None where it is."""
    view, kind = views[0], command.kind
    if kind not in tuple(Kind):
        return f"kind {kind} is none of 0 (end), 1 (attack), 2 (transfer)"
    if kind == Kind.END or command in (view.attacks() if kind == Kind.ATTACK else view.transfers_possible()):
        return None
    return f"{command} breaks the rules"
