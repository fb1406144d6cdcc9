"""Making a study again: train what is not kept, play new games beside least exact risk, gather the table.

report = reproduce(study_of("dense-net"), folder=Path("dense-net"), quick=True)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, cast

from hazard.arena.dice.course import REFERENCES
from hazard.arena.dice.deal import Deal, Lane
from hazard.arena.dice.match import Playing
from hazard.arena.dice.result import DiceResult
from hazard.arena.dice.standing import Standing as Seats
from hazard.arena.mines.match import match_mines
from hazard.arena.mines.result import MatchResult
from hazard.arena.mines.standing import Standing
from hazard.arena.store import Store
from hazard.core.errors import BadInput
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent, resolve
from hazard.dice.agents.course_net import part
from hazard.dice.rules import Rules
from hazard.learn.hardware import facts, settled
from hazard.learn.metrics import Row as Metric
from hazard.learn.recipe import load_recipe
from hazard.learn.runs import Run, find_run, new_run
from hazard.learn.studies.keeping import kept_curve, model_file
from hazard.learn.studies.study import Row, Sitting, Study, Training, levels_of
from hazard.learn.training import Progress, lengthened, train
from hazard.mines.level import Level, Rule

EXACT = "mines/exact"
GAMES, QUICK_GAMES = 2000, 64
REPORTING_SEED = 20261119
"""Of the new games, fixed before the first was played; no training or tuning has used it."""
LAST = 0.1  # the share of a training, its end, whose mean is what was reached while training


class Stage(Protocol):
    """Where trainings and matches run, so that somebody may watch them."""

    def train(self, run: Run) -> Progress:
        """Train the run, to its end unless it is asked to stop."""
        ...

    def match(self, play: Play) -> MatchResult:
        """Play the match."""
        ...

    def sit(self, play: Sit) -> DiceResult:
        """Play the match of Dicewars."""
        ...


Play = Callable[[Callable[[MatchResult], None] | None], MatchResult]
"""Plays a match: with what to call after each block."""
Sit = Callable[[Callable[[DiceResult], None] | None], DiceResult]
"""The same of Dicewars."""


class Unseen:
    """A stage that nobody watches."""

    def train(self, run: Run) -> Progress:
        """To its end."""
        return train(run)

    def match(self, play: Play) -> MatchResult:
        """In silence."""
        return play(None)

    def sit(self, play: Sit) -> DiceResult:
        """In silence."""
        return play(None)


@dataclass(frozen=True, slots=True)
class Curve:
    """A training's metrics."""

    training: Training
    rows: Sequence[Metric]
    run: Run | None = None  # None: the curve came with Hazard


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the table with what came of it."""

    row: Row
    played: Standing | None  # new games; None where only the training's own last test is known
    exact: Standing  # mines/exact on the same games
    training: Standing | None  # the end of the training, while it learnt
    tested: Standing | None  # the training's own last test on new games


@dataclass(frozen=True, slots=True)
class Sat:
    """A sitting with what came of it."""

    row: Sitting
    result: DiceResult  # a lane a reference

    @property
    def pooled(self) -> Seats:
        """Over all references."""
        return self.result.pooled(0)

    def against(self, opponent: int) -> Seats:
        """Against the reference of that number."""
        return self.result.lanes[opponent].standings[0]


@dataclass
class Report:
    """Everything that is told of a study."""

    study: Study
    games: int
    seed: int
    quick: bool
    curves: dict[str, Curve] = field(default_factory=dict[str, Curve])
    lines: list[Line] = field(default_factory=list[Line])
    sat: list[Sat] = field(default_factory=list[Sat])


def reproduce(
    study: Study,
    *,
    folder: Path,
    runs: Path,
    quick: bool = False,
    retrain: bool = False,
    games: int | None = None,
    seed: int = REPORTING_SEED,
    workers: int = 1,
    store: Store | None = None,
    stage: Stage | None = None,
) -> Report:
    """Train and play a study; what was trained or played before an interruption is not done again.

    Trainings whose curves come with Hazard are not repeated, unless `retrain`. `quick` plays few games, and
    trains for a few sessions only.
    """
    count = games or (QUICK_GAMES if quick else GAMES)
    report = Report(study, count, seed, quick)
    stage = stage or Unseen()
    for training in study.trainings:
        kept = None if retrain else kept_curve(study.name, training.name)
        if kept is None:
            report.curves[training.name] = trained(study, training, runs, quick, stage)
        else:
            report.curves[training.name] = Curve(training, kept)
    players = {row.plays: player_of(report, row.plays, folder) for row in study.rows}
    for where in levels_of(study.rows):
        here = [row for row in study.rows if (row.level, row.rule, row.first) == where]
        agents = list(dict.fromkeys([*filter(None, (players[row.plays] for row in here)), EXACT]))
        standings = played_by(agents, where, report, store, workers, stage)
        for row in here:
            rows = report.curves[row.plays].rows if row.plays in report.curves else ()
            played = standings.get(players[row.plays])
            report.lines.append(Line(row, played, standings[EXACT], reached(rows), tested(rows)))
    report.lines.sort(key=lambda line: study.rows.index(line.row))
    report.sat = [Sat(row, sat_by(row, report, store, workers, stage)) for row in study.sittings]
    return report


def sat_by(row: Sitting, report: Report, store: Store | None, workers: int, stage: Stage) -> DiceResult:
    """A player at tables with three copies of each reference, every map from every seat."""
    player = resolve(row.plays, "dice") if "/" in row.plays else ResolvedAgent(row.plays, part(row.plays))
    agents = [player, *(resolve(f"dice/{name}", "dice") for name in REFERENCES)]
    rules = Rules()
    lanes = [
        Lane(agent.name, ((0, *[place] * (rules.players - 1)),))
        for place, agent in enumerate(agents[1:], start=1)
    ]
    maps = max(1, min(report.games, row.games) // rules.players)
    playing = Playing("against", agents, lanes, Deal(rules, report.seed, maps, rotate=True), TIME_LIMIT)

    def play(show: Callable[[DiceResult], None] | None) -> DiceResult:
        return playing.run(workers=workers, progress=show, store=store, resume=store is not None)

    result = stage.sit(play)
    if result.interrupted:
        raise KeyboardInterrupt("interrupted; the same command goes on")
    return result


def played_by(
    agents: Sequence[str],
    where: tuple[str, str, str],
    report: Report,
    store: Store | None,
    workers: int,
    stage: Stage,
) -> dict[str, Standing]:
    """How each agent does on the same new games of a level, a rule, a first cell."""
    level = Level.parse(where[0], cast(Rule, where[1]))

    def play(show: Callable[[MatchResult], None] | None) -> MatchResult:
        keep = store is not None  # then what was played before an interruption counts
        games, seed = report.games, report.seed
        return match_mines(agents, level, where[2], games, seed, workers, show, store=store, resume=keep)

    result = stage.match(play)
    if result.interrupted:
        raise KeyboardInterrupt("interrupted; the same command goes on")
    return dict(zip(agents, result.standings, strict=True))


def trained(study: Study, training: Training, runs: Path, quick: bool, stage: Stage) -> Curve:
    """The curve of a run that is made, or continued, here."""
    name = run_name(study, training.name, quick)
    settings = [*training.settings, *(training.quick if quick else ())]
    if training.begins:
        settings.append(f"network.start={(runs / run_name(study, training.begins, quick)).absolute()}")
    recipe = load_recipe(training.recipe, settings)
    try:
        run = find_run(name, runs)
    except BadInput:
        run = new_run(runs, settled(recipe), training.recipe, name, f"hazard reproduce {study.name}", facts())
    else:
        if run.recipe().sessions < recipe.sessions:
            run.write_recipe(lengthened(run.recipe(), recipe.sessions))
    done = stage.train(run)
    if done.session < done.whole:
        raise KeyboardInterrupt(
            f"{name}: saved after session {done.session} of {done.whole}; the same command goes on"
        )
    return Curve(training, run.metrics.rows(), run)


def run_name(study: Study, training: str, quick: bool) -> str:
    """What the run of a training is called."""
    return f"{study.name}-{training}{'-quick' if quick else ''}"


def player_of(report: Report, plays: str, folder: Path) -> str:
    """The agent of a row: a table agent, or the model of a training; empty where there is none."""
    if "/" in plays:
        return plays
    curve = report.curves[plays]
    if curve.run is None:
        file = model_file(report.study.name, plays)
        return str(file) if file.is_file() else ""
    from hazard.learn.export import export_run

    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{plays}.onnx"
    export_run(curve.run, file)
    return str(file)


def reached(rows: Sequence[Metric]) -> Standing | None:
    """What was won while learning, over the last tenth of a training; None where no game ended."""
    last = rows[-max(round(len(rows) * LAST), 1) :]
    games = sum(int(row.get("session_games") or 0) for row in last)
    wins = sum(round((row.get("win_rate") or 0.0) * int(row.get("session_games") or 0)) for row in last)
    return Standing("", games, wins, {}, 0.0) if games else None


def tested(rows: Sequence[Metric]) -> Standing | None:
    """The training's own last test on new games."""
    for row in reversed(rows):
        games, rate = row.get("fresh_games"), row.get("fresh_win_rate")
        if games and rate is not None:
            return Standing("", int(games), round(rate * games), {}, 0.0)
    return None


def passed(rows: Sequence[Metric], column: str, value: float) -> float | None:
    """Seconds of training when a column first reached a value, or None."""
    return next(
        (
            float(row["elapsed"] or 0)
            for row in rows
            if (row.get(column) or 0.0) >= value and "elapsed" in row
        ),
        None,
    )
