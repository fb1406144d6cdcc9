"""Does an agent keep the rules of `hazard.core.agent`? Each is tried out: alone, in company, in whole games.

The agent runs in a process that holds neither games nor layouts; it gets views only. So what it can know is
what a player sees, unless it goes out of its way: then its luck shows it, or its code does
(`checklist.NOT_DETECTED` says what nobody would notice). What it must know of a game is an `Examination`.
"""

from __future__ import annotations

import tempfile
from contextlib import suppress
from time import monotonic
from typing import Any

import numpy as np

from hazard.arena.checklist import Halt, Report
from hazard.arena.examination import Refused, game_of
from hazard.arena.examiner import Seen
from hazard.arena.interview import Interview, one
from hazard.arena.luck import evidence
from hazard.core.agentfile import AgentFile, split_scheme
from hazard.core.errors import AgentError, AgentFault
from hazard.core.hosted import check_time_limit
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import resolve

SECONDS = 40.0
GAMES = 6  # at a table
LUCK_DIGITS = 6.0  # of evidence: an honest agent is blamed once in a million times
GREW, GREW_SECONDS = 3.0, 0.02  # at the end so many times as slow as at the beginning, and by so much


def check_agent(
    agent: str, time_limit: float = TIME_LIMIT, seconds: float = SECONDS, game: str | None = None
) -> Report:
    """Try an agent (a name, FILE.py[:Class] or FILE.onnx) against the rules, in about `seconds` or less.

    Where `game` is not given, a name or a model tells it; a Python file is taken for an agent of
    Minesweeper. A slow agent is asked less, and a check for which there was no time is `not reached`. Raises
    UnknownAgent, or AgentError where there is no such file.
    """
    check_time_limit(time_limit)
    if split_scheme(agent) is not None:
        from hazard.arena.dice.course_check import check_course

        return check_course(agent, seconds)
    begin = monotonic()
    game, file = game_of(agent, game), AgentFile.parse(agent)
    if file is None or file.is_model:
        resolve(agent, game)
    elif not file.path.is_file():
        raise AgentError(f"agent {agent}: there is no file {file.path}")
    with tempfile.TemporaryFile() as printed:
        interview = Interview(agent, game, time_limit, printed)
        try:
            with suppress(Halt):
                examine(interview, seconds)
        finally:
            interview.host.end()
    return Report(agent, interview.ledger.checks(), monotonic() - begin, interview.game.not_detected)


def examine(interview: Interview, seconds: float) -> None:
    """All parts in their order; each has its share of the time."""
    about = interview.load()
    interview.ledger.settle("loads", seen=f"{about.class_name}, from {about.file}")
    views: Any = None
    share = 0.3 * seconds
    with interview.within(seconds):
        views = home_positions(interview, about.tables)
        with interview.within(share):
            decide(interview, views, share)
        with interview.within(share):
            play_levels(interview, views, share)
        if "whole games" not in interview.ledger.faults:
            with interview.within(share):
                try_luck(interview, views, share)
    if views is not None:
        with interview.within(share):  # on a busy machine the parts before may have taken all of their time
            finish(interview, views)


def home_positions(interview: Interview, own: tuple[str, ...]) -> Any:
    """Positions of the first table that the agent does not refuse; it may name some of its own."""
    error, refused = "", list[str]()
    for name, views in interview.game.homes(own):
        seen = interview.ask(one(views, 0))
        if seen.failure != "refused":
            interview.home = interview.game.table(views)
            return views
        error = seen.error
        refused.append(name)
    return interview.ledger.halt("whole games", f"it refuses all of {', '.join(refused)}: {error}")


def decide(interview: Interview, views: Any, seconds: float) -> None:
    """Ask about single positions: again, in another process, and in company."""
    ledger = interview.ledger
    first = interview.ask(one(views, 0))
    few = int(np.clip(seconds / (6 * first.seconds + 1e-9), 2, len(views)))
    views = views[:few]
    alone = [first, *(interview.ask(one(views, i)) for i in range(1, few))]
    interview.early = [seen.seconds for seen in alone[:3]]
    if all(seen.answer is None for seen in alone):
        return
    ledger.settle("answers", "shapes and types", "arrays left alone", "quiet")
    ledger.settle("values", seen="" if interview.has_values else "it gives none")
    again = [interview.ask(one(views, i)) for i in range(few)]
    compare(interview, "same view, same answer", "asked again", alone, again)
    other = [interview.ask(one(views, i), salt=1) for i in range(few)]
    if "same view, same answer" not in ledger.faults:
        compare(interview, "chance from the view", "with other global generators", alone, other)
    interview.host.stop()
    fresh = [interview.ask(one(views, i)) for i in range(min(few, 3))]
    compare(interview, "same view, same answer", "in another process", alone[: len(fresh)], fresh)
    unsteady = {"same view, same answer", "chance from the view"} & ledger.faults.keys()
    if not unsteady:  # else a difference proves nothing
        compare_company(interview, views, alone)


def compare(interview: Interview, name: str, when: str, these: list[Seen], those: list[Seen]) -> None:
    """Blame the check where two answers to a view differ, else pass it."""
    game, ledger = interview.game, interview.ledger
    for number, (this, that) in enumerate(zip(these, those, strict=True)):
        if this.answer is not None and that.answer is not None:
            a, b = game.decision(this.answer, 0), game.decision(that.answer, 0)
            if a != b:
                ledger.blame(name, f"position {number}: {game.told(a)}, but {when} {game.told(b)}")
    ledger.settle(name)


def compare_company(interview: Interview, views: Any, alone: list[Seen]) -> None:
    """All together, backwards, and in part: each view must get the answer that it got alone."""
    name, count, game = "company and order", len(views), interview.game
    for order in (range(count), range(count - 1, -1, -1), range(count // 2 + 1)):
        seen = interview.ask(views[np.array(order)])
        for place, number in enumerate(order):
            single = alone[number].answer
            if seen.answer is not None and single is not None:
                a, b = game.decision(single, 0), game.decision(seen.answer, place)
                if a != b:
                    what = f"position {number}: alone {game.told(a)}, but among {len(order)} {game.told(b)}"
                    interview.ledger.blame(name, what)
    interview.ledger.settle(name)


class Player:
    """The agent as whoever plays games asks it."""

    def __init__(self, interview: Interview) -> None:
        self.interview = interview

    def choose(self, views: Any) -> Any:
        """The agent's decisions; raises AgentFault, Refused."""
        seen = self.interview.ask(views)
        if seen.answer is None:
            if seen.failure == "refused":
                raise Refused(seen.error)
            raise AgentFault(seen.error)
        return seen.answer


def play_levels(interview: Interview, home: Any, seconds: float) -> None:
    """Whole games at tables of many shapes, under all rules."""
    game, ledger = interview.game, interview.ledger
    tables = game.tables(home)
    whole = decisions = 0
    refused: list[str] = []
    short: list[str] = []
    until = monotonic() + seconds
    for place, (name, table) in enumerate(tables):
        share = max(0.0, until - monotonic()) / (len(tables) - place)
        try:
            with interview.within(2 * share):
                player = Player(interview)
                played = game.play(player.choose, table, interview.affordable(GAMES, share))
        except Refused:
            if name not in refused:
                refused.append(name)
            continue
        for check, seen in played.faults:
            ledger.blame(check, seen)
        if "whole games" in ledger.faults:  # it would take all the time at each table
            break
        whole += played.ended
        decisions += played.decisions
        if played.short:
            short.append(name)
    if decisions:
        ledger.settle(game.legal)
    if whole:
        late = f"; no time for all of {', '.join(short)}" if short else ""
        ledger.settle("whole games", seen=f"{whole} games{late}")
        ledger.settle(game.others, seen=f"it refuses {', '.join(refused)}" if refused else "")


def try_luck(interview: Interview, home: Any, seconds: float) -> None:
    """Does it fare as its risks say?"""
    game, found = interview.game, list[tuple[float, bool]]()
    tables = game.luck_tables(home)
    share = seconds / len(tables)
    for table in tables:
        with suppress(Refused), interview.within(share):
            games = interview.affordable(game.luck_games, share)
            found += game.risks(Player(interview).choose, table, games)
    what = game.luck(sum(hit for _, hit in found), sum(risk for risk, _ in found))
    digits = evidence(found)
    if digits >= LUCK_DIGITS:
        odds = f"without a {game.look.removeprefix('no ')}, chances are less than 1 in 10^{int(digits)}"
        interview.ledger.blame(game.look, f"{what}: {odds}")
    if found:
        interview.ledger.settle(game.look, seen=what)


def finish(interview: Interview, views: Any) -> None:
    """Is it as quick as it was? The least of a few times counts: others use the machine, too."""
    early = interview.early
    late = [interview.ask(one(views, i)).seconds for i in range(len(early))]
    if early and min(late) > GREW * min(early) + GREW_SECONDS:
        seen = f"{1000 * min(early):.0f} ms a decision at first, {1000 * min(late):.0f} ms at the end"
        interview.ledger.blame("quick", seen)
    interview.ledger.settle("process lives")
    interview.ledger.settle("quick", seen=f"at most {1000 * interview.slowest:.3g} ms a decision")
