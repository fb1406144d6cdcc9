"""One game on a page: look, ask the agent, carry out what it decides, until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic, perf_counter, sleep

import numpy as np
from numpy.typing import NDArray

from hazard.browser.chromium import WindowGone
from hazard.browser.openpage import LOOK, PATIENCE, Playable
from hazard.browser.reading import End, Reading
from hazard.core.errors import AgentFault, AgentStalled, BadInput, BrowserError, DecisionError, IllegalMove
from hazard.core.status import Status
from hazard.mines.answers import Answer
from hazard.mines.around import around
from hazard.mines.game import Game
from hazard.mines.layout import Layout
from hazard.mines.level import Level
from hazard.mines.record import Record
from hazard.mines.views import COVERED, FLAGGED, NO_CELL, Action, ActionKind, Decisions, Views

PRESSES = 3  # of one cell, until it shows what was meant (flag, question mark, nothing)
MOST_DECISIONS = 2  # times the cells of the board

Choose = Callable[[Views], Answer]


class GameGone(BrowserError):
    """The game went away under the player: the page was reloaded, or its board changed."""


@dataclass
class PagePlay:
    """How a game went."""

    level: Level  # as the agent was told it
    counted: bool = True  # whether the page says how many mines there are
    status: Status = Status.UNFINISHED
    decisions: list[list[Action]] = field(default_factory=list[list[Action]])
    moves: int = 0  # presses on the page, each followed by a look
    seconds: float = 0.0
    message: str | None = None  # why it did not end as games do
    layout: NDArray[np.bool_] | None = None  # bool[rows, cols], as the page showed it in the end

    def record(self, agent: str) -> Record | None:
        """The game as `hazard replay` reads it; None where the page did not show the mines.

        A page may open less than it should (fewer neighbours of a 0): then the player opened himself what a
        game opens by itself, and those moves are left out.
        """
        if self.layout is None or self.status not in (Status.WON, Status.LOST):
            return None
        if self.counted and int(self.layout.sum()) != self.level.mines:
            return None
        try:
            game = Game.from_layout(Layout.from_mask(self.layout))
            for actions in self.decisions:
                for action in actions:
                    if game.status is Status.UNFINISHED and can(game.cells, *action):
                        game.play([action])
        except (BadInput, IllegalMove):
            return None
        return game.record(agent) if game.status is self.status else None


class PageGame:
    """A game under way; `mines` is what the agent is told where the page does not say how many there are."""

    def __init__(self, page: Playable, choose: Choose, seed: int, mines: int | None, pause: float) -> None:
        self.page, self.choose, self.seed, self.pause = page, choose, seed, pause
        self.reading = self.began = page.read()
        said = self.reading.mines
        told = next((count for count in (said, mines) if count is not None), self.reading.cells.size // 8)
        self.went = PagePlay(Level(*self.reading.size, told, self.reading.rule), said is not None)

    def play(self) -> PagePlay:
        """Play to the end. What the agent does wrong, and a page that goes away, end the game only.

        Raises WindowGone where there is no window any more.
        """
        played, begin = self.went, perf_counter()
        try:
            while (end := self.end()) is None:
                self.decide()
            played.status = Status.WON if end == "won" else Status.LOST
            played.layout = self.reading.layout(end)
        except AgentStalled as stalled:
            played.status, played.message = Status.TIMEOUT, str(stalled)
        except (AgentFault, DecisionError) as fault:
            played.status, played.message = Status.ERROR, str(fault)
        except IllegalMove as error:
            played.status, played.message = Status.ILLEGAL, str(error)
        except WindowGone:
            raise
        except BrowserError as error:
            played.message = str(error)
        finally:
            played.seconds = perf_counter() - begin
        return played

    def end(self) -> End | None:
        """Whether the game is over; a number of mines that the agent was only told does not decide it."""
        return self.reading.end(self.reading.mines)

    def decide(self) -> None:
        """One decision, carried out."""
        if len(self.went.decisions) >= MOST_DECISIONS * self.reading.cells.size:
            raise BrowserError(f"not finished after {len(self.went.decisions)} decisions")
        seen = self.reading.cells.copy()
        views = Views(
            self.went.level,
            seen[np.newaxis],
            np.array([len(self.went.decisions)], np.int32),
            np.array([self.seed], np.uint64),
        )
        actions = as_actions(self.choose(views.frozen()))
        if not actions:
            raise IllegalMove("the decision names no cell")
        done: list[Action] = []
        self.went.decisions.append(done)
        for kind, cell in actions:
            row, col = self.legal(kind, cell)
            if done and kind == "open" and self.reading.cells[row, col] >= 0:
                continue  # opened by an earlier action
            if not can(self.reading.cells, kind, cell):
                raise IllegalMove(why_not(self.reading, kind, row, col))
            done.append((kind, cell))
            self.carry_out(kind, row, col)
            if self.end() is not None:
                return

    def legal(self, kind: ActionKind, cell: int) -> tuple[int, int]:
        """The cell as row and column; raises IllegalMove."""
        rows, cols = self.reading.size
        if not 0 <= cell < rows * cols:
            raise IllegalMove(f"cell {cell} is outside the {rows}x{cols} board")
        if kind in ("flag", "unflag") and self.reading.flag is None:
            raise IllegalMove(f"{self.page.name} pages have no flags")
        return divmod(cell, cols)

    def carry_out(self, kind: ActionKind, row: int, col: int) -> None:
        """Press until the page shows what was meant."""
        if kind == "chord":
            self.chord(row, col)
        elif kind == "open":
            self.press_until(row, col, "left", lambda now: bool(now.cells[row, col] != COVERED))
        else:
            wanted = FLAGGED if kind == "flag" else COVERED
            how = self.reading.flag or "right"
            self.press_until(row, col, how, lambda now: bool(now.cells[row, col] == wanted))

    def chord(self, row: int, col: int) -> None:
        """As the page does it, or cell by cell where it does not."""
        near = [at for at in around(row, col, *self.reading.size) if self.reading.cells[at] == COVERED]
        if not near:
            return
        if self.reading.chord is not None:
            self.press_until(
                row, col, self.reading.chord, lambda now: any(now.cells[at] != COVERED for at in near)
            )
            return
        for at in near:
            if self.reading.cells[at] == COVERED and self.end() is None:
                self.carry_out("open", *at)

    def press_until(self, row: int, col: int, how: str, shown: Callable[[Reading], bool]) -> None:
        """Press, look, and press again where nothing came of it."""
        for _ in range(PRESSES):
            before = self.reading
            self.page.click(before, row, col, how)
            self.went.moves += 1
            sleep(self.pause)
            self.look()
            if shown(self.reading) or self.end() is not None:
                return
            until = monotonic() + PATIENCE / PRESSES
            while monotonic() < until and not shown(self.reading):
                if not np.array_equal(self.reading.cells, before.cells):
                    break  # something else came of it: a question mark, before the flag goes
                sleep(LOOK)
                self.look()
            if shown(self.reading) or self.end() is not None:
                return
        over = self.page.cover(row, col)
        raise BrowserError(
            f"cell ({row}, {col}) stays as it is, whatever is pressed"
            + (f": {over} lies over it" if over else "")
        )

    def look(self) -> None:
        """Read the page; raises GameGone where it is another game."""
        now = self.page.read()
        if now.loaded != self.began.loaded:
            raise GameGone("the page was loaded again during the game")
        if now.size != self.began.size:
            old, new = ("x".join(map(str, one.size)) for one in (self.began, now))
            raise GameGone(f"the board changed from {old} to {new} during the game")
        was_open = (self.reading.cells >= 0) & (self.reading.cells <= 8)
        still = now.cells == self.reading.cells
        if (was_open & ~still & (now.cells <= 8)).any():  # covered again, or with another number
            raise GameGone("the page began another game")
        self.reading = now


def as_actions(answer: Answer) -> list[Action]:
    """An agent's answer about one view."""
    if isinstance(answer, Decisions):
        return [("open", cell) for cell in answer.cells[0].reshape(-1).tolist() if cell != NO_CELL]
    return list(answer[0])


def can(cells: NDArray[np.int8], kind: ActionKind, cell: int) -> bool:
    """Whether the rules allow an action; cells int8[rows, cols]."""
    code = cells.flat[cell]
    if kind == "chord":
        near = around(*divmod(cell, cells.shape[1]), *cells.shape)
        return bool(0 <= code <= 8) and sum(bool(cells[at] == FLAGGED) for at in near) == code
    return bool(code == (FLAGGED if kind == "unflag" else COVERED))


def why_not(reading: Reading, kind: ActionKind, row: int, col: int) -> str:
    """Why it does not."""
    code = reading.cells[row, col]
    state = "flagged" if code == FLAGGED else "covered" if code == COVERED else "already open"
    if kind == "chord" and 0 <= code <= 8:
        return f"cell ({row}, {col}) shows {code}, which is not how many flags are around it"
    return f"cell ({row}, {col}) is {state}: {kind} is not possible"


def fresh(page: Playable, level: Level | None) -> None:
    """A new game on the page, of that level where one is asked for; raises BrowserError."""
    reading = page.read()
    if level is not None and not fits(reading, level):
        page.choose(level)
        reading = wait(page, lambda now: fits(now, level))
        if not fits(reading, level):
            mines = "" if reading.mines is None else f"/{reading.mines}"
            raise BrowserError(f"the page's board is {reading.size[0]}x{reading.size[1]}{mines}, not {level}")
    if not reading.fresh:
        page.restart()
        reading = wait(page, lambda now: now.fresh)
        if level is not None and not fits(reading, level):  # it was loaded again, and has forgotten
            page.choose(level)
            reading = wait(page, lambda now: fits(now, level) and now.fresh)
    if not reading.fresh:
        raise BrowserError("the page begins no new game")


def wait(page: Playable, wanted: Callable[[Reading], bool]) -> Reading:
    """Read until it is so, or patience ends."""
    until = monotonic() + PATIENCE
    while not wanted(reading := page.read()) and monotonic() < until:
        sleep(LOOK)
    return reading


def fits(reading: Reading, level: Level) -> bool:
    """Whether the board is of that level, as far as it shows."""
    return reading.size == (level.rows, level.cols) and reading.mines in (None, level.mines)
