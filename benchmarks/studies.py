"""The trainings of the studies whose curves come with Hazard: how long they took, what they reached.

`python benchmarks/studies.py [STUDY ...] [models]`; `models` are those that come with Hazard, with the
matches that their cards tell of.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from _measure import print_table

from hazard.arena.stats import wilson
from hazard.learn.metrics import Row
from hazard.learn.studies.keeping import kept_curve
from hazard.learn.studies.reproducing import reached
from hazard.learn.studies.table import STUDIES, study_of
from hazard.mines.nets.agent import WEIGHTS
from hazard.mines.nets.card import ModelFile

POOLED = 3  # last tests of a training, each on new games


def tested(rows: Sequence[Row]) -> str:
    """New games won in the last tests, with their interval; where there are none, what was told right."""
    tests = [row for row in rows if row.get("fresh_games") and row.get("fresh_win_rate") is not None][
        -POOLED:
    ]
    games = sum(int(row["fresh_games"] or 0) for row in tests)
    wins = sum(round(float(row["fresh_games"] or 0) * float(row["fresh_win_rate"] or 0)) for row in tests)
    if not games:
        right = rows[-1].get("test_accuracy")
        return "–" if right is None else f"told right: {100 * right:.1f}"
    low, high = wilson(wins, games)
    return f"{100 * wins / games:.1f} [{100 * low:.1f}, {100 * high:.1f}] of {games:,}"


def models() -> None:
    """A line a match that a card tells of."""
    lines: list[tuple[str, ...]] = []
    for file in sorted(WEIGHTS.glob("*.onnx")):
        provenance = ModelFile.read(file, file.name).card.provenance
        for one in provenance.strength:
            low, high = wilson(one.wins, one.games)
            lines.append(
                (
                    file.stem,
                    f"{provenance.seconds / 60:.1f}" if provenance.seconds else "–",
                    f"{one.level} {one.rule}",
                    f"{one.games:,}, {one.seed or 'test of the training'}",
                    f"{100 * one.wins / one.games:.1f} [{100 * low:.1f}, {100 * high:.1f}]",
                )
            )
    heads = ("model", "minutes of training", "level, rule", "games, seed", "won, %")
    print_table("Models of the studies, new games, first cell random: what their cards say", heads, lines)


def main(words: Sequence[str]) -> None:
    """A table a study, and that of the models."""
    names = [word for word in words if word != "models"]
    if len(names) < len(words) or not words:
        models()
    for name in names or [row.name for row in STUDIES if not words]:
        study = study_of(name)
        lines: list[tuple[str, ...]] = []
        for training in study.trainings:
            rows = kept_curve(name, training.name)
            if rows is None:
                continue
            learning = reached(rows)
            minutes = float(rows[-1].get("elapsed") or 0) / 60
            rate = "–" if learning is None or learning.win_rate is None else f"{100 * learning.win_rate:.1f}"
            lines.append(
                (
                    training.name,
                    training.label,
                    f"{rows[-1]['session']:,}",
                    f"{minutes:.1f}",
                    rate,
                    tested(rows),
                )
            )
        if lines:
            heads = (
                "training",
                "what differs",
                "sessions",
                "minutes",
                "won while learning, %",
                "new games won, %",
            )
            print_table(
                f"Trainings of {name}: the last tenth while learning, the last {POOLED} tests", heads, lines
            )


if __name__ == "__main__":
    main(sys.argv[1:])
