"""`course:PATH` as an agent: what the registry asks of another kind of source, and the agent itself."""

from __future__ import annotations

import os
import traceback
from collections.abc import Mapping

import numpy as np

from hazard.core.errors import AgentError
from hazard.dice.account import Account, Births
from hazard.dice.course.board import Land
from hazard.dice.course.life import Birth
from hazard.dice.course.lives import Heard, Lives
from hazard.dice.course.platform import ai_class_of, moved_in
from hazard.dice.course.source import parsed
from hazard.dice.position import Position
from hazard.dice.views import NO_AREA, Decisions, View, Views

GAME = "dice"
ENVIRONMENT: Mapping[str, str] = {
    "PYTHONHASHSEED": "0",  # sets of strings have the same order in every process
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",  # a copy of a process has none of its threads
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
AT_ONCE = 32  # games that run at the same time, each with a process for every seat of the AI


def row_of(text: str) -> tuple[str, str, str]:
    """Name, path and sentence of the table's row; raises AgentError."""
    source = parsed(text)
    return f"{GAME}/{source.package}", source.text, f"an AI of the course, from {source.place}"


def version(path: str) -> str:
    """What tells the versions of an AI apart."""
    return f"sha256:{parsed(path).digest()}"


def make(path: str, name: str) -> CourseAgent:
    """The agent, in a worker process that is there for it alone."""
    return CourseAgent(path, name)


class CourseAgent:
    """Gives every game a process with an AI of its own, until it is told of the end."""

    def __init__(self, path: str, name: str) -> None:
        source = parsed(path)
        private = [int(number) for number in os.listdir("/proc/self/fd") if int(number) > 2]
        self.folder = moved_in(source)
        try:
            ai_class = ai_class_of(source, name)
        except AgentError:
            raise
        except BaseException as error:
            raise AgentError(
                f"agent {name}: importing {source.place} failed: {import_fault(error, self.folder)}"
            ) from None
        self.class_name = ai_class.__name__
        self.lives = Lives(ai_class, self.folder, source.clock, private)

    def begin(self, births: Births) -> None:
        """Games begin: construct the AIs of these seats."""
        for seed, player, place in births.seats:
            position = births.positions[place]
            assert isinstance(position, Position)
            self.lives.begin(
                (seed, player),
                Birth(
                    seed,
                    player + 1,
                    position.rules.players,
                    position.rules.transfers,
                    Land.of(position.map.neighbours, position.map.hexes),
                    (position.owners + 1).astype(np.uint8).tobytes(),
                    position.dice.astype(np.uint8).tobytes(),
                ),
            )

    def forget(self, seats: list[tuple[int, int]]) -> None:
        """Games are over."""
        for key in seats:
            self.lives.forget(key)

    def choose(self, views: Views) -> Decisions:
        """A command for each view, and how it came about."""
        owners = (views.owners + 1).astype(np.uint8)
        dice = views.dice.astype(np.uint8)
        areas = (owners > 0).sum(axis=1).tolist()
        used = (views.rules.transfers - views.transfers).tolist()
        numbers = (views.seeds, views.player, views.moves, views.commands, views.turns)
        rows = zip(areas, used, *(array.tolist() for array in numbers), strict=True)
        heard: list[Heard] = []
        for place, (size, transfers, seed, player, moves, total, turns) in enumerate(rows):
            key = (seed, player)
            if key not in self.lives:
                self.lives.begin(key, birth_amid(views[place]))
            board = owners[place, :size].tobytes() + dice[place, :size].tobytes()
            heard.append(self.lives.ask(key, moves, (total - transfers, transfers, turns), board))
        account = Account(
            np.array([one.seconds for one in heard]),
            np.array([one.overrun for one in heard]),
            {place: one.refusal for place, one in enumerate(heard) if one.refusal is not None},
        )
        return Decisions.of([one.command for one in heard], account=account)


def birth_amid(view: View) -> Birth:
    """Of an AI that is first asked about a game of which nobody told it the beginning."""
    size = int((view.owners >= 0).sum())
    neighbours = [[other for other in row if other != NO_AREA] for row in view.neighbours[:size].tolist()]
    return Birth(
        view.seed,
        view.player + 1,
        view.rules.players,
        view.rules.transfers,
        Land.of(neighbours),
        (view.owners[:size] + 1).astype(np.uint8).tobytes(),
        view.dice[:size].astype(np.uint8).tobytes(),
    )


def import_fault(error: BaseException, folder: str) -> str:
    """Why a module does not load, with the place in the AI's own files."""
    what = " ".join("".join(traceback.format_exception_only(error)).split())
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.startswith(folder):
            name = frame.filename.removeprefix(f"{folder}/dicewars/ai/")
            return f"{what} ({name}, line {frame.lineno})"
    return what
