"""What the check of agents must know of a game: its tables, its positions, its games, its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol, cast

from hazard.arena.checklist import Row
from hazard.core import modelfile
from hazard.core.agentfile import AgentFile
from hazard.core.registry import agents, games

EXAMINATIONS = {"mines": "hazard.arena.mines.examination", "dice": "hazard.arena.dice.examination"}

Choose = Callable[[Any], Any]
"""Views to the agent's answer; raises AgentFault, Refused, OutOfTime."""


class Refused(BaseException):
    """The agent does not play at this table, and says so."""


class OutOfTime(BaseException):
    """A part of the check has had its time; no Exception, so that Lockstep lets it through."""


@dataclass(frozen=True)
class Played:
    """What came of some games."""

    ended: int  # games that came to an end by their rules
    decisions: int  # of the agent
    faults: tuple[tuple[str, str], ...]  # (check, what was seen)
    short: bool  # there was no time for all of it


class Examination(Protocol):
    """One game's part of the check; views, answers and tables are of its own types."""

    rows: tuple[Row, ...]
    not_detected: tuple[str, ...]
    legal: str  # names of checks that each game words for itself
    others: str
    look: str
    few: int  # decisions a game, about
    luck_games: int  # on a table
    secrets: tuple[str, ...]  # modules and functions that tell seeds: imported, they serve no player

    def homes(self, own: Sequence[str]) -> Iterable[tuple[str, Any]]:
        """Names and positions of tables, those that the agent names itself last.

        The first that the agent does not refuse is its home.
        """
        ...

    def checked(self, answer: object, views: Any) -> Any:
        """The answer; raises DecisionError where its shape is not what the contract asks for."""
        ...

    def table(self, views: Any) -> str:
        """At which table these positions stand."""
        ...

    def place(self, views: Any) -> str:
        """The same and the rules, as reports say it."""
        ...

    def names(self, views: Any) -> tuple[str, ...]:
        """Words by which an agent that refuses a table may name it."""
        ...

    def has_values(self, answer: Any) -> bool:
        """Whether the agent says what it thinks."""
        ...

    def bad_value(self, views: Any, answer: Any) -> str | None:
        """Where a value that must be finite is not."""
        ...

    def decision(self, answer: Any, index: int) -> Any:
        """What an answer says for one view, to be compared."""
        ...

    def told(self, decision: Any) -> str:
        """A decision in words."""
        ...

    def tables(self, home: Any) -> Sequence[tuple[str, Any]]:
        """Names and rules of the tables at which whole games are tried; the home's is one of them."""
        ...

    def play(self, choose: Choose, table: Any, games: int) -> Played:
        """Whole games at one of these tables, as far as there is time."""
        ...

    def luck_tables(self, home: Any) -> Sequence[Any]:
        """Tables of the games that show an agent's luck; `home` are positions of its home."""
        ...

    def risks(self, choose: Choose, table: Any, games: int) -> list[tuple[float, bool]]:
        """As `luck.evidence` takes them: risks of the decisions of whole games, and what came of each."""
        ...

    def luck(self, hits: int, expected: float) -> str:
        """How lucky the agent was, in a sentence."""
        ...


def examination_of(game: str) -> Examination:
    """The check's part that is the game's own."""
    return cast(Examination, import_module(EXAMINATIONS[game]).EXAMINATION)


def game_of(agent: str, game: str | None = None) -> str:
    """The game that an agent plays: as asked for, by its name or card, and mines where nothing tells."""
    file = AgentFile.parse(agent)
    if game is None and file is not None and file.is_model:
        return modelfile.game_of(file.path, agent)
    if game is not None or file is not None:
        return game or "mines"
    if "/" in agent:
        first = agent.split("/", 1)[0]
        return first if first in games() else "mines"
    listed = {row.name for row in agents()}
    return next((one for one in games() if f"{one}/{agent}" in listed), "mines")
