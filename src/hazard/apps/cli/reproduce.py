"""`hazard reproduce`: a published study made again, its table beside ours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hazard.core.modelfile import ENDING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hazard.arena.dice.result import DiceResult
    from hazard.arena.mines.result import MatchResult
    from hazard.learn.runs import Run
    from hazard.learn.studies.reproducing import Play, Report, Sit
    from hazard.learn.training import Progress


def reproduce(
    study: str | None = None,
    /,
    *,
    quick: bool = False,
    retrain: bool = False,
    out: str | None = None,
    games: int | None = None,
    seed: int | None = None,
    workers: int | None = None,
    runs: str | None = None,
    json: bool = False,
) -> None:
    """Make a published study again: published | same rule, ours | least exact risk; without one, list them.

    Trainings that come with Hazard, curves and models, are taken as they are. What was trained or played
    before Ctrl-C is not done again: the same command goes on.

    Parameters
    ----------
    study
        Its name.
    quick
        Few games, and where something is trained a few sessions: to see that all of it works.
    retrain
        Train everything anew, which takes hours, or minutes with --quick.
    out
        The folder of the report and its plots; without it, the study's name in this folder.
    games
        New games a level, or against each reference (2,000; 64 with --quick).
    seed
        Of those games; the default is the reporting seed that no training has seen.
    workers
        Processes that play at the same time (one for each processor).
    runs
        The folder where runs live; without it, `runs` under HAZARD_HOME.
    json
        One JSON object on stdout instead of the table.
    """
    from hazard.core.errors import BadInput

    if study is None:
        _list_studies()
        return
    if games is not None and games < 1:
        raise BadInput(f"--games {games}: want a whole number from 1")

    from hazard.apps.cli.matches import processors, store_for
    from hazard.apps.cli.output import screen, write_json
    from hazard.learn.runs import runs_folder
    from hazard.learn.studies.report import write_report
    from hazard.learn.studies.reproducing import REPORTING_SEED
    from hazard.learn.studies.reproducing import reproduce as make
    from hazard.learn.studies.table import study_of

    found = study_of(study)
    folder, used = Path(out or study), workers or processors()
    with store_for(needed=False) as store:
        report = make(
            found,
            folder=folder,
            runs=runs_folder(runs),
            quick=quick,
            retrain=retrain,
            games=games,
            seed=REPORTING_SEED if seed is None else seed,
            workers=used,
            store=store,
            stage=_Stage(used),
        )
    page = write_report(report, folder)
    if json:
        write_json(_json(report, str(page)))
        return
    _print(report)
    screen().print(f"{page}: the report, with its plots", soft_wrap=True)


class _Stage:
    """Trainings and matches, shown on stderr."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def train(self, run: Run) -> Progress:
        from hazard.apps.cli.output import remarks
        from hazard.apps.cli.training_view import shown
        from hazard.learn.stopping import stopping
        from hazard.learn.training import train

        console = remarks()

        def told() -> None:
            console.print("ending this session, then saving; Ctrl-C again stops at once", soft_wrap=True)

        console.print(f"training {run.name} in {run.folder}", soft_wrap=True)
        with stopping(told) as asked, shown(console) as watch:
            return train(run, watch=watch, stop=asked)

    def match(self, play: Play) -> MatchResult:
        from hazard.apps.cli.leaderboard import leaderboard, rates, title
        from hazard.apps.cli.output import remarks
        from hazard.apps.cli.progress import Look, progress_for

        look = Look(title, lambda result, width, fancy: leaderboard(result, width, fancy=fancy), rates)
        with progress_for(remarks(), self.workers, look) as show:
            return play(lambda result: show(_short(result)))

    def sit(self, play: Sit) -> DiceResult:
        from hazard.apps.cli.dice_tables import rates, table, title
        from hazard.apps.cli.output import remarks
        from hazard.apps.cli.progress import Look, progress_for

        look = Look(title, lambda result, width, fancy: table(result, width, fancy=fancy), rates)
        with progress_for(remarks(), self.workers, look) as show:
            return play(show)


def _short(result: MatchResult) -> MatchResult:
    """With models by the names of their files, which stand in a folder of Hazard or of the report."""
    standings = tuple(
        replace(one, agent=Path(one.agent).stem if one.agent.endswith(ENDING) else one.agent)
        for one in result.standings
    )
    return replace(result, standings=standings)


def _list_studies() -> None:
    from rich.table import Table

    from hazard.apps.cli.output import screen
    from hazard.learn.studies.table import STUDIES

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("study", style="bold", no_wrap=True)
    table.add_column("what it is about")
    for row in STUDIES:
        table.add_row(row.name, row.sentence)
    screen().print(table)


def _print(report: Report) -> None:
    from hazard.apps.cli.output import screen
    from hazard.learn.studies import sitting_tables
    from hazard.learn.studies.report import HEADS, cells, notes

    console = screen()
    console.print(f"{report.study.name}: {report.study.citation}", style="italic", soft_wrap=True)
    if report.lines:
        _print_table(HEADS, [cells(line) for line in report.lines], 2)
    if report.sat:
        _print_table(sitting_tables.HEADS, sitting_tables.overall(report), 1)
        _print_table(*sitting_tables.opponents(report), 1)
    console.print()
    for note in notes(report):
        console.print(note, soft_wrap=True)


def _print_table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> None:
    """An empty line and a table, its first columns aligned to the left."""
    from rich.table import Table

    from hazard.apps.cli.output import screen

    table = Table(box=None, padding=(0, 2, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number < left else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    screen().print()
    screen().print(table)


def _json(report: Report, page: str) -> dict[str, object]:
    """study, games, seed, quick, rows (or sittings, of Dicewars), report: the page's path."""
    rows = [
        {
            "what": line.row.what,
            "plays": line.row.plays,
            "level": line.row.level,
            "rule": line.row.rule,
            "first": line.row.first,
            "published": line.row.published or None,
            "while_learning": None if line.training is None else line.training.win_rate,
            "new_games": None if line.played is None else line.played.to_json(),
            "own_test": None if line.tested is None else line.tested.to_json(),
            "least_exact_risk": line.exact.to_json(),
        }
        for line in report.lines
    ]
    told = {"study": report.study.name, "games": report.games, "seed": report.seed, "quick": report.quick}
    sittings = [
        {
            "what": sat.row.what,
            "plays": sat.row.plays,
            "published": dict(sat.row.published) or None,
            "opponents": {lane.lane.name: lane.standings[0].to_json() for lane in sat.result.lanes},
            "pooled": sat.pooled.to_json(),
        }
        for sat in report.sat
    ]
    return {**told, "rows": rows, "sittings": sittings, "report": page}
