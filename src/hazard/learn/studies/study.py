"""What a study is made of, as data: trainings, rows of its table, plots, comparisons, traps, milestones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hazard.core.errors import BadInput
from hazard.learn.metrics import SESSION
from hazard.learn.plots import By


@dataclass(frozen=True, slots=True)
class Training:
    """One training of a study: a recipe with settings."""

    name: str
    recipe: str
    label: str  # in the legend of its plot
    settings: tuple[str, ...] = ()
    quick: tuple[str, ...] = ("sessions=6", "test.every=3", "test.games=100")
    """Settings more, where only the machinery is to be seen."""
    begins: str = ""
    """The training with whose weights it begins, where the learner's recipe has network.start."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: who plays what, and what was published of it."""

    what: str
    plays: str
    """A table agent (`mines/dense`), or the name of a training, whose model plays."""
    level: str
    rule: str
    published: str = ""
    first: str = "random"


@dataclass(frozen=True, slots=True)
class Sitting:
    """One line of a table of Dicewars: who sits with three copies of each reference."""

    what: str
    plays: str
    """A table agent (`dice/search`), or what `hazard.dice.agents.course_net.PARTS` names."""
    published: Mapping[str, int] = field(default_factory=dict[str, int])
    """Games won of a hundred in the first seat, by opponent."""
    column: str = ""
    """The head of its column in the table of opponents; empty: it has none."""
    games: int = 2**31
    """Against each reference, at most."""


@dataclass(frozen=True, slots=True)
class Plot:
    """Curves of trainings side by side."""

    name: str  # of its file
    title: str
    trainings: tuple[str, ...]
    columns: tuple[str, ...]
    by: By = SESSION
    smooth: int = 1
    published: float | None = None  # a share of games won, drawn across those columns
    exact: tuple[str, str] | None = None  # level and rule whose least exact risk is drawn across them


@dataclass(frozen=True, slots=True)
class Trap:
    """A flaw of the method, measured with and without."""

    name: str
    sentence: str
    flawed: str  # a training
    mended: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Trainings side by side that differ in one choice."""

    name: str
    sentence: str
    trainings: tuple[str, ...]
    columns: tuple[str, ...] = ()
    """Of which the mean at the end is told; none: games won."""


@dataclass(frozen=True, slots=True)
class Milestone:
    """When a training first reached a value."""

    training: str
    column: str
    value: float
    published: str


@dataclass(frozen=True, slots=True)
class Study:
    """A published work."""

    name: str
    citation: str
    about: str  # what was studied, under which rule, what to know before reading the table
    trainings: tuple[Training, ...]
    rows: tuple[Row, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    plots: tuple[Plot, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    traps: tuple[Trap, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    remarks: tuple[str, ...] = field(
        default=()
    )  # where a figure is not better than the published one, and why

    def training(self, name: str) -> Training:
        """The training of that name."""
        return next(training for training in self.trainings if training.name == name)

    def is_training(self, name: str) -> bool:
        """Whether a row's player is one of the trainings."""
        return any(training.name == name for training in self.trainings)


def check_study(study: Study) -> None:
    """Raise BadInput where a study names a training that it does not have."""
    known = [training.name for training in study.trainings]
    named: list[str] = [row.plays for row in study.rows if "/" not in row.plays]
    named += [training.begins for training in study.trainings if training.begins]
    named += [name for plot in study.plots for name in plot.trainings]
    named += [name for comparison in study.comparisons for name in comparison.trainings]
    named += [name for trap in study.traps for name in (trap.flawed, trap.mended)]
    named += [milestone.training for milestone in study.milestones]
    unknown = sorted(set(named) - set(known))
    if unknown or len(set(known)) < len(known):
        raise BadInput(f"study {study.name}: unknown or double trainings {unknown or known}")


def levels_of(rows: Sequence[Row]) -> list[tuple[str, str, str]]:
    """The different (level, rule, first cell) of rows, in their order."""
    return list(dict.fromkeys((row.level, row.rule, row.first) for row in rows))
