"""`hazard train`: make a run of a recipe, or go on with one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from hazard.learn.runs import Run
    from hazard.learn.training import Progress


def train(
    recipe: str | None = None,
    /,
    *,
    resume: str | None = None,
    runs: str | None = None,
    set_: Annotated[list[str] | None, Parameter(name="--set")] = None,
    name: str | None = None,
) -> None:
    """Train a network as a recipe says; without a recipe, list those that come with Hazard.

    Ctrl-C ends the session under way and saves; `--resume` goes on as if nothing had happened.

    Parameters
    ----------
    recipe
        A built-in recipe's name, or a TOML file of your own.
    resume
        Go on with this run (its name or folder), from its last checkpoint.
    runs
        The folder where runs live; without it, `runs` under HAZARD_HOME.
    set_
        A field of the recipe, such as `fit.batch=512`; may be given several times. With --resume: only
        `sessions`.
    name
        The run's name; without it, the recipe's with date and time.
    """
    from hazard.apps.cli.output import screen
    from hazard.core.errors import BadInput
    from hazard.learn.runs import runs_folder

    settings = set_ or []
    if recipe is None and resume is None:
        _list_recipes()
        return
    if recipe is not None and resume is not None:
        raise BadInput("--resume goes on with a run and its own recipe; name no other")
    folder = runs_folder(runs)
    run = (
        _begun(recipe, folder, settings, name) if resume is None else _resumed(resume, folder, settings, name)
    )
    last = _train(run, f" --runs {runs}" if runs else "")
    if last.row is not None:
        screen().print(f"{run.folder}: {last.session} of {last.whole} sessions", soft_wrap=True)


def _list_recipes() -> None:
    from rich.table import Table

    from hazard.apps.cli.output import screen
    from hazard.learn.recipe import built_in, load_recipe

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("recipe", style="bold", no_wrap=True)
    table.add_column("what it trains")
    for name in built_in():
        table.add_row(name, load_recipe(name).about)
    screen().print(table)


def _begun(recipe: str | None, folder: Path, settings: list[str], name: str | None) -> Run:
    """A new run."""
    from shlex import join
    from sys import argv

    from hazard.learn.hardware import facts, settled
    from hazard.learn.learners import row_of
    from hazard.learn.recipe import load_recipe
    from hazard.learn.runs import new_run

    assert recipe is not None
    loaded = load_recipe(recipe, settings)
    row_of(loaded.learner, recipe).learner_class()  # what it needs is here, before a folder is made
    command = join(["hazard", *argv[1:]])
    return new_run(folder, settled(loaded), Path(recipe).name, name, command, facts())


def _resumed(resume: str, folder: Path, settings: list[str], name: str | None) -> Run:
    """A run that is there, perhaps made longer."""
    from hazard.core.errors import BadInput
    from hazard.learn.recipe import read_recipe
    from hazard.learn.runs import RECIPE, find_run

    if name is not None:
        raise BadInput("--name is for new runs; one that goes on keeps its name")
    other = [setting for setting in settings if setting.partition("=")[0].strip() != "sessions"]
    if other:
        raise BadInput(f"--set {other[0]}: a run that goes on keeps its recipe; only `sessions` may change")
    run = find_run(resume, folder)
    if settings:
        run.write_recipe(read_recipe(run.folder / RECIPE, f"of run {run.name}", settings))
    return run


def _train(run: Run, where: str) -> Progress:
    """Train to the end or to Ctrl-C, shown on stderr."""
    from hazard.apps.cli.output import remarks
    from hazard.apps.cli.training_view import shown
    from hazard.learn.stopping import stopping
    from hazard.learn.training import train as train_run

    console = remarks()

    def told() -> None:
        console.print("ending this session, then saving; Ctrl-C again stops at once", soft_wrap=True)

    console.print(f"training {run.name} in {run.folder}", soft_wrap=True)
    with stopping(told) as asked, shown(console) as watch:
        last = train_run(run, watch=watch, stop=asked)
    if last.session < last.whole:
        raise KeyboardInterrupt(
            f"saved after session {last.session} of {last.whole}; "
            f"`hazard train --resume {run.name}{where}` goes on"
        )
    return last
