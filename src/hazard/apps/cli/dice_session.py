"""The game of Dicewars behind the terminal: the player's commands, agents' turns, what to tell of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hazard.apps.cli.dice_state import Wish
from hazard.apps.cli.dice_words import dice, percent
from hazard.core.errors import DecisionError, HazardError
from hazard.core.hosted import check_starts, hosted
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.dice.answers import bare
from hazard.dice.command import END, Command, Kind
from hazard.dice.drawing import LETTERS, counted
from hazard.dice.event import Event
from hazard.dice.game import Game
from hazard.dice.position import Position
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds
from hazard.dice.views import Decisions

YOU = "you"
OVER = "the game is over: n deals a new one"


class Session:
    """One game after the other at a table; `seats` has an agent for each seat, None for the player.

    An agent that fails does nothing but end its turns from then on, as in a match.
    """

    def __init__(self, rules: Rules, seed: int, seats: Sequence[ResolvedAgent | None]) -> None:
        self.rules, self.seats = rules, tuple(seats)
        for agent in {seat for seat in seats if seat is not None}:
            check_starts(agent, bare)
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """A new game; board and rolls are those of `Game(rules, seed)`."""
        self.seed = seed
        self.game = Game(self.rules, seed)
        self.position = self.game.position
        self.last: Command | None = None
        """The command that was carried out last."""
        self.fresh: Counter[int] = Counter()
        """New dice of the last turn that ended, by area."""
        self.told = f"A begins, {self.names[0]}"
        self.faults: dict[int, str] = {}
        self._agent_seeds: list[int] = table_seeds(seed, 0, 0, self.rules.players)[4:].tolist()
        self._moves = [0] * self.rules.players

    @property
    def names(self) -> list[str]:
        """Who sits where, shortly."""
        return [YOU if seat is None else seat.name.rpartition("/")[2] for seat in self.seats]

    @property
    def ours(self) -> bool:
        """Whether the player is to command."""
        return not self.position.over and self.seats[self.position.player] is None

    @property
    def waits_for_agent(self) -> bool:
        """Whether an agent is to command."""
        return not self.position.over and not self.ours

    def grant(self, wish: Wish) -> str:
        """Do what the player wants; returns why not, where it cannot be."""
        if wish.kind == "new":
            self.deal((self.seed + 1) % 2**64)
        elif wish.kind == "step":
            return self.step()
        elif not self.ours:
            return OVER if self.position.over else "it is not your turn"
        elif wish.kind == "undo":
            return self.undo()
        elif wish.kind == "command":
            try:
                self._play(wish.command)
            except HazardError as error:
                return str(error)
        return ""

    def undo(self) -> str:
        """Take the player's last transfer back, if no dice were rolled since."""
        commands = self.game.commands
        kind = commands[-1].kind if commands and self.position.native.commands else Kind.END
        if kind is not Kind.TRANSFER:
            return "only transfers can be taken back, and only until dice are rolled"
        self.game.undo()
        self.position, self.last = self.game.position, None
        self.told = f"took back: {commands[-1]}"
        return ""

    def step(self) -> str:
        """Let the agent command whose turn it is."""
        if not self.waits_for_agent:
            return OVER if self.position.over else ""
        seat = self.position.player
        if seat in self.faults:
            self._play(END)
            return ""
        try:
            self._play(self._asked(seat))
        except HazardError as error:
            self.faults[seat] = str(error)
            self._play(END)
            self.told = f"{LETTERS[seat]} failed and only ends its turns from now on: {error}"
        return ""

    def _asked(self, seat: int) -> Command:
        """The command of a seat's agent; raises AgentFault, DecisionError."""
        agent = self.seats[seat]
        assert agent is not None
        views = self.position.views(self._moves[seat], self._agent_seeds[seat])
        self._moves[seat] += 1
        if agent.row.native is not None:
            answer: Decisions = agent.make().choose(views)
        else:
            with hosted(agent, bare, TIME_LIMIT) as host:  # the same process for all decisions
                answer = host.choose(views)
        kind, source, target = answer.commands[0].tolist()
        if kind not in tuple(Kind):
            raise DecisionError(f"kind {kind} is none of 0 (end), 1 (attack), 2 (transfer)")
        return Command(Kind(kind), source, target)

    def _play(self, command: Command) -> None:
        before = self.position
        event = self.game.play(command)
        self.position, self.last = self.game.position, command
        if command.kind is Kind.END:
            self.fresh = Counter(event.dealt)
        told = self._tell(before, event)
        self.told = told[0].upper() + told[1:]
        if self.position.over:
            self.told = f"{self._verdict()}. {self.told}"  # a small window cuts the end

    def _tell(self, before: Position, event: Event) -> str:
        """What happened, in a sentence."""
        kind, source, target = event.command
        who, verb = self._who(before.player), "" if self.seats[before.player] is None else "s"
        if kind is Kind.END:
            kept = self.position.reserves[before.player]
            reserve = f", {kept} in reserve" if kept else ""
            return f"{who} end{verb} the turn and get{verb} {dice(len(event.dealt))}{reserve}"
        if kind is Kind.TRANSFER:
            moved = int(before.dice[source] - self.position.dice[source])
            return f"{who} move{verb} {dice(moved)} {source} -> {target}"
        assert event.rolled is not None
        odds, whose = percent(before.win_chance(event.command)), self._who(int(before.owners[target]))
        return (
            f"{who} attack{verb} {source} -> {target} of {whose}, "
            f"{dice(int(before.dice[source]))} against {int(before.dice[target])} ({odds}): "
            f"{event.rolled[0]} to {event.rolled[1]}, {'won' if event.won else 'lost'}"
        )

    def _who(self, seat: int) -> str:
        return YOU if self.seats[seat] is None else LETTERS[seat]

    def _verdict(self) -> str:
        winner = self.position.winner
        turns = self.position.native.all_turns
        if winner is None:
            return f"Nobody wins after {counted(turns, 'turn', 'turns')}"
        if self.seats[winner] is None:
            return f"You win after {turns} turns"
        return f"{LETTERS[winner]} ({self.names[winner]}) wins after {turns} turns"
