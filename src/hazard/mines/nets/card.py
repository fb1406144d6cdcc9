"""The card of a Minesweeper model: what it sees, what its output means, what it plays, where it is from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from hazard.core.errors import AgentError, HazardError, LevelError
from hazard.core.modelfile import FORMAT, card_of, start_of, with_card
from hazard.mines.level import LONGEST_SIDE, Level
from hazard.mines.nets.planes import planes_of

GAME = "mines"

Output = Literal["mine probability", "score"]
Choice = Literal["least", "greatest"]


class Strength(msgspec.Struct, frozen=True):
    """Games that the model has played, on boards that its training had not seen."""

    level: str  # "16x30/99"
    rule: str
    first: str  # as `--first` writes it
    games: int
    wins: int
    seed: int | None = None  # of the match; none: a test of the training itself


class Provenance(msgspec.Struct, frozen=True):
    """Where a model is from; whatever is not known is empty."""

    recipe: str = ""
    run: str = ""
    seed: int | None = None
    code: str = ""  # version of Hazard that trained it
    date: str = ""  # 2026-11-19
    sessions: int | None = None  # of training
    seconds: float | None = None  # that they took
    note: str = ""
    strength: tuple[Strength, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """The model has one input, float32[n, channels, rows, cols], and one output, a number for each cell.

    Where rows and cols (or mines) are None it plays boards of any size (any number of mines). With a window
    it sees squares of that side, which slide over the board; what they say of a cell is averaged. Of the
    covered cells it opens that of the least or the greatest output.
    """

    format: int = FORMAT
    game: str = GAME
    planes: str  # a row of `hazard.mines.nets.planes`
    output: Output = "mine probability"
    choose: Choice = "least"
    rows: int | None = None
    cols: int | None = None
    mines: int | None = None
    window: int | None = None  # side of what it sees, where that is not the board
    border: float = 1.0  # how much the border cells of a window weigh in the mean
    trained_on: tuple[str, ...] = ()  # levels, "16x30/99"
    provenance: Provenance = Provenance()

    def __post_init__(self) -> None:
        """Raises ValueError, which msgspec tells with the place."""
        try:
            planes_of(self.planes)
            for level in self.trained_on:
                Level.parse(level, "any")
        except HazardError as error:
            raise ValueError(str(error)) from None
        if (self.rows is None) != (self.cols is None):
            raise ValueError("rows and cols are both numbers or both null")
        if self.window is not None and self.rows is not None:
            raise ValueError("a model of windows plays boards of many sizes: rows and cols must be null")
        if not 0 < self.border <= 1:
            raise ValueError(f"a border that weighs {self.border:g}: it must be above 0 and at most 1")
        for side in (self.rows, self.cols, self.window):
            if side is not None and not 1 <= side <= LONGEST_SIDE:
                raise ValueError(f"a side of {side} cells: it must be 1 to {LONGEST_SIDE}")

    def plays(self, level: Level) -> bool:
        """Whether the model plays boards of this size and number of mines; the rule does not matter."""
        size = self.rows is None or (self.rows, self.cols) == (level.rows, level.cols)
        size = size and (self.window is None or self.window <= min(level.rows, level.cols))
        return size and self.mines in (None, level.mines)

    def refuse_others(self, level: Level) -> None:
        """Raise LevelError where the model does not play the level."""
        if not self.plays(level):
            raise LevelError(f"the model plays {self.limits}, not {level}")

    @property
    def limits(self) -> str:
        """What it plays, in words: `9x9/10`, `9x9 boards`, `boards with 10 mines`, `any level`, and so on."""
        if self.window is not None:
            mines = "" if self.mines is None else f" with {self.mines} mines"
            return f"boards of at least {self.window}x{self.window}{mines}"
        if self.rows is not None:
            size = f"{self.rows}x{self.cols}"
            return f"{size} boards" if self.mines is None else f"{size}/{self.mines}"
        return "any level" if self.mines is None else f"boards with {self.mines} mines"

    @property
    def levels(self) -> tuple[str, ...]:
        """Levels that it plays: where it was trained, and the one that its limits name."""
        named = [level for level in self.trained_on if self.plays(Level.parse(level, "any"))]
        if self.rows is not None and self.cols is not None:
            mines = max(self.rows * self.cols // 8, 1) if self.mines is None else self.mines
            named.append(f"{self.rows}x{self.cols}/{mines}")
        return tuple(dict.fromkeys(named))


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A model file of Minesweeper, its card read; the network is loaded by `session`."""

    file: Path
    card: Card

    @classmethod
    def read(cls, file: Path, name: str) -> ModelFile:
        """Raises AgentError, which calls the agent `name`."""
        text = card_of(file, name)
        start = start_of(text, file, name)
        if start.game != GAME:
            raise AgentError(f"agent {name}: {file} plays {start.game}, not {GAME}")
        try:
            return cls(file, msgspec.json.decode(text, type=Card))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise AgentError(f"agent {name}: what {file} says it plays cannot be read: {error}") from None


def sealed(model: bytes, card: Card) -> bytes:
    """An ONNX model with this card, ready to be written as an agent file."""
    return with_card(model, msgspec.json.encode(card))
