"""`hazard export`: an agent as a package that runs elsewhere, without Hazard."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter


def export(
    agent: Annotated[str, Parameter(name="AGENT")],
    /,
    *,
    course: str | None = None,
    json: bool = False,
) -> None:
    """Write a Dicewars agent as a package that plays on the course's platform, where Hazard is not installed.

    Parameters
    ----------
    agent
        A name that `hazard agents dice` lists.
    course
        The new folder; its name is that of the AI on the platform.
    json
        One JSON object on stdout instead of sentences.
    """
    from hazard.core.errors import BadInput

    if course is None:
        raise BadInput(
            f"say what {agent} becomes: --course FOLDER writes a package for the course's platform"
        )
    _course(agent, course, json)


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
