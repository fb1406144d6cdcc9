"""The table of studies that `hazard reproduce` knows; nothing else lists them."""

from __future__ import annotations

from dataclasses import dataclass

from hazard.core.errors import BadInput
from hazard.core.registry import did_you_mean
from hazard.learn.learners import imported
from hazard.learn.studies.study import Study, check_study


@dataclass(frozen=True, slots=True)
class StudyRow:
    """One study; imported when it is needed."""

    name: str
    path: str  # "module:CONSTANT"
    sentence: str


STUDIES: tuple[StudyRow, ...] = (
    StudyRow(
        "cnn-thesis",
        "hazard.learn.studies.cnn_thesis:STUDY",
        "convolutional and dense networks that learn from their own clicks, with three kinds of truth",
    ),
    StudyRow(
        "dense-net",
        "hazard.learn.studies.dense_net:STUDY",
        "a dense network a board size, trained on whole layouts",
    ),
    StudyRow(
        "dice-evaluator",
        "hazard.learn.studies.dice_evaluator:STUDY",
        "an AI of Dicewars whose search a network judges, its faults mended one by one",
    ),
    StudyRow(
        "genetic-q",
        "hazard.learn.studies.genetic_q:STUDY",
        "evolution that learns one board by heart, and values of moves, also by sliding windows",
    ),
    StudyRow(
        "page-trio",
        "hazard.learn.studies.page_trio:STUDY",
        "a bot, a network of 4x4 windows that it teaches, two rules of logic, and wishes for more",
    ),
)


def study_of(name: str) -> Study:
    """The study of that name; raises BadInput."""
    rows = {row.name: row for row in STUDIES}
    if name not in rows:
        hint = did_you_mean(name, rows) or f"; there are {', '.join(rows)}"
        raise BadInput(f"unknown study {name!r}{hint}")
    study = imported(rows[name].path)
    check_study(study)
    return study
