"""The record of one game: enough to play it again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from hazard.core.errors import BadInput, RecordError
from hazard.core.records import Parts, links, refuse_changed, refuse_no_check
from hazard.core.status import Status
from hazard.mines.first import cell_index
from hazard.mines.layout import Layout
from hazard.mines.level import Level, Rule
from hazard.mines.views import Action, ActionKind

LETTERS: dict[ActionKind, str] = {"open": "", "flag": "f", "unflag": "u", "chord": "c"}
KINDS: dict[str, ActionKind] = {letter: kind for kind, letter in LETTERS.items()}
PARTS = Parts(
    "level, rule, seed, layout or first cell", "decision", "status, agent or number of decisions taken back"
)


class Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A game as one JSON line. Raises RecordError, on reading too, where it states no playable game.

    A decision is one string, its actions apart by spaces: "3,4 3,5" opens two cells (row,column), "f0,1"
    flags, "u0,1" takes the flag away, "c2,2" chords. The mines follow from `seed` and rule, or are given as
    `layout`. `check` tells a record that was changed afterwards from one that was not, and where.
    """

    rows: int
    cols: int
    mines: int
    rule: Rule
    decisions: tuple[str, ...]
    seed: int | None = None
    layout: tuple[tuple[int, int], ...] | None = None
    first: tuple[int, int] | None = (
        None  # opened by the arena before the first decision; None: the agent chose
    )
    undone: int = 0  # decisions that were taken back
    agent: str | None = None
    status: str = Status.UNFINISHED.name
    game: str = "mines"
    check: str | None = None  # see `links`; None in a record that was written by hand

    def __post_init__(self) -> None:
        try:
            self.refuse_nonsense()
        except BadInput as error:
            raise RecordError(str(error)) from None

    def refuse_nonsense(self) -> None:
        """Raise BadInput where level, seed, layout, cells, status or check cannot be."""
        if self.game != "mines":
            raise RecordError(f"a record of {self.game!r} is no record of mines")
        if self.status not in Status.__members__:
            raise RecordError(f"unknown status {self.status!r}; it is one of {', '.join(Status.__members__)}")
        if (self.seed is None) == (self.layout is None):
            raise RecordError("a record needs a seed or a layout, and not both")
        if self.seed is not None and not 0 <= self.seed < 2**64:
            raise RecordError(f"seed {self.seed} is not a number of 64 bits")
        if self.undone < 0:
            raise RecordError(f"{self.undone} decisions taken back: want 0 or more")
        level = self.level
        if self.layout is not None:
            layout = Layout(self.rows, self.cols, self.layout)
            if len(layout.mines) != self.mines:
                raise RecordError(f"{self.mines} mines are announced, but the layout has {len(layout.mines)}")
        if self.first is not None:
            cell_index(*self.first, self.rows, self.cols)
        for number, decision in enumerate(self.decisions):
            try:
                read_decision(decision, level)
            except BadInput as error:
                raise RecordError(f"decision {number}: {error}") from None
        refuse_no_check(self.check)

    def refuse_changes(self) -> None:
        """Raise RecordError where the record is not as it was written; a record without check passes."""
        start = self.game, self.rows, self.cols, self.mines, self.rule, self.seed, self.layout, self.first
        refuse_changed(self.check, start, self.decisions, (self.undone, self.agent, self.status), PARTS)

    @property
    def level(self) -> Level:
        """The level that was played."""
        return Level(self.rows, self.cols, self.mines, self.rule)

    @property
    def actions(self) -> list[list[Action]]:
        """The decisions as lists of (kind, row * cols + col)."""
        return [read_decision(decision, self.level) for decision in self.decisions]


def read_decision(text: str, level: Level) -> list[Action]:
    """The actions of one decision; raises RecordError, CellError."""
    actions: list[Action] = []
    for word in text.split():
        match = re.fullmatch(r"([fuc]?)(\d{1,9}),(\d{1,9})", word, re.ASCII)
        if match is None:
            raise RecordError(f"move {word!r} is not ROW,COL with f, u, c or nothing before it")
        actions.append((KINDS[match[1]], cell_index(int(match[2]), int(match[3]), level.rows, level.cols)))
    return actions


def write_decision(actions: Iterable[Action], cols: int) -> str:
    """The actions of one decision as a record has them."""
    return " ".join(f"{LETTERS[kind]}{cell // cols},{cell % cols}" for kind, cell in actions)


def make_record(
    level: Level,
    origin: int | Layout,
    decisions: Iterable[Sequence[Action]],
    *,
    first: int | None,
    status: Status,
    undone: int = 0,
    agent: str | None = None,
) -> Record:
    """The record of a game that came from a seed or a layout; `first` is a cell index."""
    seed = None if isinstance(origin, Layout) else origin
    layout = origin.mines if isinstance(origin, Layout) else None
    cell = None if first is None else divmod(first, level.cols)
    written = tuple(write_decision(actions, level.cols) for actions in decisions)
    start = "mines", level.rows, level.cols, level.mines, level.rule, seed, layout, cell
    return Record(
        rows=level.rows,
        cols=level.cols,
        mines=level.mines,
        rule=level.rule,
        decisions=written,
        seed=seed,
        layout=layout,
        first=cell,
        undone=undone,
        agent=agent,
        status=status.name,
        check=links(start, written, (undone, agent, status.name)),
    )
