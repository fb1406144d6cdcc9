"""`hazard export`: a trained network as an agent file, or an agent as a package for another platform."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

if TYPE_CHECKING:
    from hazard.learn.export import Exported
    from hazard.mines.nets.card import Strength


def export(
    agent: Annotated[str, Parameter(name="RUN|AGENT")],
    /,
    *,
    out: str | None = None,
    session: int | None = None,
    half: bool = False,
    games: int | None = None,
    seed: int = 1,
    runs: str | None = None,
    course: str | None = None,
    json: bool = False,
) -> None:
    """Write a run's network as an agent file that plays without PyTorch: `hazard match mines FILE.onnx ...`.

    With `--course`: write a Dicewars agent as a package that plays on the course's platform, where Hazard is
    not installed.

    Parameters
    ----------
    agent
        A run that `hazard runs` lists, or its folder; with `--course` a name that `hazard agents dice` lists.
    out
        The file, which ends in .onnx; without it, the run's name in this folder.
    session
        The checkpoint of this session instead of the last one.
    half
        Store weights as 16-bit numbers: half the size; it is told how often another cell is opened.
    games
        Let the file play so many games of the recipe's level first; its card then says how many it won.
    seed
        Of those games.
    runs
        The folder where runs live; without it, `runs` under HAZARD_HOME.
    course
        The new folder of the package; its name is that of the AI on the platform.
    json
        One JSON object on stdout instead of sentences.
    """
    if course is None:
        _network(agent, out, session, half=half, games=games, seed=seed, runs=runs, json=json)
        return

    from hazard.core.errors import BadInput

    given = {"--out": out, "--session": session, "--half": half or None, "--games": games, "--runs": runs}
    for option, value in given.items():
        if value is not None:
            raise BadInput(f"{option} is for the network of a run; --course writes a package of an agent")
    _course(agent, course, json)


def _network(
    name: str,
    out: str | None,
    session: int | None,
    *,
    half: bool,
    games: int | None,
    seed: int,
    runs: str | None,
    json: bool,
) -> None:
    from hazard.apps.cli.matches import processors
    from hazard.apps.cli.output import screen, write_json
    from hazard.core.errors import BadInput
    from hazard.learn.runs import find_run, runs_folder

    if name.startswith("dice/"):
        raise BadInput(f"say what {name} becomes: --course FOLDER writes a package for the course's platform")
    if games is not None and games < 1:
        raise BadInput(f"--games {games}: want a whole number from 1")
    run = find_run(name, runs_folder(runs))
    try:
        from hazard.learn.export import export_run
    except ModuleNotFoundError as error:
        raise BadInput(
            f"export needs the Python package {error.name}; `pip install hazard[learn]` brings it"
        ) from None
    exported = export_run(
        run,
        out or f"{run.name}.onnx",
        session=session,
        half=half,
        games=games or 0,
        seed=seed,
        workers=processors(),
    )
    if json:
        write_json(exported.to_json())
        return
    for line in _lines(exported):
        screen().print(line, soft_wrap=True)


def _lines(exported: Exported) -> list[str]:
    card = exported.card
    size = f"{exported.size / 1e6:.2f} MB" if exported.size >= 1e5 else f"{exported.size / 1e3:.1f} kB"
    compared = (
        f"asked about {exported.positions:,} positions, it opens the same cell as the trained network in "
        f"{exported.same:.2%}; values differ by {exported.difference:.1g} at most"
    )
    lines = [
        f"{exported.file}: session {exported.session} of run {exported.run}, {size}; plays {card.limits}",
        compared,
    ]
    lines += [_won(strength) for strength in card.provenance.strength]
    level = exported.level
    lines.append(
        f"try it: hazard match mines {exported.file} mines/exact --level {level} --rule {level.rule}"
    )
    return lines


def _won(strength: Strength) -> str:
    from hazard.arena.stats import wilson

    low, high = wilson(strength.wins, strength.games)
    when = "while training" if strength.seed is None else f"seed {strength.seed}"
    return (
        f"won {strength.wins:,} of {strength.games:,} games, {strength.wins / strength.games:.1%} "
        f"[{100 * low:.1f}, {100 * high:.1f}]: {strength.level}, rule {strength.rule}, first cell "
        f"{strength.first}, {when}"
    )


def _course(agent: str, folder: str, json: bool) -> None:
    from pathlib import Path

    from hazard.apps.cli.output import screen, write_json
    from hazard.dice.ports.package import export as write_package

    port = write_package(agent, folder)
    place = Path(folder).resolve()
    if json:
        files = sorted(path.name for path in place.iterdir())
        write_json(
            {
                "agent": port.agent,
                "folder": str(place),
                "module": f"dicewars.ai.{place.name}",
                "files": files,
                "needs": port.needs,
                "same_commands": not port.is_random,
            }
        )
        return
    chance = ", with random choices of its own" if port.is_random else ""
    needs = " and ".join(["the platform", *port.needs])
    for line in (
        f"{folder} plays as {port.agent}{chance}; it needs {needs}, and no Hazard.",
        f"Put it into dicewars/ai/ of the platform: there it is called {place.name}. README.md says more.",
    ):
        screen().print(line, soft_wrap=True)
