"""Games between native policies and Python agents, played in step: a batch of views an agent and round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from hazard.core.asking import Asker, Failure, Indices, source_of
from hazard.core.hosted import HostedWithGames
from hazard.core.status import Status
from hazard.dice.account import Account
from hazard.dice.agent import DiceAgent
from hazard.dice.answers import checked
from hazard.dice.command import Command
from hazard.dice.games import Games, no_commands
from hazard.dice.keeping import Keeper
from hazard.dice.views import Decisions, Views

NO_KIND = 99
STEP = 0.05  # of the logarithm of a time


class Lockstep:
    """`games` are dealt and seated; afterwards their arrays and those here tell how they went.

    `seats` int[n, players] says which agent sits where, by its key in `agents`; others play natively. A seat
    whose agent fails does nothing but end its turns from then on, and the game goes on.
    """

    def __init__(self, games: Games, seats: NDArray[np.intp], agents: Mapping[int, DiceAgent]) -> None:
        n = len(games)
        self.games, self.seats = games, seats
        self.faults = np.zeros(seats.shape, np.uint8)  # [n, players] hazard.Status, 0 where there is none
        self.messages: dict[tuple[int, int], str] = {}  # by (game, seat)
        self.seconds = np.zeros(seats.shape, np.float64)  # that agents took
        self.slowest = dict.fromkeys(agents, 0.0)  # seconds a decision, by agent
        self.tracebacks: dict[str, str] = {}  # by message
        self.times: dict[int, Counter[int]] = {}  # decisions by step of their times
        self.overruns: Counter[int] = Counter()  # decisions for which the clock ran out, by agent
        self._keepers = {
            key: Keeper(agent, games, seats == key)
            for key, agent in agents.items()
            if isinstance(agent, HostedWithGames)
        }
        self._askers = {
            key: Asker[Decisions](deciding(self._keepers.get(key, agent)), source_of(agent), n)
            for key, agent in agents.items()
        }
        self._most = min((keeper.at_once for keeper in self._keepers.values()), default=n)

    def run(self) -> None:
        """Play every game to its end; where an agent keeps something for each, so many as it can at once."""
        self.games.advance()
        while len(waiting := np.flatnonzero(~self.games.over)[: self._most]):
            for keeper in self._keepers.values():
                keeper.follow(waiting)
            seat = self.games.views.player[waiting]
            commands = no_commands(len(self.games))
            asked = self.seats[waiting, seat]
            for key in sorted(set(asked.tolist())):
                self.ask(key, waiting[asked == key], commands)
            self.games.step(commands)
            self.retire_refused(commands)
        for keeper in self._keepers.values():
            keeper.follow(waiting)

    def ask(self, key: int, running: Indices, commands: NDArray[np.int16]) -> None:
        """Write an agent's commands for these games into int16[n, 3]."""
        begin, told = perf_counter(), False
        for games, answer in self._askers[key].ask(running, self.games.views[running].frozen()):
            if isinstance(answer, Failure):
                self.retire(int(games[0]), answer.status, answer.message)
            else:
                commands[games] = answer.commands
                nonsense = games[answer.commands[:, 0] < 0]
                commands[nonsense, 0] = NO_KIND  # to the engine, a negative kind says nothing at all
                if answer.account is not None:
                    told = True
                    self.enter(key, games, answer.account, commands)
        if told:
            return
        each = (perf_counter() - begin) / len(running)
        self.slowest[key] = max(self.slowest[key], each)
        self.seconds[running, self.games.views.player[running]] += each

    def enter(self, key: int, games: Indices, account: Account, commands: NDArray[np.int16]) -> None:
        """Note how decisions came about; seats that are given up get no command."""
        self.slowest[key] = max(self.slowest[key], float(account.seconds.max()))
        self.seconds[games, self.games.views.player[games]] += account.seconds
        self.times.setdefault(key, Counter()).update(steps_of(account.seconds))
        self.overruns[key] += int(account.overruns.sum())
        for place, refusal in account.refusals.items():
            game = int(games[place])
            commands[game] = -1
            self.retire(game, refusal.status, refusal.message)
            if refusal.traceback:
                self.tracebacks.setdefault(refusal.message, refusal.traceback)

    def retire_refused(self, commands: NDArray[np.int16]) -> None:
        """Seats that gave an illegal command."""
        for game in np.flatnonzero(self.games.refused).tolist():
            command = Command(*commands[game].tolist())
            reason = self.games.position(game).why_illegal(command)
            self.retire(game, Status.ILLEGAL, f"{command}: {reason}")
        self.games.advance()

    def retire(self, game: int, status: Status, message: str) -> None:
        """The seat that is asked does nothing but end its turns from now on."""
        seat = int(self.games.views.player[game])
        self.faults[game, seat] = status
        self.messages[game, seat] = message
        self.games.retire(game, seat)


def deciding(agent: DiceAgent) -> Callable[[Views], Decisions]:
    """What asks an agent, and checks its answer."""

    def decide(views: Views) -> Decisions:
        return checked(agent.choose(views), views)

    return decide


def steps_of(seconds: NDArray[np.float64]) -> list[int]:
    """Times on a scale of which each step is 5 % longer than the last; from a microsecond on."""
    return np.floor(np.log(np.maximum(seconds, 1e-6)) / STEP).astype(int).tolist()


def seconds_of(step: int) -> float:
    """The middle of such a step."""
    return float(np.exp((step + 0.5) * STEP))
