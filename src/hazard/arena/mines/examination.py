"""What the check of agents knows of Minesweeper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from hazard.arena.checklist import NOT_DETECTED, ROWS
from hazard.arena.examination import Choose, Examination, OutOfTime, Played
from hazard.core.seeds import game_seeds
from hazard.core.status import Status
from hazard.mines.answers import Answer, checked
from hazard.mines.boards import Boards
from hazard.mines.first import first_cells
from hazard.mines.inference import FINE, analyse_many
from hazard.mines.level import Level
from hazard.mines.lockstep import Lockstep, opened_by
from hazard.mines.views import COVERED, FLAGGED, NO_CELL, Action, Decisions, View, Views

HOMES = ("beginner", "expert", "intermediate", "small", "beginner8", "tiny5", "tiny4")
TRIED = (  # level, rule, who opens the first cell
    ("beginner", "open", "default"),
    ("expert", "open", "default"),
    ("beginner", "safe", "agent"),
    ("5x17/12", "safe", "agent"),
    ("17x5/12", "any", "agent"),
    ("1x30/5", "open", "default"),
    ("1x12/3", "safe", "agent"),
    ("12x1/3", "any", "agent"),
    ("1x1/0", "any", "agent"),
    ("33x21/90", "open", "random"),
)
POSITIONS = 12
MATCH_SEED = 1  # that of `hazard match`: its seeds are the easiest to guess

Table = tuple[Level, str]
"""A level, and who opens the first cell."""


class MinesExamination:
    """`hazard.arena.examination.Examination` says what these are."""

    rows = ROWS
    not_detected: tuple[str, ...] = NOT_DETECTED
    legal = "legal cells"
    others = "other levels"
    look = "no look at the layout"
    few = 20
    luck_games = 128
    secrets: tuple[str, ...] = ("hazard.core.seeds.game_seeds",)

    def homes(self, own: Sequence[str]) -> Iterator[tuple[str, Views]]:
        """Positions of levels that agents are written for."""
        return ((name, positions(Level.parse(name, "safe"))) for name in (*HOMES, *own))

    def checked(self, answer: object, views: Views) -> Answer:
        """As matches check it."""
        return checked(answer, views)

    def table(self, views: Views) -> str:
        """`9x9/10`"""
        return str(views.level)

    def place(self, views: Views) -> str:
        """`9x9/10, rule open`"""
        return f"{views.level}, rule {views.level.rule}"

    def names(self, views: Views) -> tuple[str, ...]:
        """`9x9/10`, `9x9`, `beginner`"""
        level = views.level
        return str(level), f"{level.rows}x{level.cols}", level.name or str(level)

    def has_values(self, answer: Answer) -> bool:
        """Only Decisions can have them."""
        return isinstance(answer, Decisions) and answer.values is not None

    def bad_value(self, views: Views, answer: Answer) -> str | None:
        """Values are finite on covered cells."""
        assert isinstance(answer, Decisions)
        assert answer.values is not None
        bad = np.argwhere((views.cells == COVERED) & ~np.isfinite(answer.values))
        if not len(bad):
            return None
        view, row, col = bad[0].tolist()
        return f"cell ({row}, {col}) is covered and its value is {float(answer.values[view, row, col])}"

    def decision(self, answer: Answer, index: int) -> list[int] | list[Action]:
        """What an answer says for one view, without padding."""
        return decision(answer, index)

    def told(self, decision: list[int] | list[Action]) -> str:
        """The first four of them."""
        return f"{decision[:4]}".replace("]", ", …]" if len(decision) > 4 else "]")

    def tables(self, home: Views) -> Sequence[tuple[str, Table]]:
        """Levels of many shapes, under all three rules."""
        levels = [(Level.parse(name, rule), first) for name, rule, first in TRIED]
        if str(home.level) not in (str(level) for level, _ in levels):
            levels += [(replace(home.level, rule="open"), "default"), (home.level, "agent")]
        return [(str(level), (level, first)) for level, first in levels]

    def play(self, choose: Choose, table: Table, games: int) -> Played:
        """Whole games, and what went wrong in them."""
        level, first = table
        lockstep = play(Player(choose), level, first, games)
        statuses = lockstep.boards.status
        return Played(
            int(np.isin(statuses, (Status.WON, Status.LOST)).sum()),
            int(lockstep.decisions.sum()),
            tuple(faults(level, lockstep)),
            bool((statuses == Status.UNFINISHED).any()) and not any(lockstep.messages),
        )

    def luck_tables(self, home: Views) -> Sequence[Level]:
        """Expert, where most risks are taken, and the agent's own level."""
        return list(dict.fromkeys((Level.parse("expert"), replace(home.level, rule="open"))))

    def risks(self, choose: Choose, table: Level, games: int) -> list[tuple[float, bool]]:
        """The exact risk of each cell that was opened, and whether it was a mine."""
        player = Audited(choose)
        return list(outcomes(player, play(player, table, "default", games)))

    def luck(self, hits: int, expected: float) -> str:
        """In mines."""
        return f"{hits} mines hit where {expected:.1f} were to be expected"


EXAMINATION: Examination = MinesExamination()


def positions(level: Level) -> Views:
    """Running games of random play, of 0 to 3 decisions."""
    count = 8 * POSITIONS
    seeds, agent_seeds = game_seeds(99, 0, count)
    moves = (np.arange(count) % 4).astype(np.int32)
    boards = Boards(level, count)
    boards.deal(seeds)
    boards.open(first_cells("default", level, seeds))
    for move in range(3):
        boards.open(np.where(moves > move, boards.draw(), NO_CELL).astype(np.int32))
    running = np.flatnonzero(boards.status == Status.UNFINISHED)[:POSITIONS]
    return Views(level, boards.cells[running], moves[running], agent_seeds[running])


def decision(answer: Answer, index: int) -> list[int] | list[Action]:
    """What an answer says for one view, without padding."""
    if isinstance(answer, Decisions):
        return [cell for cell in answer.cells[index].reshape(-1).tolist() if cell != NO_CELL]
    return answer[index]


class Player:
    """The agent as a Lockstep player."""

    def __init__(self, ask: Choose) -> None:
        self.ask = ask

    def choose(self, views: Views) -> Answer:
        """The agent's decisions."""
        return self.ask(views)


class Audited(Player):
    """The same, but it opens one cell a decision, of a known risk."""

    def __init__(self, ask: Choose) -> None:
        super().__init__(ask)
        self.risks: dict[int, list[float | None]] = {}  # by the game's agent seed, one a decision

    def choose(self, views: Views) -> Answer:
        """The first cell of each decision; a pure agent that stops there is as honest as before."""
        answer = super().choose(views)
        if isinstance(answer, Decisions):
            cells = first_of(answer.cells)
            answer, opened = Decisions(cells), cells.tolist()
        else:
            begun = [up_to_an_opening(actions, view) for actions, view in zip(answer, views, strict=True)]
            answer, opened = [actions for actions, _ in begun], [cell for _, cell in begun]
        many = analyse_many(views, trust_flags=False)
        known = (many.verdict == FINE) & ((views.level.rule == "any") | ~views.untouched)
        for index, (seed, cell) in enumerate(zip(views.seeds.tolist(), opened, strict=True)):
            risk = None
            if known[index] and 0 <= cell < views.level.area:
                risk = float(many.mine_probability[index].flat[cell])
            self.risks.setdefault(seed, []).append(None if risk is None or np.isnan(risk) else risk)
        return answer


def up_to_an_opening(actions: list[Action], view: View) -> tuple[list[Action], int]:
    """A list of actions until it opens something, and of that the first cell alone, which is told besides.

    NO_CELL where it opens nothing, or breaks a rule before.
    """
    cells = view.cells.copy()
    done: list[Action] = []
    for kind, cell in actions:
        if not 0 <= cell < cells.size:
            return [*done, (kind, cell)], NO_CELL
        opening = opened_by(kind, cell, cells)
        if opening:
            return [*done, ("open", opening[0])], opening[0]
        done.append((kind, cell))
        if kind != "chord":
            cells.flat[cell] = FLAGGED if kind == "flag" else COVERED
    return done, NO_CELL


def first_of(cells: NDArray[np.int32]) -> NDArray[np.int32]:
    """The first cell of each decision, int32[n] or int32[n, k] to int32[n]."""
    if cells.ndim == 1:
        return cells
    at = (cells != NO_CELL).argmax(axis=1) if cells.shape[1] else np.zeros(len(cells), np.intp)
    return cells[np.arange(len(cells)), at] if cells.shape[1] else np.full(len(cells), NO_CELL, np.int32)


def play(player: Player, level: Level, first: str, games: int) -> Lockstep:
    """Games of the match seed, as far as there is time."""
    seeds, agent_seeds = game_seeds(MATCH_SEED, 0, games)
    lockstep = Lockstep(player, level, agent_seeds, record=False, count_guesses=False)
    lockstep.boards.deal(seeds)
    lockstep.boards.open(first_cells(first, level, seeds))
    with suppress(OutOfTime):
        lockstep.run()
    return lockstep


def faults(level: Level, lockstep: Lockstep) -> Iterator[tuple[str, str]]:
    """What went wrong in games: the check that it fails, and what was seen."""
    statuses = lockstep.boards.status
    for game, message in enumerate(lockstep.messages):
        status = statuses[game]
        if message is not None and status in (Status.ILLEGAL, Status.UNFINISHED):
            name = "legal cells" if status == Status.ILLEGAL else "whole games"
            where = f"{level}, rule {level.rule}, game {game}, decision {int(lockstep.decisions[game]) + 1}"
            yield name, f"{where}: {message}"


def outcomes(player: Audited, lockstep: Lockstep) -> Iterator[tuple[float, bool]]:
    """(risk, was it a mine) of each cell that was opened: only a game's last one can have been."""
    statuses: list[int] = lockstep.boards.status.tolist()
    for seed, status in zip(lockstep.agent_seeds.tolist(), statuses, strict=True):
        risks = player.risks.get(seed, [])
        for place, risk in enumerate(risks):
            last = place == len(risks) - 1
            if risk is not None and not (last and status in (Status.ILLEGAL, Status.ERROR)):
                yield risk, last and status == Status.LOST
