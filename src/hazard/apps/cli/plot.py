"""`hazard plot`: the curves of trainings, side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from hazard.learn.plots import Curve


def plot(
    names: Annotated[list[str], Parameter(name="RUN", negative=())],
    /,
    *,
    columns: str | None = None,
    by: Literal["session", "elapsed", "games"] = "session",
    smooth: int = 1,
    labels: str | None = None,
    title: str | None = None,
    out: str | None = None,
    svg: bool = False,
    runs: str | None = None,
) -> None:
    """Draw the curves of runs: a panel a column, a curve a run; bands are 95 % intervals.

    Parameters
    ----------
    names
        Names or folders of runs; `hazard runs` lists them.
    columns
        Columns of metrics.jsonl, such as `loss,fresh_win_rate`; without it, those that say most.
    by
        What runs along the bottom.
    smooth
        Average over so many sessions.
    labels
        What the legend calls the runs, as `A,B`; without it, their names.
    title
        Stands above all; without it, a single run's name.
    out
        The file, PNG or SVG by its ending; without it, the run's name (of several, `plot`) in this folder.
    svg
        Without `--out`: SVG instead of PNG.
    runs
        The folder where runs live; without it, `runs` under HAZARD_HOME.
    """
    from hazard.apps.cli.output import remarks
    from hazard.learn.plots import figure_of, write_figure

    curves = _curves(names, labels, runs)
    path = _path(curves, out, svg=svg)
    wanted = [] if columns is None else [name.strip() for name in columns.split(",") if name.strip()]
    if title is None:
        title = curves[0].label if len(curves) == 1 else ""
    write_figure(figure_of(curves, wanted, by=by, smooth=smooth, title=title), path)
    drawn = f"run {curves[0].label} is" if len(curves) == 1 else f"{len(curves)} runs are"
    remarks().print(f"{drawn} drawn in {path}", soft_wrap=True)


def _curves(names: list[str], labels: str | None, folder: str | None) -> list[Curve]:
    from hazard.core.errors import BadInput
    from hazard.learn.plots import Curve
    from hazard.learn.runs import find_run, runs_folder

    if not names:
        raise BadInput("name the runs to draw; `hazard runs` lists them")
    found = [find_run(name, runs_folder(folder)) for name in names]
    told = [run.name for run in found] if labels is None else [text.strip() for text in labels.split(",")]
    if len(told) != len(found):
        raise BadInput(f"--labels {labels}: {len(told)} of them for {len(found)} runs")
    return [Curve(label, run.metrics.rows()) for label, run in zip(told, found, strict=True)]


def _path(curves: list[Curve], out: str | None, *, svg: bool) -> Path:
    from hazard.core.errors import BadInput

    if out is None:
        stem = curves[0].label if len(curves) == 1 else "plot"
        return Path(f"{stem}{'.svg' if svg else '.png'}")
    if svg and Path(out).suffix != ".svg":
        raise BadInput(f"--svg with --out {out}: the ending says what is written")
    return Path(out)
