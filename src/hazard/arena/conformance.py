"""Does an agent keep the rules of `hazard.core.agent`? Each is tried out: alone, in company, in whole games.

The agent runs in a process that holds neither games nor layouts; it gets views only. So what it can know is
what a player sees, unless it goes out of its way: then its luck shows it, or its code does
(`checklist.NOT_DETECTED` says what nobody would notice).
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from hazard.arena.checklist import Halt, Ledger, Report
from hazard.arena.examiner import Seen
from hazard.arena.interview import Interview, OutOfTime, one
from hazard.arena.luck import evidence
from hazard.core.agentfile import split_file
from hazard.core.errors import AgentError, AgentFault
from hazard.core.hosted import check_time_limit
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import resolve
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.answers import Answer
from hazard.mines.boards import Boards
from hazard.mines.first import first_cells
from hazard.mines.inference import FINE, analyse_many
from hazard.mines.level import Level
from hazard.mines.lockstep import Lockstep
from hazard.mines.views import NO_CELL, Action, Decisions, Views

SECONDS = 40.0
HOMES = ("beginner", "expert", "intermediate", "small", "beginner8", "tiny5", "tiny4")
TRIED = (  # level, rule, who opens the first cell
    ("beginner", "open", "default"),
    ("expert", "open", "default"),
    ("beginner", "safe", "agent"),
    ("5x17/12", "safe", "agent"),
    ("17x5/12", "any", "agent"),
    ("1x30/5", "open", "default"),
    ("1x12/3", "safe", "agent"),
    ("12x1/3", "any", "agent"),
    ("1x1/0", "any", "agent"),
    ("33x21/90", "open", "random"),
)
POSITIONS = 12
GAMES = 6  # a level
MATCH_SEED = 1  # that of `hazard match`: its seeds are the easiest to guess
LUCK_GAMES = 128  # on a level
LUCK_DIGITS = 6.0  # of evidence: an honest agent is blamed once in a million times
GREW, GREW_SECONDS = 3.0, 0.02  # at the end so many times as slow as at the beginning, and by so much


def check_agent(agent: str, time_limit: float = TIME_LIMIT, seconds: float = SECONDS) -> Report:
    """Try an agent (a name, or FILE.py[:Class]) against the rules, in about `seconds` or less.

    A slow agent is asked less, and a check for which there was no time is `not reached`. Raises UnknownAgent,
    or AgentError where there is no such file.
    """
    check_time_limit(time_limit)
    begin = monotonic()
    file = split_file(agent)
    if file is None:
        resolve(agent, "mines")
    elif not file[0].is_file():
        raise AgentError(f"agent {agent}: there is no file {file[0]}")
    ledger = Ledger()
    with tempfile.TemporaryFile() as printed:
        interview = Interview(agent, time_limit, ledger, printed)
        try:
            with suppress(Halt):
                examine(interview, seconds)
        finally:
            interview.host.end()
    return Report(agent, ledger.checks(), monotonic() - begin)


def examine(interview: Interview, seconds: float) -> None:
    """All parts in their order; each has its share of the time."""
    about = interview.load()
    interview.ledger.settle("loads", seen=f"{about.class_name}, from {about.file}")
    early: list[float] = []
    share = 0.3 * seconds
    with interview.within(seconds):
        views = home_positions(interview)
        with interview.within(share):
            early = decide(interview, views, share)
        with interview.within(share):
            play_levels(interview, share)
        with interview.within(share):
            try_luck(interview, views.level, share)
        finish(interview, views, early)


def home_positions(interview: Interview) -> Views:
    """Positions of the first level that the agent does not refuse."""
    error = ""
    for name in HOMES:
        views = positions(Level.parse(name, "safe"))
        seen = interview.ask(one(views, 0))
        if seen.failure != "refused":
            interview.home = views.level
            return views
        error = seen.error
    return interview.ledger.halt("whole games", f"it refuses all of {', '.join(HOMES)}: {error}")


def positions(level: Level) -> Views:
    """Running games of random play, of 0 to 3 decisions."""
    count = 8 * POSITIONS
    seeds, agent_seeds = game_seeds(99, 0, count)
    moves = (np.arange(count) % 4).astype(np.int32)
    boards = Boards(level, count)
    boards.deal(seeds)
    boards.open(first_cells("default", level, seeds))
    for move in range(3):
        boards.open(np.where(moves > move, boards.draw(), NO_CELL).astype(np.int32))
    running = np.flatnonzero(boards.status == Status.UNFINISHED)[:POSITIONS]
    return Views(level, boards.cells[running], moves[running], agent_seeds[running])


def decide(interview: Interview, views: Views, seconds: float) -> list[float]:
    """Ask about single positions: again, in another process, and in company; returns early thinking times."""
    ledger = interview.ledger
    first = interview.ask(one(views, 0))
    few = int(np.clip(seconds / (6 * first.seconds + 1e-9), 2, len(views)))
    views = views[:few]
    alone = [first, *(interview.ask(one(views, i)) for i in range(1, few))]
    if all(seen.answer is None for seen in alone):
        return []
    ledger.settle("answers", "shapes and types", "arrays left alone", "quiet")
    ledger.settle("values", seen="" if interview.has_values else "it gives none")
    again = [interview.ask(one(views, i)) for i in range(few)]
    compare(ledger, "same view, same answer", "asked again", alone, again)
    other = [interview.ask(one(views, i), salt=1) for i in range(few)]
    if "same view, same answer" not in ledger.faults:
        compare(ledger, "chance from the view", "with other global generators", alone, other)
    interview.host.stop()
    fresh = [interview.ask(one(views, i)) for i in range(min(few, 3))]
    compare(ledger, "same view, same answer", "in another process", alone[: len(fresh)], fresh)
    unsteady = {"same view, same answer", "chance from the view"} & ledger.faults.keys()
    if not unsteady:  # else a difference proves nothing
        compare_company(interview, views, alone)
    return [seen.seconds for seen in fresh]


def compare(ledger: Ledger, name: str, when: str, these: list[Seen], those: list[Seen]) -> None:
    """Blame the check where two answers to a view differ, else pass it."""
    for number, (this, that) in enumerate(zip(these, those, strict=True)):
        if this.answer is not None and that.answer is not None:
            a, b = decision(this.answer, 0), decision(that.answer, 0)
            if a != b:
                ledger.blame(name, f"position {number}: {told(a)}, but {when} {told(b)}")
    ledger.settle(name)


def compare_company(interview: Interview, views: Views, alone: list[Seen]) -> None:
    """All together, backwards, and in part: each view must get the answer that it got alone."""
    name, count = "company and order", len(views)
    for order in (range(count), range(count - 1, -1, -1), range(count // 2 + 1)):
        seen = interview.ask(views[np.array(order)])
        for place, number in enumerate(order):
            single = alone[number].answer
            if seen.answer is not None and single is not None:
                a, b = decision(single, 0), decision(seen.answer, place)
                if a != b:
                    what = f"position {number}: alone {told(a)}, but among {len(order)} {told(b)}"
                    interview.ledger.blame(name, what)
    interview.ledger.settle(name)


def decision(answer: Answer, index: int) -> list[int] | list[Action]:
    """What an answer says for one view, without padding."""
    if isinstance(answer, Decisions):
        return [cell for cell in answer.cells[index].reshape(-1).tolist() if cell != NO_CELL]
    return answer[index]


def told(decision: list[int] | list[Action]) -> str:
    """A decision in a sentence."""
    return f"{decision[:4]}".replace("]", ", …]" if len(decision) > 4 else "]")


class Refused(BaseException):
    """The agent does not play this level, and says so."""


class Player:
    """The agent as a Lockstep player; with `luck` it opens one cell a decision, of a known risk."""

    def __init__(self, interview: Interview, *, luck: bool = False) -> None:
        self.interview, self.luck = interview, luck
        self.risks: dict[int, list[float | None]] = {}  # by the game's agent seed, one a decision

    def choose(self, views: Views) -> Answer:
        """The agent's decisions, or AgentFault."""
        seen = self.interview.ask(views)
        if seen.answer is None:
            if seen.failure == "refused":
                raise Refused(seen.error)
            raise AgentFault(seen.error)
        return self.audited(views, seen.answer) if self.luck else seen.answer

    def audited(self, views: Views, answer: Answer) -> Answer:
        """The first cell of each decision; a pure agent that stops there is as honest as before."""
        many = analyse_many(views, trust_flags=False)
        known = (many.verdict == FINE) & ((views.level.rule == "any") | ~views.untouched)
        for index, seed in enumerate(views.seeds.tolist()):
            risk = None
            if known[index] and isinstance(answer, Decisions):
                cell = next(iter(decision(answer, index)), NO_CELL)
                if isinstance(cell, int) and 0 <= cell < views.level.area:
                    risk = float(many.mine_probability[index].flat[cell])
            self.risks.setdefault(seed, []).append(None if risk is None or np.isnan(risk) else risk)
        return Decisions(first_of(answer.cells)) if isinstance(answer, Decisions) else answer


def first_of(cells: NDArray[np.int32]) -> NDArray[np.int32]:
    """The first cell of each decision, int32[n] or int32[n, k] to int32[n]."""
    if cells.ndim == 1:
        return cells
    at = (cells != NO_CELL).argmax(axis=1) if cells.shape[1] else np.zeros(len(cells), np.intp)
    return cells[np.arange(len(cells)), at] if cells.shape[1] else np.full(len(cells), NO_CELL, np.int32)


def play(player: Player, level: Level, first: str, games: int) -> Lockstep:
    """Games of the match seed, as far as there is time."""
    seeds, agent_seeds = game_seeds(MATCH_SEED, 0, games)
    lockstep = Lockstep(player, level, agent_seeds, record=False, count_guesses=False)
    lockstep.boards.deal(seeds)
    lockstep.boards.open(first_cells(first, level, seeds))
    with suppress(OutOfTime):
        lockstep.run()
    return lockstep


def play_levels(interview: Interview, seconds: float) -> None:
    """Whole games on levels of many shapes, under all three rules."""
    ledger = interview.ledger
    whole = decisions = 0
    refused: list[str] = []
    short: list[str] = []
    until = monotonic() + seconds
    for place, (name, rule, first) in enumerate(TRIED):
        level = Level.parse(name, rule)
        share = max(0.0, until - monotonic()) / (len(TRIED) - place)
        try:
            with interview.within(2 * share):
                lockstep = play(Player(interview), level, first, interview.affordable(GAMES, share))
        except Refused:
            if str(level) not in refused:
                refused.append(str(level))
            continue
        whole += judge(ledger, level, lockstep)
        decisions += int(lockstep.decisions.sum())
        if (lockstep.boards.status == Status.UNFINISHED).any() and not any(lockstep.messages):
            short.append(str(level))
    if decisions:
        ledger.settle("legal cells")
    if whole:
        late = f"; no time for all of {', '.join(short)}" if short else ""
        ledger.settle("whole games", seen=f"{whole} games{late}")
        ledger.settle("other levels", seen=f"it refuses {', '.join(refused)}" if refused else "")


def judge(ledger: Ledger, level: Level, lockstep: Lockstep) -> int:
    """Blame what went wrong in games; returns how many came to an end."""
    statuses = lockstep.boards.status
    for game, message in enumerate(lockstep.messages):
        status = statuses[game]
        if message is not None and status in (Status.ILLEGAL, Status.UNFINISHED):
            name = "legal cells" if status == Status.ILLEGAL else "whole games"
            where = f"{level}, rule {level.rule}, game {game}, decision {int(lockstep.decisions[game]) + 1}"
            ledger.blame(name, f"{where}: {message}")
    return int(np.isin(statuses, (Status.WON, Status.LOST)).sum())


def try_luck(interview: Interview, home: Level, seconds: float) -> None:
    """Does it hit the mines that its risks make it hit?"""
    found: list[tuple[float, bool]] = []
    for level in dict.fromkeys((Level.parse("expert"), replace(home, rule="open"))):
        player = Player(interview, luck=True)
        with suppress(Refused), interview.within(seconds / 2):
            lockstep = play(player, level, "default", interview.affordable(LUCK_GAMES, seconds / 2))
            found += outcomes(player, lockstep)
    expected, hits = sum(risk for risk, _ in found), sum(hit for _, hit in found)
    what = f"{hits} mines hit where {expected:.1f} were to be expected"
    digits = evidence(found)
    if digits >= LUCK_DIGITS:
        odds = f"without a look at the layout, chances are less than 1 in 10^{int(digits)}"
        interview.ledger.blame("no look at the layout", f"{what}: {odds}")
    if found:
        interview.ledger.settle("no look at the layout", seen=what)


def outcomes(player: Player, lockstep: Lockstep) -> Iterator[tuple[float, bool]]:
    """(risk, was it a mine) of each cell that was opened: only a game's last one can have been."""
    statuses: list[int] = lockstep.boards.status.tolist()
    for seed, status in zip(lockstep.agent_seeds.tolist(), statuses, strict=True):
        risks = player.risks.get(seed, [])
        for place, risk in enumerate(risks):
            last = place == len(risks) - 1
            if risk is not None and not (last and status in (Status.ILLEGAL, Status.ERROR)):
                yield risk, last and status == Status.LOST


def finish(interview: Interview, views: Views, early: list[float]) -> None:
    """Is it as quick as it was?"""
    late = [interview.ask(one(views, i)).seconds for i in range(len(early))]
    if early and min(late) > GREW * max(early) + GREW_SECONDS:
        seen = f"{1000 * max(early):.0f} ms a decision at first, {1000 * min(late):.0f} ms at the end"
        interview.ledger.blame("quick", seen)
    interview.ledger.settle("process lives")
    interview.ledger.settle("quick", seen=f"at most {1000 * interview.slowest:.3g} ms a decision")
