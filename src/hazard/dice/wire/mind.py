"""An agent of ours at one seat of a server's game: asked one decision after the other, its failures told."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from time import perf_counter

import numpy as np

from hazard.core.asking import Asker, Failure, source_of
from hazard.core.hosted import HostedWithGames, hosted
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.status import Status
from hazard.dice.agent import DiceAgent
from hazard.dice.answers import bare
from hazard.dice.command import END, Command
from hazard.dice.keeping import Keeper
from hazard.dice.lockstep import deciding
from hazard.dice.views import Decisions, Views
from hazard.dice.wire.follower import Follower, illegal

GAME = np.zeros(1, np.intp)  # the only one that it plays at a time


class Mind:
    """Plays one game at a time; once it has failed in a game, it ends its turns there."""

    def __init__(self, agent: DiceAgent) -> None:
        self._agent = agent
        self._keeper: Keeper | None = None
        self._clear()

    def _clear(self) -> None:
        self._asker = Asker[Decisions](deciding(self._keeper or self._agent), source_of(self._agent), 1)
        self.status: Status | None = None
        self.fault: str | None = None
        self.decisions = self.overruns = 0
        self.seconds = self.slowest = 0.0

    def begin(self, game: Follower) -> None:
        """A game has begun; an agent that keeps something for each is told of it."""
        if isinstance(self._agent, HostedWithGames):
            own = np.arange(game.position(0).rules.players)[np.newaxis] == game.seat
            self._keeper = Keeper(self._agent, game, own)
            self._keeper.follow(GAME)
        self._clear()

    def end(self) -> None:
        """It is over: what was kept for it goes."""
        keeper, self._keeper = self._keeper, None
        if keeper is not None:
            keeper.follow(GAME[:0])

    def decide(self, views: Views) -> Command:
        """A legal command."""
        if self.status is not None:
            return END
        begin = perf_counter()
        ((_, answer),) = self._asker.ask(GAME, views[GAME].frozen())
        self._spend(perf_counter() - begin)
        if isinstance(answer, Failure):
            return self._fail(answer.status, answer.message)
        if answer.account is not None:
            self.overruns += int(answer.account.overruns[0])
            refusal = answer.account.first()
            if refusal is not None:
                return self._fail(refusal.status, refusal.message)
        command = Command(*answer.commands[0].tolist())
        reason = illegal(views, command)
        return command if reason is None else self._fail(Status.ILLEGAL, reason)

    def _spend(self, seconds: float) -> None:
        self.decisions += 1
        self.seconds += seconds
        self.slowest = max(self.slowest, seconds)

    def _fail(self, status: Status, message: str) -> Command:
        self.status, self.fault = status, message
        return END


@contextmanager
def mind_of(agent: ResolvedAgent, time_limit: float = TIME_LIMIT) -> Generator[Mind]:
    """An agent that was looked up; one without native policy in a process of its own."""
    if agent.row.native is not None:
        yield Mind(agent.make())
        return
    with hosted(agent, bare, time_limit) as host:
        yield Mind(host)
