"""Watching an agent play: what it is about to open, and what it thinks of each cell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from textwrap import wrap
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from hazard.apps.cli.board import NARROW, WIDE, width_of
from hazard.apps.cli.faces import FLAGGED, Cell, Face, Signs, heat, number, percent
from hazard.apps.cli.play_view import LEAST, draw_around, ended_look, keys_line, too_small
from hazard.core.errors import AgentError, AgentFault, HazardError
from hazard.core.hosted import hosted
from hazard.core.hosting import TIME_LIMIT
from hazard.core.registry import ResolvedAgent
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.answers import checked
from hazard.mines.game import Game
from hazard.mines.level import Level
from hazard.mines.views import Action, Decisions, Views

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.text import Text

PAUSES = (2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.0)
"""Seconds between decisions, slowest first."""

KEYS: tuple[tuple[str, str, str], ...] = (
    ("space", "step", "the agent opens what it has chosen"),
    ("a", "auto", "go on by itself, or stop"),
    ("+ -", "speed", "faster, slower"),
    ("v", "values", "show or hide what the agent thinks"),
    ("n", "new", "new game"),
    ("q", "quit", "quit"),
)

WatchWish = Literal["step", "new", "quit"]


@dataclass(frozen=True)
class WatchState:
    """What the watcher's keys have set."""

    auto: bool = False
    speed: int = 2
    values: bool = True

    @property
    def pause(self) -> float:
        """Seconds between two decisions when the agent goes on by itself."""
        return PAUSES[self.speed]


def press(state: WatchState, key: str | None) -> tuple[WatchState, WatchWish | None]:
    """What a key does, or no key for the time of a pause. Pure."""
    match key:
        case None:
            return state, "step" if state.auto else None
        case "space" | "enter" | "right":
            return replace(state, auto=False), "step"
        case "a":
            return replace(state, auto=not state.auto), None
        case "+" | "=" | "up":
            return replace(state, speed=min(state.speed + 1, len(PAUSES) - 1)), None
        case "-" | "down":
            return replace(state, speed=max(state.speed - 1, 0)), None
        case "v" | "r":
            return replace(state, values=not state.values), None
        case "n":
            return state, "new"
        case "q":
            return state, "quit"
        case _:
            return state, None


class Watched:
    """An agent's game: where it stands, and the decision that comes next."""

    def __init__(self, level: Level, seed: int, agent: ResolvedAgent) -> None:
        self.level, self.name, self.agent = level, agent.name, agent
        self.won = self.lost = 0
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """A new game."""
        self.seed = seed
        self.game = Game(self.level, self.seed)
        self.decisions = 0
        self.last: tuple[Cell, ...] = ()
        self._think()

    @property
    def over(self) -> bool:
        return self.game.status is not Status.UNFINISHED

    def step(self) -> None:
        """Carry out the decision; raises AgentError where it is illegal."""
        if self.over:
            return
        try:
            self.game.play(self.actions)
        except HazardError as error:
            raise AgentError(f"agent {self.name}, decision {self.decisions}: {error}") from error
        self.decisions += 1
        self.last = self.chosen
        self.won += self.game.status is Status.WON
        self.lost += self.game.status is Status.LOST
        self._think()

    @property
    def chosen(self) -> tuple[Cell, ...]:
        """The cells of the decision that comes next."""
        return tuple((cell // self.level.cols, cell % self.level.cols) for _, cell in self.actions)

    def _think(self) -> None:
        self.actions: list[Action] = []
        self.values: NDArray[np.float32] | None = None
        self.meaning = self.reason = ""
        if self.over:
            return
        seed = game_seeds(self.seed, 0, 1)[1]
        cells, moves = self.game.position.cells[np.newaxis], np.array([self.decisions], np.int32)
        try:
            with hosted(self.agent, checked, TIME_LIMIT) as agent:  # the same process for all decisions
                answer = agent.choose(Views(self.level, cells, moves, seed))
        except AgentFault as error:
            raise AgentError(f"agent {self.name}, decision {self.decisions}: {error}") from error
        if isinstance(answer, Decisions):
            self.actions = [("open", cell) for cell in np.atleast_1d(answer.cells[0]).tolist() if cell >= 0]
            self.values = None if answer.values is None else answer.values[0]
            self.meaning = answer.meaning or "value"
            self.reason = (answer.reasons[0] if answer.reasons else None) or ""
        else:
            self.actions = list(answer[0])
        if not self.actions:
            raise AgentError(f"agent {self.name}, decision {self.decisions}: it chose nothing")


def render(state: WatchState, watched: Watched, room: Cell, signs: Signs) -> Text:
    """The whole screen, at most room = (lines, columns) large."""
    from rich.text import Text

    lines, columns = room
    if lines < LEAST[0] or columns < LEAST[1]:
        return too_small()
    level = watched.level
    head = Text.assemble((f"{watched.name}  {level} rule {level.rule}  seed {watched.seed}", "bold"))
    head.append(f"  won {watched.won}, lost {watched.lost}")
    head.truncate(columns, overflow="ellipsis")
    told = [Text(line, _tone(watched)) for line in wrap(_told(watched), columns)[:2]]
    pace = f"by itself, {state.pause:g} s a decision" if state.auto else "step by step"
    facts = Text(f"decision {watched.decisions}  {pace}"[:columns])
    size = level.rows, level.cols
    wide = (state.values and watched.values is not None) or width_of(*size, WIDE) <= columns
    marked = list(watched.last if watched.over else watched.chosen)
    board = draw_around(
        marked[0] if marked else (0, 0),
        size,
        _look(state, watched, signs),
        (lines - 3 - len(told), columns),
        WIDE if wide else NARROW,
        marked,
    )
    return Text("\n").join([head, facts, board, *told, keys_line(KEYS, columns)])


def _told(watched: Watched) -> str:
    if watched.over:
        how = "Won" if watched.game.status is Status.WON else "Lost"
        return f"{how} after {watched.decisions} decisions. n deals the next game."
    cells = ", ".join(map(str, watched.chosen[:4]))
    more = f" and {len(watched.chosen) - 4} more" if len(watched.chosen) > 4 else ""
    return f"next: {cells}{more}" + (f" ({watched.reason})" if watched.reason else "")


def _tone(watched: Watched) -> str:
    return {Status.WON: "bold green", Status.LOST: "bold bright_red"}.get(watched.game.status, "yellow")


def _look(state: WatchState, watched: Watched, signs: Signs) -> Callable[[int, int], Face]:
    """Cells as the agent sees them, with its values: a risk in percent, or a score from 0 to 99."""
    if watched.over:
        return ended_look(watched.game, signs, fatal=watched.last)
    cells = watched.game.cells
    values = watched.values if state.values else None
    risky = watched.meaning == "risk"
    shown = None if values is None else values if risky else _ranked(values, cells)

    def look(row: int, col: int) -> Face:
        code = int(cells[row, col])
        if code >= 0:
            return number(code, signs)
        if code == FLAGGED:
            return Face(signs.flag, "bold bright_yellow")
        if shown is None or not np.isfinite(shown[row, col]):
            return Face(signs.covered, "grey50", fill=True)
        value = float(shown[row, col])
        if risky and value in (0.0, 1.0):
            return Face(signs.mine if value else signs.safe, f"bold {heat(value)}")
        return Face(percent(value), heat(value if risky else 1 - value))

    return look


def _ranked(values: NDArray[np.float32], cells: NDArray[np.int8]) -> NDArray[np.float32]:
    """Values of covered cells stretched to 0 .. 1; nan elsewhere."""
    covered = np.where(cells < 0, values, np.nan)
    if not np.isfinite(covered).any():
        return covered
    low, high = np.nanmin(covered), np.nanmax(covered)
    return (covered - low) / (high - low if high > low else 1)
