"""`hazard runs`: the trainings that are here."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hazard.learn.runs import Run


def runs(text: str | None = None, /, *, runs: str | None = None, json: bool = False) -> None:
    """List the runs: recipe, how far they are, their last win rates.

    Parameters
    ----------
    text
        Only runs whose name, recipe, learner or level holds this text.
    runs
        The folder where runs live; without it, `runs` under HAZARD_HOME.
    json
        One JSON array on stdout instead of the table.
    """
    from hazard.apps.cli.output import remarks, screen, write_json
    from hazard.learn.runs import all_runs, runs_folder

    folder = runs_folder(runs)
    told = [summary(run) for run in all_runs(folder)]
    found = [item for item in told if text is None or any(text.lower() in word for word in words(item))]
    if json:
        write_json(found)
        return
    if not found:
        of_these = f" that hold {text!r}" if text and told else ""
        remarks().print(
            f"no runs{of_these} in {folder}; `hazard train` lists recipes to begin with", soft_wrap=True
        )
        return

    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("run", style="bold", no_wrap=True)
    table.add_column("recipe", no_wrap=True)
    table.add_column("level", no_wrap=True)
    for name in ("sessions", "checkpoint", "minutes", "win rate", "on new games"):
        table.add_column(name, justify="right", no_wrap=True)
    for item in found:
        table.add_row(*cells(item))
    screen().print(table)


def summary(run: Run) -> dict[str, Any]:
    """What is told of a run; `fault` where it cannot be read."""
    from hazard.core.errors import HazardError

    told: dict[str, Any] = {"run": run.name, "folder": str(run.folder), "recipe": None, "learner": None}
    told |= {"level": None, "rule": None, "began": None, "sessions": 0, "of": None, "checkpoint": None}
    told |= {"elapsed": None, "win_rate": None, "fresh_win_rate": None, "fault": None}
    try:
        recipe, about, rows = run.recipe(), run.about(), run.metrics.rows()
    except HazardError as error:
        return told | {"fault": str(error)}
    told |= {"recipe": about.recipe, "learner": recipe.learner, "began": about.began, "of": recipe.sessions}
    told |= {"level": getattr(recipe, "level", None), "rule": getattr(recipe, "rule", None)}
    told |= {"sessions": len(rows), "checkpoint": (run.checkpoints() or [None])[-1]}
    for name in ("elapsed", "win_rate", "fresh_win_rate"):
        told[name] = next((row[name] for row in reversed(rows) if row.get(name) is not None), None)
    return told


def words(item: dict[str, Any]) -> list[str]:
    """What a filter looks at."""
    return [str(item[key]).lower() for key in ("run", "recipe", "learner", "level", "rule") if item[key]]


def cells(item: dict[str, Any]) -> list[str]:
    """A row of the table."""
    if item["fault"]:
        return [item["run"], item["fault"]]
    minutes = "" if item["elapsed"] is None else f"{item['elapsed'] / 60:.1f}"
    rates = ["" if item[name] is None else f"{item[name]:.1%}" for name in ("win_rate", "fresh_win_rate")]
    level = " ".join(str(item[key]) for key in ("level", "rule") if item[key])
    sessions = f"{item['sessions']:,}/{item['of']:,}"
    checkpoint = "" if item["checkpoint"] is None else f"{item['checkpoint']:,}"
    recipe = PurePath(item["recipe"]).name  # a folder would leave no room for the rest
    return [item["run"], recipe, level, sessions, checkpoint, minutes, *rates]
