"""The game behind the terminal: grants the player's wishes and keeps what the screen tells about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hazard.apps.cli.faces import COVERED, FLAGGED, Cell
from hazard.apps.cli.leaderboard import clock
from hazard.apps.cli.play_state import Wish
from hazard.core.errors import HazardError, TooWide
from hazard.core.status import Status
from hazard.mines.around import around
from hazard.mines.game import Game
from hazard.mines.inference import Analysis, analyse
from hazard.mines.level import Level
from hazard.mines.position import Position


@dataclass
class Practice:
    """Help that the player has taken: then the game is practice."""

    undone: int = 0
    best: int = 0
    seen: bool = False

    def __str__(self) -> str:
        parts = [f"{self.undone} undone"] if self.undone else []
        parts += [f"{self.best} best"] if self.best else []
        parts += ["risks seen"] if self.seen else []
        return ", ".join(parts)


class Session:
    """One game after the other; `now` is a clock in seconds."""

    def __init__(self, level: Level, seed: int, now: Callable[[], float]) -> None:
        self.level = level
        self._now = now
        self.deal(seed)

    def deal(self, seed: int) -> None:
        """A new game."""
        self.seed = seed
        self.game = Game(self.level, self.seed)
        self.practice = Practice()
        self.fatal: tuple[Cell, ...] = ()
        """Mines that the last move opened."""
        self.verdict = ""
        """How the game ended, and for a loss whether it was bad luck or a mistake; empty while it runs."""
        self._began: float | None = None
        self._ended: float | None = None
        self._analysed: tuple[Position, Analysis | None] | None = None

    @property
    def over(self) -> bool:
        return self.game.status is not Status.UNFINISHED

    @property
    def untouched(self) -> bool:
        """Nothing is open yet."""
        return not bool((self.game.cells >= 0).any())

    @property
    def seconds(self) -> float:
        """Time from the first opening to the end, or to now."""
        if self._began is None:
            return 0.0
        return (self._now() if self._ended is None else self._ended) - self._began

    @property
    def flags(self) -> int:
        return int((self.game.cells == FLAGGED).sum())

    def analysis(self) -> Analysis | None:
        """The exact risks of what is seen now, flags ignored; None where the position is too wide."""
        position = self.game.position
        if self._analysed is None or self._analysed[0] != position:
            self._analysed = position, _analysed(position)
        return self._analysed[1]

    def grant(self, wish: Wish) -> tuple[str, Cell | None]:
        """Do what the player wants; returns what to tell, and where the cursor goes if it moves."""
        try:
            return self._grant(wish)
        except HazardError as error:
            return str(error), None

    def _grant(self, wish: Wish) -> tuple[str, Cell | None]:
        if wish.kind == "new":
            self.deal((self.seed + 1) % 2**64)
            return "", None
        if wish.kind == "undo":
            return self._undo(), None
        if self.over:
            return "the game is over: n deals a new one, u takes the last move back", None
        row, col = wish.cell
        code = int(self.game.cells[row, col])
        if wish.kind == "flag":
            return self._flag(row, col, code), None
        if wish.kind == "best":
            return self._best()
        if wish.kind == "chord" and code < 0:
            return f"({row}, {col}) shows no number to open around", None
        if code == 0:
            return "", None
        if code > 0:
            return self._chord(row, col, code), None
        if code == FLAGGED:
            return f"({row}, {col}) carries a flag; f takes it off", None
        return self._open(row, col), None

    def _flag(self, row: int, col: int, code: int) -> str:
        if code >= 0:
            return f"({row}, {col}) is open: there is nothing to flag"
        if code == FLAGGED:
            self.game.unflag(row, col)
        else:
            self.game.flag(row, col)
        return ""

    def _open(self, row: int, col: int) -> str:
        seen = self.game.position
        self.game.open(row, col)
        return self._after(seen, [(row, col)])

    def _chord(self, row: int, col: int, code: int) -> str:
        seen = self.game.position
        beside = around(row, col, self.level.rows, self.level.cols)
        flags = sum(seen.cells[cell] == FLAGGED for cell in beside)
        hidden = [cell for cell in beside if seen.cells[cell] == COVERED]
        if flags != code:
            return f"({row}, {col}) shows {code} but has {flags} flags around it: they must be as many"
        if not hidden:
            return ""
        self.game.chord(row, col)
        return self._after(seen, hidden)

    def _best(self) -> tuple[str, Cell | None]:
        if self.untouched:
            best, why = self.level.default_first, "where the rule protects it most"
        else:
            found = self.analysis()
            if found is None or found.best is None:
                return "the numbers hang together too widely for exact risks", None
            best = found.best
            why = "certainly safe" if best in found.safe else f"risk {percent(found, best)}"
        if self.game.cells[best] == FLAGGED:
            return f"the best cell is {best} ({why}), but it carries your flag", best
        self.practice.best += 1
        told = self._open(*best)
        return told or f"opened {best}: {why}", best

    def _undo(self) -> str:
        decisions = self.game.decisions
        if not self.game.undo():
            return "there is no move to take back"
        if any(kind in ("open", "chord") for kind, _ in decisions[-1]):
            self.practice.undone += 1
        self._ended, self.fatal, self.verdict = None, (), ""
        return "took the last move back"

    def _after(self, seen: Position, opened: list[Cell]) -> str:
        """Run the clock and tell how the game ended, if it did; `seen` is what the player saw before."""
        if self._began is None:
            self._began = self._now()
        if not self.over:
            return ""
        self._ended = self._now()
        if self.game.status is Status.LOST:
            mines = set(self.game.reveal().mines)
            self.fatal = tuple(cell for cell in opened if cell in mines)
            self.verdict = "Lost. " + loss(seen, self.fatal)
        else:
            practice = f" (practice: {self.practice})" if str(self.practice) else ""
            self.verdict = f"Won in {clock(self.seconds)}{practice}."
        return self.verdict


def loss(before: Position, fatal: tuple[Cell, ...]) -> str:
    """What the fatal move risked, and what there was instead; `before` is what the player saw."""
    hit = fatal[0]
    found = _analysed(before)
    if found is None:
        return f"{hit} was a mine (the position is too wide for exact risks)."
    if hit in found.mine:
        told = f"{hit} was certainly a mine"
    else:
        told = f"{hit} was a mine, at a risk of {percent(found, hit)}"
    if found.safe:
        return f"{told}; {_nearest(found.safe, hit)} was certainly safe."
    assert found.best is not None
    if found.mine_probability[hit] <= found.mine_probability[found.best] * (1 + 1e-9):
        return f"{told}: no cell was safer. Bad luck."
    least = f"the least risk was {percent(found, found.best)} at {found.best}"
    return f"{told}; no cell was certainly safe, {least}."


def percent(found: Analysis, cell: Cell) -> str:
    """A cell's risk: `12.34 %`."""
    return f"{100 * found.mine_probability[cell]:.2f} %"


def _nearest(cells: list[Cell], to: Cell) -> Cell:
    return min(cells, key=lambda cell: (max(abs(cell[0] - to[0]), abs(cell[1] - to[1])), cell))


def _analysed(position: Position) -> Analysis | None:
    """What follows from the position without its flags, the player's notes; None where it is too wide."""
    cells = np.where(position.cells == FLAGGED, COVERED, position.cells)
    try:
        return analyse(Position(position.rows, position.cols, position.mines, cells))
    except TooWide:
        return None
