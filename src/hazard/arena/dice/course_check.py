"""Does an AI of the course run as on its platform? Tried in whole games, told in plain words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import monotonic

import numpy as np

from hazard.arena.checklist import Ledger, Report, Row
from hazard.core.errors import AgentError
from hazard.core.hosted import check_starts
from hazard.core.registry import ResolvedAgent, resolve
from hazard.core.status import Status
from hazard.dice.answers import bare
from hazard.dice.playing import Block, Outcomes, play_block
from hazard.dice.rules import Rules
from hazard.dice.seeds import table_seeds

SECONDS = 40.0
SEED = 20_211_201  # of the games here; not one that matches use
RIVALS = ("dt.sdc", "kb.stei_adt", "dt.stei")
OTHERS = (2, 3, 6, 8)  # players
ROWS = (
    Row("loads", None, "it is imported as dicewars.ai.NAME, from the platform's folder, in a fresh process"),
    Row("whole games", None, "mend the line that is named; the AI only passes after an exception"),
    Row(
        "legal commands",
        None,
        "attack from an own area with 2 dice or more to an adjacent one that is not yours; transfer between "
        "own adjacent areas",
    ),
    Row("its clock", None, "look at time_left, and answer with EndTurnCommand() in time"),
    Row("other tables", None, "count players by players_order, not by 4; areas by board.areas"),
    Row("same again", None, "draw from random, numpy.random or torch: they are seeded for every game"),
)
NOT_DETECTED = (
    "faults of situations that did not come up here; the matches tell of theirs",
    "files that it writes: they go with its process unless their paths are absolute or below its own folder",
    "how fast the platform's machine is: seconds are this machine's",
)
OF_STATUS = {Status.ERROR: "whole games", Status.ILLEGAL: "legal commands", Status.TIMEOUT: "its clock"}


@dataclass
class Trial:
    """What has come of the games so far."""

    ledger: Ledger = field(default_factory=lambda: Ledger(ROWS))
    tracebacks: dict[str, str] = field(default_factory=dict[str, str])
    games: int = 0
    whole: int = 0
    """Games in which it had no fault."""
    overruns: int = 0
    slowest: float = 0.0


@dataclass(frozen=True)
class CourseCheck(Report):
    """All checks, and the exceptions of the AI in full."""

    tracebacks: tuple[str, ...] = ()
    playable: bool = True
    """It came through at least one game."""


def check_course(agent: str, seconds: float = SECONDS) -> CourseCheck:
    """Try `course:PATH` as the platform would, in about `seconds`; raises AgentError where it is none."""
    begin = monotonic()
    found = resolve(agent, "dice")
    if found.adapter is None:
        raise AgentError(f"agent {agent}: name an AI of the course as course:PATH")
    trial = Trial()
    examine(found, trial, begin + seconds)
    if trial.games:
        told = f"at most {1000 * trial.slowest:.3g} ms a decision"
        if trial.overruns:
            trial.ledger.blame(
                "its clock", f"{trial.overruns} decisions came too late, and their turns ended"
            )
        trial.ledger.settle("its clock", seen=told)
    return CourseCheck(
        agent,
        trial.ledger.checks(),
        monotonic() - begin,
        NOT_DETECTED,
        tuple(trial.tracebacks.values()),
        trial.whole > 0,
    )


def examine(agent: ResolvedAgent, trial: Trial, until: float) -> None:
    """All parts in their order, as far as there is time."""
    ledger = trial.ledger
    try:
        check_starts(agent, bare)
    except AgentError as error:
        ledger.blame("loads", str(error).removeprefix(f"agent {agent.name}: "))
        return
    ledger.settle("loads", seen=agent.row.sentence)
    first = play(agent, trial, 4, [0])
    if "its clock" in ledger.faults:  # more games would take as long each
        return
    for part in ([1, 2, 3], [4, 5, 6, 7]):
        if monotonic() < until and trial.games == part[0]:
            play(agent, trial, 4, part)
    ledger.settle("whole games", seen=f"{trial.games} of four players")
    ledger.settle("legal commands")
    if monotonic() < until:
        again(agent, first, trial)
    if ledger.faults:  # elsewhere they would be no news
        return
    strange: list[str] = []
    for players in OTHERS:
        if monotonic() > until:
            return
        strange += elsewhere(agent, players)
    if strange:
        ledger.blame("other tables", "; ".join(strange))
    ledger.settle("other tables", seen=f"{', '.join(map(str, OTHERS))} players")


def play(agent: ResolvedAgent, trial: Trial, players: int, numbers: list[int]) -> Outcomes:
    """Games of these numbers, noting what went wrong."""
    outcomes = played(agent, players, numbers)
    for status, message in faults(outcomes):
        trial.ledger.blame(OF_STATUS[status], message)
    trial.tracebacks.update(outcomes.tracebacks)
    trial.games += len(outcomes)
    trial.whole += len(outcomes) - len(outcomes.messages)
    trial.overruns += sum(outcomes.overruns.values())
    trial.slowest = max(trial.slowest, outcomes.slowest.get(0, 0.0))
    return outcomes


def played(agent: ResolvedAgent, players: int, numbers: list[int]) -> Outcomes:
    """Games with the AI on each seat in turn, the references on the others."""
    rivals = [resolve(name, "dice") for name in RIVALS]
    seats = np.array(
        [
            [0 if seat == number % players else 1 + seat % len(rivals) for seat in range(players)]
            for number in numbers
        ],
        np.intp,
    )
    seeds = np.array([table_seeds(SEED, *divmod(number, players), players) for number in numbers])
    return play_block(
        [agent, *rivals], Block(Rules(players=players, strict=False), seeds, seats), record=True
    )


def faults(outcomes: Outcomes) -> Iterator[tuple[Status, str]]:
    """Status and message of each seat that only passed from some command on."""
    for place, message in outcomes.messages.items():
        yield Status(int(outcomes.statuses[place])), message


def again(agent: ResolvedAgent, first: Outcomes, trial: Trial) -> None:
    """The same game once more."""
    second = played(agent, 4, [0])
    assert first.records is not None
    assert second.records is not None
    one, other = first.records[0].commands, second.records[0].commands
    if one != other:
        place = next(
            (n for n, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]),
            min(len(one), len(other)),
        )
        trial.ledger.blame("same again", f"the same game goes another way from command {place + 1} on")
    trial.ledger.settle("same again")


def elsewhere(agent: ResolvedAgent, players: int) -> Iterator[str]:
    """What goes wrong in a game of so many players."""
    for status, message in faults(played(agent, players, [0])):
        yield f"{players} players: {status.name.lower()}: {message}"
