"""The table of learners: what a recipe's `learner` names. Nothing else lists them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from hazard.core.errors import BadInput
from hazard.core.registry import did_you_mean


@dataclass(frozen=True, slots=True)
class LearnerRow:
    """One learner; both paths are imported when they are needed."""

    name: str
    recipe: str  # "module:Struct", a subclass of hazard.learn.recipe.Recipe; needs no torch
    learner: str  # "module:Class", made as Class(recipe); see hazard.learn.training.Learner
    sentence: str

    def recipe_class(self) -> Any:
        """The struct of its recipes."""
        return imported(self.recipe)

    def learner_class(self) -> Any:
        """The learner; raises BadInput where a library is missing that it needs."""
        try:
            return imported(self.learner)
        except ModuleNotFoundError as error:
            raise BadInput(
                f"learner {self.name} needs the Python package {error.name}; "
                "`pip install hazard[learn]` brings it"
            ) from None


LEARNERS: tuple[LearnerRow, ...] = (
    LearnerRow(
        "predictor",
        "hazard.learn.predictor.settings:PredictorRecipe",
        "hazard.learn.predictor.learner:Predictor",
        "predicts where the mines are, from positions of games that it plays itself or watches",
    ),
    LearnerRow(
        "genetic",
        "hazard.learn.genetic.settings:GeneticRecipe",
        "hazard.learn.genetic.learner:Genetic",
        "evolves players: selection, crossover and mutation of their weights",
    ),
    LearnerRow(
        "q",
        "hazard.learn.q.settings:QRecipe",
        "hazard.learn.q.learner:QLearner",
        "learns what opening a cell is worth, from moves and their rewards",
    ),
    LearnerRow(
        "windows",
        "hazard.learn.windows.settings:WindowsRecipe",
        "hazard.learn.windows.learner:Windows",
        "says where in a window of 4x4 a mine is, from windows that a bot labels",
    ),
    LearnerRow(
        "outcome",
        "hazard.learn.outcome.settings:OutcomeRecipe",
        "hazard.learn.outcome.learner:Outcome",
        "says who wins a game of Dicewars, from positions of recorded games",
    ),
)


def row_of(name: str, where: str) -> LearnerRow:
    """The row of that name; raises BadInput that starts with `where`."""
    rows = {row.name: row for row in LEARNERS}
    if name not in rows:
        hint = did_you_mean(name, rows) or f"; there are {', '.join(rows)}"
        raise BadInput(f"{where}: unknown learner {name!r}{hint}")
    return rows[name]


def imported(path: str) -> Any:
    """What `module:name` names."""
    module, _, name = path.partition(":")
    return getattr(import_module(module), name)
