"""`hazard data`: positions with what is true of them, for those who train elsewhere."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

if TYPE_CHECKING:
    from collections.abc import Callable

    from hazard.learn.data import DataSet

SECONDS_BETWEEN_LINES = 5.0


def data(
    source: Annotated[str, Parameter(name="LEVEL|RECIPE")],
    /,
    *,
    positions: int,
    out: str,
    rule: Literal["open", "safe", "any"] | None = None,
    first: str | None = None,
    explore: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    json: bool = False,
) -> None:
    """Write positions of games as Parquet files: what is seen, the layout, exact risks, what was opened.

    The games are played by the cell of least exact risk. docs/learning.md lists the columns.

    Parameters
    ----------
    source
        A level, or a recipe, which says level, rule, first cell and how often to explore.
    positions
        How many.
    out
        The folder to make.
    rule
        What protects the first cell (open), where the source is a level.
    first
        The cell that is opened first (random), where the source is a level: default, corner, R,C or random.
    explore
        The chance that a decision is a random covered cell (0).
    seed
        The same seed gives the same positions.
    threads
        Processors to use (all); they change nothing but the time.
    json
        One JSON object on stdout instead of a sentence.
    """
    import msgspec

    from hazard.apps.cli.matches import processors
    from hazard.apps.cli.output import screen, write_json
    from hazard.core.errors import BadInput
    from hazard.learn.data import write_positions

    if threads is not None and threads < 1:
        raise BadInput(f"--threads {threads}: want a whole number from 1")
    wanted = _wanted(source, positions, rule, first, explore, seed)
    folder = Path(out)
    files = write_positions(wanted, folder, threads=threads or processors(), watch=_lines(positions))
    size = sum(file.stat().st_size for file in files)
    if json:
        told = msgspec.to_builtins(wanted)
        write_json({**told, "folder": str(folder), "files": [file.name for file in files], "bytes": size})
        return
    many = "1 file" if len(files) == 1 else f"{len(files)} files"
    screen().print(
        f"{folder}: {positions:,} positions of {wanted.level}, rule {wanted.rule}, first cell "
        f"{wanted.first}, in {many}, {size / 1e6:.1f} MB",
        soft_wrap=True,
    )


def _wanted(
    source: str, positions: int, rule: str | None, first: str | None, explore: float | None, seed: int
) -> DataSet:
    """What a level and the options say, or a recipe."""
    from hazard.core.errors import BadInput
    from hazard.learn.data import DataSet
    from hazard.learn.recipe import built_in, load_recipe
    from hazard.mines.level import Level

    if source not in built_in() and not source.endswith(".toml"):
        level = Level.parse(source, rule or "open")
        return DataSet(
            level=str(level),
            rule=level.rule,
            first=first or "random",
            explore=explore or 0.0,
            seed=seed,
            positions=positions,
        )
    if rule is not None or first is not None:
        raise BadInput(f"--rule and --first are for levels; recipe {source} says them itself")
    recipe = load_recipe(source)
    if not hasattr(recipe, "level"):
        raise BadInput(f"recipe {source} is of no level of Minesweeper")
    play = getattr(recipe, "play", None)
    return DataSet(
        level=str(Level.parse(getattr(recipe, "level", ""))),
        rule=getattr(recipe, "rule", "open"),
        first=getattr(recipe, "first", "random"),
        explore=getattr(play, "explore", 0.0) if explore is None else explore,
        seed=seed,
        positions=positions,
    )


def _lines(whole: int) -> Callable[[int], None]:
    """Tells now and then how far it is."""
    from hazard.apps.cli.leaderboard import clock
    from hazard.apps.cli.output import remarks

    console = remarks()
    began = last = time.monotonic()

    def watch(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= SECONDS_BETWEEN_LINES and done < whole:
            last = now
            left = clock((now - began) / done * (whole - done))
            console.print(f"{done:,} of {whole:,} positions, {left} left", soft_wrap=True)

    return watch
